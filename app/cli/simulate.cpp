// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/constraint_arguments.h"
#include "app/cli/interrupt.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/print_simulation.h"
#include "app/cli/read_input.h"
#include "app/cli/stored_runs.h"
#include "app/store/simulation_store.h"
#include "app/write_file.h"
#include "engine/base/number_words.h"
#include "engine/io/result_json.h"
#include "engine/io/trace_json.h"
#include "engine/mapping/constraints.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/network_run.h"
#include "engine/simulation/simulation_question.h"
#include "engine/simulation/simulation_trace.h"

#include <algorithm>
#include <array>

namespace nestloom::cli {

namespace {

struct SimulateArguments {
    std::string accelerator, network, layer, mapping, trace;
    std::string dram;              // empty = the accelerator's
    std::string router, reduction; // names; empty = the first ones
    std::optional<records::RunId> run;
    StoreArguments storage; // of the run
    ConstraintArguments constraints;
    bool json = false;
};

constexpr std::array kRouters{noc::RouterKind::Wormhole, noc::RouterKind::VirtualChannels};
constexpr std::array kReductions{traffic::Reduction::PacketChain, traffic::Reduction::StoreAndForward,
                                 traffic::Reduction::AtReceiver};

template <typename Kind, std::size_t count>
std::vector<std::string> namesOf(const std::array<Kind, count>& kinds)
{
    std::vector<std::string> names;
    for (const Kind kind : kinds)
        names.emplace_back(name(kind));
    return names;
}

template <typename Kind, std::size_t count>
Kind named(const std::string& wanted, const std::array<Kind, count>& kinds)
{
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](Kind kind) { return name(kind) == wanted; });
    return found == kinds.end() ? kinds.front() : *found;
}

simulation::Choices choicesOf(const SimulateArguments& arguments)
{
    return {arguments.dram, named(arguments.reduction, kReductions), named(arguments.router, kRouters)};
}

/// What is simulated, and the layer of the stored run that it is.
struct Task {
    simulation::Question question;
    std::optional<std::size_t> layer;
};

/// The mapping of the file, or else CoSA's.
Result<mapping::LayerMapping> chooseMapping(const SimulateArguments& arguments,
                                            const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                            std::stop_token stop)
{
    if (!arguments.mapping.empty()) {
        const auto text = app::readFile(arguments.mapping);
        return text ? io::mappingFromJson(accelerator, *text) : text.error();
    }
    workload::Network network;
    network.name = layer.name;
    network.layers = {layer};
    schedule::ScheduleOptions options;
    options.threads = 1;
    const auto results = schedule::scheduleNetwork(accelerator, network, options,
                                                   milp::processSolvers({milp::findSolverProgram()}), stop);
    if (!results)
        return results.error();
    if (!results->front().mapping)
        return Error{ErrorCode::InvalidInput, results->front().reason, "layer " + layer.name};
    return *results->front().mapping;
}

Result<Task> storedTask(const SimulateArguments& arguments)
{
    auto store = openStoredRuns(arguments.storage);
    if (!store)
        return store.error();
    auto record = store->load(*arguments.run);
    if (!record)
        return record.error();
    const auto layer = findLayer(record->inputs.network, arguments.layer);
    if (!layer)
        return layer.error();
    for (const schedule::LayerResult& result : record->layers)
        if (result.name == arguments.layer && result.verified && result.mapping)
            return Task{{mapping::withConstraints(record->inputs.accelerator, record->inputs.options.constraints),
                         *layer, *result.mapping, choicesOf(arguments)},
                        result.index};
    return Error{ErrorCode::InvalidInput, "run " + std::to_string(*arguments.run) + " has no verified mapping of it",
                 "layer " + arguments.layer};
}

Result<Task> newTask(const SimulateArguments& arguments, std::stop_token stop)
{
    const auto input = readLayer(arguments.accelerator, arguments.network, arguments.layer);
    if (!input)
        return input.error();
    const auto constraints = readConstraints(arguments.constraints, input->accelerator);
    if (!constraints)
        return constraints.error();
    const hardware::Accelerator accelerator = mapping::withConstraints(input->accelerator, *constraints);
    if (const auto known =
            dram::memoryModel(arguments.dram.empty() ? simulation::dramModelOf(accelerator) : arguments.dram);
        !known)
        return known.error(); // before the search for a mapping
    const auto mapping = chooseMapping(arguments, accelerator, input->layer, stop);
    if (!mapping)
        return mapping.error();
    return Task{{accelerator, input->layer, *mapping, choicesOf(arguments)}, {}};
}

Status writeTrace(const std::string& path, const simulation::LayerSimulation& simulated, const std::string& name)
{
    if (path.ends_with(".csv"))
        return app::writeFile(path, simulationCsv(simulated));
    return app::writeFile(path, io::traceJson(simulation::simulationTrace(simulated, name)));
}

/// Stored with its run; nothing to do for other layers.
Result<std::string> keep(const SimulateArguments& arguments, const Task& task,
                         const simulation::LayerSimulation& simulated)
{
    if (!task.layer || !simulated.run.finished)
        return std::string();
    const auto path = existingStore(arguments.storage);
    if (!path)
        return path.error();
    auto simulations = store::SimulationStore::open(*path);
    if (!simulations)
        return simulations.error();
    const auto kept =
        simulations->keep(store::keyOf(*arguments.run, *task.layer, task.question), store::pack(simulated));
    if (!kept)
        return kept.error();
    return "stored with run " + std::to_string(*arguments.run) + " (" + shortBytes(double(kept->size.count))
           + (kept->hasTimes ? ")\n" : "; without the times of transactions, which are too large)\n");
}

ExitCode tell(const SimulateArguments& arguments, const Task& task, const simulation::LayerSimulation& simulated)
{
    const simulation::Question& question = task.question;
    if (!arguments.trace.empty())
        if (const Status written =
                writeTrace(arguments.trace, simulated, question.layer.name + " on " + question.accelerator.name);
            !written)
            return fail(written.error());
    const auto kept = keep(arguments, task, simulated);
    if (!kept)
        complain("the simulation was not stored: " + kept.error().text());
    simulation::Choices choices = question.choices;
    if (choices.dram.empty())
        choices.dram = simulation::dramModelOf(question.accelerator);
    const std::string text = arguments.json ? simulationJson(question.layer, choices, simulated)
                                            : printSimulation(question.layer, choices, simulated)
                                                  + (kept && !kept->empty() ? "\n" + *kept : "");
    if (const Status written = writeOutput({}, text); !written)
        return fail(written.error());
    return simulated.run.finished && kept ? Ok : SomeFailed;
}

Status checkArguments(const SimulateArguments& arguments)
{
    if (arguments.run && (!arguments.constraints.lines.empty() || !arguments.constraints.file.empty()))
        return Error{ErrorCode::InvalidInput,
                     "a stored run has constraints of its own; leave out --constraint and --constraints", "simulate"};
    if (!arguments.run && (arguments.accelerator.empty() || arguments.network.empty()))
        return Error{ErrorCode::InvalidInput, "name an --accelerator and a --network, or a stored run with --run",
                     "simulate"};
    return arguments.trace.empty() ? success() : checkWritable(arguments.trace);
}

ExitCode simulate(const SimulateArguments& arguments)
{
    Interrupt interrupt;
    if (const Status checked = checkArguments(arguments); !checked)
        return fail(checked.error());
    const auto task = arguments.run ? storedTask(arguments) : newTask(arguments, interrupt.token());
    if (!task)
        return fail(task.error());
    const simulation::Question& question = task->question;
    auto settings = simulation::settingsFor(question.accelerator, question.choices);
    if (!settings)
        return fail(settings.error());
    settings->countClasses = task->layer.has_value(); // the window shows them
    RunControl control;
    control.stop = interrupt.token();
    const auto simulated =
        simulation::simulateLayer(question.accelerator, question.layer, question.mapping, *settings, control);
    if (!simulated)
        return fail(simulated.error());
    return interrupt.happened() ? Cancelled : tell(arguments, *task, *simulated);
}

} // namespace

void addSimulate(const Options& program)
{
    const auto arguments = std::make_shared<SimulateArguments>();
    const Options command =
        program.command("simulate", "Simulate one layer cycle by cycle: PEs, mesh, buffer and DRAM");
    Option run =
        command.add("--run", arguments->run, "A stored run, see nestloom-cli runs; the simulation is stored with it");
    command.add("--accelerator", arguments->accelerator, "Preset or YAML file, with an interconnect")
        .type("NAME|FILE")
        .excludes(run);
    command.add("--network", arguments->network, "Preset or YAML file").type("NAME|FILE").excludes(run);
    command.add("--layer", arguments->layer, "Its name").required();
    command.add("--mapping", arguments->mapping, "JSON file: a list of levels, outermost first; CoSA's if left out")
        .type("FILE")
        .excludes(run);
    command.add("--dram", arguments->dram, "How DRAM takes time; the accelerator's own if left out, or else ddr4-2400")
        .oneOf(dram::memoryModelNames());
    command
        .add("--router", arguments->router,
             "Routers of the mesh: ready/valid wormhole, or virtual channels with credits")
        .oneOf(namesOf(kRouters))
        .showDefault(std::string(name(kRouters.front())));
    command
        .add("--reduction", arguments->reduction,
             "How partial sums of PEs come together: packet by packet or tile by tile along "
             "a chain of PEs, or where the outputs are kept")
        .oneOf(namesOf(kReductions))
        .showDefault(std::string(name(kReductions.front())));
    command.add("--trace", arguments->trace, "Write what happens when: .csv, else JSON for Perfetto").type("FILE");
    command.flag("--json", arguments->json, "Print JSON");
    addStoreOption(command, arguments->storage, false);
    command["--store"].needs(run);
    addConstraintOptions(command, arguments->constraints);
    command.does([arguments] { return simulate(*arguments); });
}

} // namespace nestloom::cli
