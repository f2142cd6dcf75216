// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/perform_run.h"
#include "app/cli/print_plan.h"
#include "app/cli/print_run.h"
#include "app/cli/progress.h"
#include "app/cli/run_outcome.h"
#include "app/jobs/experiment.h"
#include "engine/io/plan_json.h"
#include "engine/io/trace_json.h"
#include "engine/records/run.h"
#include "engine/schedule/flexer/flexer.h"
#include "engine/schedule/flexer/layer_detail.h"
#include "engine/schedule/flexer/verify_schedule.h"
#include "engine/trace/trace.h"

#include <utility>

namespace nestloom::cli {

namespace flexer = schedule::flexer;

namespace {

Result<trace::Trace> layerTrace(const workload::Layer& layer, const flexer::Machine& machine,
                                const records::RunInputs& inputs, const flexer::TiledSummary& summary)
{
    TRY(const auto schedule, flexer::rebuild(layer, machine, inputs.options.flexer, summary.chosen.recipe));
    if (const auto violations = flexer::verify(schedule); !violations.empty())
        return Error{ErrorCode::Internal, "the verifier refuses the schedule: " + violations.front().message,
                     "layer " + layer.name};
    trace::Trace trace = flexer::traceOf(schedule);
    trace.lanes.push_back({"layer", "network"});
    trace.kinds.push_back("layer");
    trace.labels.push_back(workload::describeShape(layer));
    trace.events.push_back({0, schedule.latency.count, schedule.traffic.total().count,
                            std::uint32_t(trace.lanes.size() - 1), std::uint32_t(trace.labels.size() - 1),
                            std::uint16_t(trace.kinds.size() - 1)});
    return trace;
}

/// The tiled schedules of a run's layers one after the other, made again from their recipes and verified again.
/// Fails   InvalidInput when no layer has one; Internal when the verifier refuses one.
Result<trace::Trace> tiledTrace(const records::RunInputs& inputs, const std::vector<schedule::LayerResult>& layers)
{
    TRY(const auto machine, flexer::machineOf(inputs.accelerator));
    trace::Trace all;
    all.name = inputs.network.name + " on " + inputs.accelerator.name;
    std::int64_t begin = 0;
    for (const schedule::LayerResult& layer : layers) {
        if (!layer.tiled)
            continue;
        const auto trace = layerTrace(inputs.network.layers[layer.index], machine, inputs, *layer.tiled);
        if (!trace)
            return trace.error();
        TRY_DO(trace::append(all, *trace, begin, layer.name + ": "));
        begin += layer.tiled->chosen.latency.count;
    }
    if (all.events.empty())
        return Error{ErrorCode::InvalidInput, "no layer has a tiled schedule to trace",
                     "network " + inputs.network.name};
    return all;
}

struct ScheduleArguments : OutputArguments {
    RunArguments run;
};

Status checkTrace(const ScheduleArguments& arguments)
{
    if (arguments.trace.empty())
        return success();
    if (arguments.run.engine != "flexer")
        return Error{ErrorCode::InvalidInput, "only schedules of tiles have a trace; add --engine flexer",
                     "--trace " + arguments.trace};
    return checkWritable(arguments.trace);
}

Status writeTrace(const std::string& path, const records::RunInputs& inputs,
                  const std::vector<schedule::LayerResult>& layers)
{
    if (path.empty())
        return success();
    const auto trace = tiledTrace(inputs, layers);
    return trace ? writeOutput(path, io::traceJson(*trace)) : Status(trace.error());
}

/// The user may end the proofs; what was found is printed.
std::vector<schedule::ObjectiveReport> provenReports(const records::RunInputs& inputs,
                                                     const std::vector<schedule::LayerResult>& layers)
{
    const Interrupt interrupt;
    ProgressLine line(inputs.network);
    return objectiveReports(inputs, layers, interrupt.token(),
                            [&](std::size_t result) { line.show(layers[result], "proof"); });
}

std::string storedText(const jobs::ExperimentOutcome& outcome)
{
    return outcome.run > 0 && !outcome.storeError ? "stored as run " + std::to_string(outcome.run) + "\n" : "";
}

/// A schedule on nodes or a memory plan; without one the exit code tells, and the reason is told on stderr.
Status printWhole(const OutputArguments& arguments, const records::RunInputs& inputs,
                  const jobs::ExperimentOutcome& outcome)
{
    if (arguments.json)
        return writeOutput(arguments.output, outcomeJson(inputs, outcome, {}));
    std::string text = inputs.nodes ? printNodeRun(inputs.accelerator, inputs.network, *inputs.nodes, *outcome.nodes)
                                    : printPlan({*outcome.memory, *inputs.memory, io::elementsOf(inputs.network)});
    if (arguments.tensors && inputs.memory && outcome.memory->outcome.solution)
        text += "\n" + printPlaces({*outcome.memory, *inputs.memory, io::elementsOf(inputs.network)});
    return writeOutput(arguments.output, text + "\n" + storedText(outcome));
}

/// A file and JSON are written whole, at the end; on the terminal the run stands before anything more is proven about
/// it.
Status printOutcome(const OutputArguments& arguments, const records::RunInputs& inputs,
                    const jobs::ExperimentOutcome& outcome)
{
    const schedule::Objective objective = inputs.options.cosa.objective;
    std::string text =
        arguments.json ? std::string() : printRun(inputs.accelerator, inputs.network, inputs.options, outcome.layers);
    if (!arguments.json && arguments.output.empty())
        TRY_DO(writeOutput({}, std::exchange(text, {})));
    const auto reports = provenReports(inputs, outcome.layers);
    if (arguments.json)
        text = outcomeJson(inputs, outcome, reports);
    else
        text += printObjective(objective, outcome.layers, reports, inputs.accelerator.clock) + storedText(outcome);
    return writeOutput(arguments.output, text);
}

Result<ExitCode> schedule(const ScheduleArguments& arguments)
{
    TRY_DO(checkWritable(arguments.output));
    TRY_DO(checkTrace(arguments));
    TRY(const auto inputs, readInputs(arguments.run));
    return runAndPrint(inputs, arguments);
}

void addStored(const Options& command, const std::shared_ptr<ScheduleArguments>& arguments)
{
    command.flag("--json", arguments->json, "Print JSON");
    command.add("--output", arguments->output, "Write to a file instead of stdout, whole or not at all").type("FILE");
    addStoreOption(command, arguments->storage, true);
    command.does([arguments] { return schedule(*arguments); });
}

} // namespace

Result<ExitCode> runAndPrint(const records::RunInputs& inputs, const OutputArguments& arguments)
{
    TRY(const auto outcome, performRun(inputs, arguments.storage));
    const bool isWhole = inputs.kind() != records::RunKind::Layers;
    TRY_DO(isWhole ? printWhole(arguments, inputs, outcome) : printOutcome(arguments, inputs, outcome));
    TRY_DO(writeTrace(arguments.trace, inputs, outcome.layers));
    return exitCodeOf(outcome);
}

void addSchedule(const Options& program)
{
    for (const auto& [name, help] :
         {std::pair("run", "Schedule a network with any method, keep it as a run and print what it costs"),
          std::pair("schedule", "The same as run")}) {
        const auto arguments = std::make_shared<ScheduleArguments>();
        const Options command = program.command(name, help);
        addRunOptions(command, arguments->run, true);
        command.add("--trace", arguments->trace, "Write when every tile operation and transfer happens, for Perfetto")
            .type("FILE")
            .group("Flexer");
        addStored(command, arguments);
    }
}

void addPlan(const Options& program)
{
    const auto arguments = std::make_shared<ScheduleArguments>();
    RunArguments& run = arguments->run;
    const Options command = program.command(
        "plan", "Plan the memory of a network: order of its operators, address of every tensor, what is spilled");
    command.add("NETWORK", run.network, "Preset, ONNX file or YAML file with operators").required();
    command.add(
        "--accelerator", run.accelerator,
        "Preset or YAML file: tensors and parameters are as wide as its words; without it, as the network states");
    addMemoryOptions(command, run.memory);
    run.engine = "cosma";
    command
        .add(
            "--method", [&run](const std::string& method) { run.engine = method == "ilp" ? "cosma-ilp" : "cosma"; },
            "ilp: the published integer program, for small networks; hours for others without --time-limit")
        .oneOf({"search", "ilp"})
        .showDefault("search");
    command.addSeed(run.seed, "Of the searches; equal seeds give equal results");
    command.add("--time-limit", run.timeLimitSeconds, "Seconds; results then depend on the machine").within(0.001, 1e6);
    Option tensors =
        command.flag("--tensors", arguments->tensors, "Print where every tensor lies during which steps as well");
    command.noteGiven(run.given);
    addStored(command, arguments);
    tensors.excludes("--json");
}

} // namespace nestloom::cli
