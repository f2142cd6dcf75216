// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/print_plan.h"
#include "app/cli/progress.h"
#include "app/cli/read_input.h"
#include "app/cli/run_arguments.h"
#include "app/report/text.h"
#include "app/store/plan_store.h"
#include "app/store/run_store.h"
#include "engine/base/number_words.h"
#include "engine/io/quantity.h"
#include "engine/mapping/word_widths.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/cosma/paper_ilp.h"
#include "engine/schedule/cosma/peak_search.h"
#include "engine/workload/fuse.h"

#include <array>

namespace nestloom::cli {

namespace {

std::string bytes(Bytes size) { return shortBytes(double(size.count)); }

/// "fused, activations, least-peak"
std::string kindOf(const records::PlanSummary& plan)
{
    std::string kind = plan.fused ? "fused, " : "unfused, ";
    kind += plan.parameters ? "parameters" : "activations";
    kind += ", " + std::string(schedule::cosma::name(plan.order));
    return kind + (plan.method == "search" ? "" : ", " + plan.method);
}

ExitCode listPlans(const StoreArguments& storage)
{
    const auto plans = storedList<store::PlanStore>(storage, "kept memory plans");
    if (!plans)
        return fail(plans.error());
    TextTable table({{"plan", kRight},
                     {"kept (UTC)"},
                     {"network"},
                     {"of"},
                     {"scratchpad", kRight},
                     {"traffic", kRight},
                     {"proven least", kRight},
                     {"best baseline", kRight}});
    for (const records::PlanSummary& plan : *plans)
        table.addRow({std::to_string(plan.id), report::utcText(plan.keptAt), plan.networkName, kindOf(plan),
                      bytes(plan.scratchpad), bytes(plan.traffic), plan.isProven() ? "yes" : ">= " + bytes(plan.bound),
                      plan.bestBaseline ? bytes(*plan.bestBaseline) : "-"});
    return print(table.print());
}

namespace cosma = schedule::cosma;

constexpr std::array<cosma::Order, 3> kOrders{cosma::Order::Free, cosma::Order::Default, cosma::Order::LeastPeak};

struct PlanArguments {
    std::string network, accelerator, scratchpad, order = "free", method = "search", output;
    std::optional<double> timeLimitSeconds;
    std::uint64_t seed = 1;
    StoreArguments storage;
    bool parameters = false, fused = false, inputsBacked = false, tensors = false, json = false, isSeedGiven = false;
};

Result<workload::Network> readOperators(const PlanArguments& arguments)
{
    auto network = readNetwork(arguments.network);
    if (!network)
        return network.error();
    if (!workload::hasGraph(network->value))
        return Error{ErrorCode::InvalidInput,
                     "only its layers are known; planning memory needs its operators (see presets/README.md)",
                     "network " + network->value.name};
    return std::move(network->value);
}

workload::OperatorGraph graphToPlan(const workload::Network& network, const PlanArguments& arguments)
{
    workload::OperatorGraph graph = network.graph;
    if (arguments.fused)
        graph = workload::fused(graph);
    return arguments.parameters ? graph : workload::withoutParameters(std::move(graph));
}

Result<Bytes> readScratchpad(const std::string& text, const cosma::Budgets& budgets)
{
    if (text == "M_R")
        return budgets.least;
    if (text == "M_H")
        return budgets.half;
    if (text == "M_P")
        return budgets.peak;
    const Result<Bytes> size = io::parseRoom(text);
    if (!size)
        return Error{size.error().code, size.error().message + ", or M_R, M_H, M_P", "--scratchpad"};
    return *size;
}

Result<cosma::CosmaOutcome> solve(const PlannedNetwork& planned, const RunControl& control)
{
    if (planned.method == "search")
        return cosma::solve(planned.graph, planned.scratchpad, planned.params, control);
    const std::filesystem::path program = milp::findSolverProgram();
    if (program.empty())
        return Error{ErrorCode::SolverFailure, "nestloom-solver was not found; set NESTLOOM_SOLVER", ""};
    milp::ProcessSolver solver({program});
    return cosma::solvePaperIlp(planned.graph, planned.scratchpad, planned.params, solver, control);
}

cosma::Baselines baselinesOf(const PlannedNetwork& planned, const RunControl& control)
{
    const cosma::GraphIndex index(planned.graph, planned.params.inputsBacked);
    const auto peak = cosma::leastPeak(index, control);
    return cosma::baselines(index, peak.solution->order, planned.scratchpad);
}

cosma::CosmaParams paramsFrom(const PlanArguments& arguments)
{
    cosma::CosmaParams params;
    params.inputsBacked = arguments.inputsBacked;
    for (const cosma::Order order : kOrders)
        if (arguments.order == cosma::name(order))
            params.order = order;
    return params;
}

/// The number under which the plan is kept; 0 = it is not.
Result<records::PlanId> keep(const workload::Network& network, const PlannedNetwork& planned,
                             const StoreArguments& storage)
{
    const std::filesystem::path path =
        storage.path.empty() ? store::defaultStorePath() : std::filesystem::path(storage.path);
    if (storage.off || path.empty() || !planned.outcome.solution)
        return records::PlanId(0);
    records::PlanRecord record{.network = network, .graph = planned.graph, .plan = *planned.outcome.solution};
    records::PlanSummary& summary = record.summary;
    summary.parameters = planned.parameters;
    summary.fused = planned.fused;
    summary.order = planned.params.order;
    summary.method = planned.method;
    summary.budgets = planned.budgets;
    summary.scratchpad = planned.scratchpad;
    summary.traffic = record.plan.traffic;
    summary.bound = {std::int64_t(planned.outcome.stats.bound.value_or(0))};
    if (planned.baselines)
        summary.bestBaseline = cosma::bestOf(*planned.baselines).traffic;
    auto plans = store::PlanStore::open(path);
    return plans ? plans->keep(record) : Result<records::PlanId>(plans.error());
}

ExitCode exitCodeOf(const cosma::CosmaOutcome& outcome, bool cancelled)
{
    if (cancelled)
        return Cancelled;
    return outcome.solution ? Ok : SomeFailed;
}

ExitCode tell(const PlanArguments& arguments, const workload::Network& network, const PlannedNetwork& planned,
              bool cancelled)
{
    const auto id = keep(network, planned, arguments.storage);
    if (!id)
        complain("the plan was not stored: " + id.error().text());
    std::string text = arguments.json ? planToJson(planned) : printPlan(planned);
    if (arguments.tensors && !arguments.json && planned.outcome.solution)
        text += "\n" + printPlaces(planned);
    if (!arguments.json && id && *id > 0)
        text += "\nstored as memory plan " + std::to_string(*id) + "\n";
    if (const Status written = writeOutput(arguments.output, text); !written)
        return fail(written.error());
    return id ? exitCodeOf(planned.outcome, cancelled) : SomeFailed;
}

ExitCode plan(const PlanArguments& arguments)
{
    if (arguments.method == "ilp" && arguments.isSeedGiven) {
        complain("--seed: the integer program draws nothing at random; leave it out (see nestloom-cli plan --help)");
        return BadInput;
    }
    if (const Status writable = checkWritable(arguments.output); !writable)
        return fail(writable.error());
    const Interrupt interrupt;
    RunControl control;
    control.stop = interrupt.token();
    control.seed = arguments.seed;
    auto network = readOperators(arguments);
    if (!network)
        return fail(network.error());
    std::string elements = "as wide as the network states";
    if (!arguments.accelerator.empty()) {
        const auto accelerator = readAccelerator(arguments.accelerator);
        if (!accelerator)
            return fail(accelerator.error());
        const mapping::WordWidths words = mapping::wordWidths(accelerator->value);
        network->graph = mapping::withWords(std::move(network->graph), words);
        elements = "of " + mapping::describe(words) + " as the words of " + accelerator->value.name;
        network->notes.push_back("elements " + elements);
    }
    PlannedNetwork planned{.graph = graphToPlan(*network, arguments),
                           .elements = elements,
                           .parameters = arguments.parameters,
                           .fused = arguments.fused,
                           .method = arguments.method,
                           .params = paramsFrom(arguments)};
    const auto budgets = cosma::budgets(planned.graph, control);
    if (!budgets)
        return fail(budgets.error());
    planned.budgets = *budgets;
    const auto scratchpad = readScratchpad(arguments.scratchpad, planned.budgets);
    if (!scratchpad)
        return fail(scratchpad.error());
    planned.scratchpad = *scratchpad;
    if (arguments.timeLimitSeconds)
        control.timeLimit = std::chrono::milliseconds(std::int64_t(*arguments.timeLimitSeconds * 1000));
    auto outcome = solve(planned, control);
    if (!outcome)
        return fail(outcome.error());
    planned.outcome = *std::move(outcome);
    control.timeLimit = std::chrono::milliseconds::max();
    if (planned.outcome.solution)
        planned.baselines = baselinesOf(planned, control);
    return tell(arguments, *network, planned, interrupt.happened());
}

} // namespace

void addPlan(const Options& program)
{
    const auto arguments = std::make_shared<PlanArguments>();
    const Options command = program.command(
        "plan", "Plan the memory of a network: order of its operators, address of every tensor, what is spilled");
    command.add("NETWORK", arguments->network, "Preset, ONNX file or YAML file with operators").required();
    command.add(
        "--accelerator", arguments->accelerator,
        "Preset or YAML file: tensors and parameters are as wide as its words; without it, as the network states");
    command
        .add("--scratchpad", arguments->scratchpad,
             "Its size, such as 2.3MiB, or M_R (the least in which every operator fits), M_P (the least "
             "without spills) or M_H (halfway)")
        .required()
        .type("SIZE");
    command.flag("--parameters", arguments->parameters,
                 "Parameters are in the scratchpad while their operator runs; else activations only");
    command.flag("--fused", arguments->fused, "Normalisations and activations join the operator before them");
    command.flag("--inputs-backed", arguments->inputsBacked,
                 "Inputs of the network have a copy off chip: spilling them writes nothing");
    command.add("--order", arguments->order, "Which order of the operators")
        .oneOf({"free", "default", "least-peak"})
        .showDefault();
    command
        .add("--method", arguments->method,
             "ilp: the published integer program, for small networks; hours for others without --time-limit")
        .oneOf({"search", "ilp"})
        .showDefault();
    command.addSeed(arguments->seed, "Of the searches; equal seeds give equal results");
    command.add("--time-limit", arguments->timeLimitSeconds, "Seconds; results then depend on the machine")
        .within(0.001, 1e6);
    Option tensors =
        command.flag("--tensors", arguments->tensors, "Print where every tensor lies during which steps as well");
    command.flag("--json", arguments->json, "Print JSON, with the address of every tensor").excludes(tensors);
    command.add("--output", arguments->output, "File instead of stdout").type("FILE");
    addStoreOption(command, arguments->storage, true);
    command.does([arguments, command] {
        arguments->isSeedGiven = command["--seed"].isGiven();
        return plan(*arguments);
    });
}

void addPlans(const Options& program)
{
    const auto storage = std::make_shared<StoreArguments>();
    const Options command = program.command("plans", "List the stored memory plans, newest first");
    addStoreOption(command, *storage, false);
    command.does([storage] { return listPlans(*storage); });
}

} // namespace nestloom::cli
