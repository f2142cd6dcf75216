// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/node_run.h"

#include "engine/base/number_words.h"
#include "engine/base/run_control.h"
#include "engine/kapla/baseline.h"
#include "engine/schedule/input_error.h"
#include "engine/schedule/kapla/directive_facts.h"
#include "engine/schedule/kapla/exhaustive_chains.h"
#include "engine/schedule/kapla/layer_engine.h"
#include "engine/schedule/kapla/mapping_directives.h"
#include "engine/schedule/kapla/node_machine.h"
#include "engine/schedule/kapla/verify_nodes.h"

#include <algorithm>
#include <numeric>

namespace nestloom::kapla {

namespace {

double sum(const PerTensor<double>& words) { return words.values[0] + words.values[1] + words.values[2]; }

double wordsAt(const LayerSchedule& layer, Level level) { return sum(layer.cost.counts.access[index(level)]); }

} // namespace

std::string_view name(Goal goal)
{
    switch (goal) {
    case Goal::Delay: return "latency";
    case Goal::EnergyDelay: return "edp";
    case Goal::Energy: break;
    }
    return "energy";
}

Goal goalFor(schedule::Objective objective)
{
    return objective == schedule::Objective::Latency ? Goal::Delay
           : objective == schedule::Objective::Edp   ? Goal::EnergyDelay
                                                     : Goal::Energy;
}

std::string_view name(NodePart part)
{
    switch (part) {
    case NodePart::Operations: return "mac";
    case NodePart::Registers: return "registers";
    case NodePart::Wires: return "wires";
    case NodePart::Buffer: return "buffer";
    case NodePart::Hops: return "hops";
    case NodePart::Dram: return "dram";
    case NodePart::Static: return "idle";
    }
    return "";
}

NodeEnergy nodeEnergy(const Costs& costs, const LayerSchedule& layer)
{
    NodeEnergy energy;
    energy[NodePart::Operations] = layer.cost.operationCost;
    energy[NodePart::Registers] = costs.registers * wordsAt(layer, Level::Registers);
    energy[NodePart::Wires] = costs.array * wordsAt(layer, Level::Array);
    energy[NodePart::Buffer] = costs.buffer * (wordsAt(layer, Level::Buffer) + sum(layer.cost.counts.remote));
    energy[NodePart::Hops] = layer.cost.hopCost;
    energy[NodePart::Dram] = costs.dram * wordsAt(layer, Level::Dram);
    energy[NodePart::Static] = layer.cost.idleCost;
    return energy;
}

NodeEnergy nodeEnergy(const NodeRun& run)
{
    NodeEnergy all;
    if (!run.schedule)
        return all;
    for (const ScheduledSegment& segment : run.schedule->segments)
        for (const auto& layer : segment.layers) {
            const NodeEnergy one = nodeEnergy(run.machine.costs, *layer);
            for (const NodePart part : kNodeParts)
                all[part] += one[part];
        }
    all[NodePart::Static] = run.machine.costs.idle * double(run.schedule->cycles);
    return all;
}

double dramWords(const LayerSchedule& layer) { return wordsAt(layer, Level::Dram); }

namespace {

/// What an engine found.
struct Found {
    std::optional<NetworkSchedule> schedule;
    std::optional<std::size_t> unfit;
    bool stopped = false;
    std::int64_t evaluated = 0;
};

Found take(std::optional<NetworkSchedule> schedule, std::optional<std::size_t> unfit, bool stopped,
           std::int64_t evaluated)
{
    return {std::move(schedule), unfit, stopped, evaluated};
}

Found runBaseline(const NodeRun& run, const NodeRunOptions& options, const SegmentRules& rules,
                  const RunControl& control)
{
    BaselineOptions exhaustive;
    exhaustive.goal = options.goal;
    exhaustive.segments = rules;
    exhaustive.threads = std::max(1, options.threads);
    BaselineResult result = searchBaseline(run.machine, run.graph.network, options.batch, exhaustive, control);
    return take(std::move(result.schedule), result.unfit, result.stopped, result.effort.sweeps.evaluated);
}

Found runChains(const NodeRun& run, const NodeRunOptions& options, const SegmentRules& rules, const RunControl& control)
{
    ChainsOptions chains{{}, options.goal, rules, 1, options.seed};
    LayerEngineFactory factory;
    const Machine& machine = run.machine;
    if (options.engine == "kapla-random") {
        chains.keep = options.keep;
        factory = [&](const Layer& layer) {
            return randomEngine(machine, layer, options.batch, chains.partitions, options.goal, options.keep,
                                options.seed);
        };
    } else if (options.engine == "kapla-annealing") {
        factory = [&](const Layer& layer) {
            return annealingEngine(machine, layer, options.batch, chains.partitions, options.goal,
                                   {options.iterations, 32, options.seed});
        };
    } else {
        factory = [&](const Layer& layer) {
            return directiveEngine(machine, layer, options.batch, chains.partitions, options.goal);
        };
    }
    ChainsResult result = exhaustiveChains(machine, run.graph.network, options.batch, chains, factory, control);
    return take(std::move(result.schedule), result.unfit, result.stopped, result.evaluated);
}

/// Layers are chosen one by one. Their products of energy and time do not add up to that of the network, nor do the
/// times of layers that run side by side: the schedule for another goal may be the better one. Energies add up, but
/// segments are chosen by estimates, and what a layer leaves where is not chosen for the next one.
Found runKapla(NodeRun& run, const NodeRunOptions& options, const SegmentRules& rules, const RunControl& control)
{
    KaplaOptions own = options.kapla;
    own.segments = rules;
    const auto scheduleFor = [&](Goal goal) {
        own.goal = goal;
        KaplaResult result = schedule(run.machine, run.graph.network, options.batch, own, control);
        if (goal == options.goal)
            run.effort = result.effort;
        return take(std::move(result.schedule), result.unfit, result.stopped, result.effort.layers.blockings);
    };
    Found best = scheduleFor(options.goal);
    if (options.goal == Goal::Energy && !rules.spatial && !rules.temporal)
        return best;
    for (const Goal goal : {Goal::Energy, Goal::Delay, Goal::EnergyDelay}) {
        if (!best.schedule || best.stopped)
            return best;
        if (goal == options.goal)
            continue;
        Found other = scheduleFor(goal);
        best.evaluated += other.evaluated;
        best.stopped = other.stopped;
        if (other.schedule
            && better(options.goal, other.schedule->cost, double(other.schedule->cycles), best.schedule->cost,
                      double(best.schedule->cycles)))
            best.schedule = std::move(other.schedule);
    }
    return best;
}

TrainingNetwork forwardOnly(NodeNetwork lowered)
{
    TrainingNetwork graph;
    graph.passes.assign(lowered.network.layers.size(), Pass::Forward);
    for (std::size_t i = 0; i < lowered.network.layers.size(); ++i)
        graph.origins.push_back(i);
    graph.network = std::move(lowered.network);
    return graph;
}

/// What is wrong with the schedule's layers as directives: a second look at capacities, nodes and coverage by other
/// rules.
std::vector<std::string> directiveProblems(const NodeRun& run, std::int64_t batch, const NetworkSchedule& schedule)
{
    std::vector<std::string> problems;
    for (const ScheduledSegment& segment : schedule.segments)
        for (std::size_t i = 0; i < segment.layers.size(); ++i) {
            const SegmentLayer& one = segment.segment.layers[i];
            const auto found = check(directivesOf(run.machine, run.graph.network, one.layer, batch, *segment.layers[i]),
                                     {{"REGF", run.machine.registerWords, run.machine.array.size()},
                                      {"GBUF", run.machine.bufferWords, one.placement.nodes.extent.size()}});
            problems.insert(problems.end(), found.begin(), found.end());
        }
    return problems;
}

/// Why there is no schedule. Engines that look at some candidates only cannot say that a layer fits no way.
std::string whyNone(const NodeRun& run, const Found& found, const std::string& engine)
{
    if (found.stopped)
        return "cancelled before every layer had a schedule";
    if (!found.unfit)
        return "no schedule was found";
    const std::string layer = "layer " + run.graph.network.layers[*found.unfit].name;
    if (engine == "kapla-random" || engine == "kapla-annealing")
        return "of " + layer
               + " the search found no schedule, which proves nothing; engine kapla tells whether it fits";
    return layer
           + " fits no way: the registers of a PE or the buffer of a node are too small for one pass of its array";
}

/// Nothing reaches the user before the verifier has accepted it.
void judge(NodeRun& run, const NodeRunOptions& options, Found found)
{
    const std::int64_t batch = options.batch;
    run.stopped = found.stopped;
    run.evaluated = found.evaluated;
    if (!found.schedule)
        run.reason = whyNone(run, found, options.engine);
    if (found.schedule)
        takeVerified(run, batch, *std::move(found.schedule));
}

std::optional<Error> inputError(const hardware::Accelerator& accelerator, const workload::Network& network,
                                const NodeRunOptions& options)
{
    if (!isNodeEngine(options.engine))
        return Error{ErrorCode::InvalidInput, "there is no engine named '" + options.engine + "' for nodes", ""};
    if (options.batch < 1 || options.batch > 65'536)
        return Error{ErrorCode::InvalidInput, "the batch must be from 1 to 65536", "batch"};
    TRY_DO(noFindings(hardware::check(accelerator), "accelerator " + accelerator.name));
    TRY_DO(noFindings(workload::check(network), "network " + network.name));
    return std::nullopt;
}

} // namespace

const std::vector<NodeEngineInfo>& nodeEngines()
{
    static const std::vector<NodeEngineInfo> table{
        {"kapla", "KAPLA", "Li and Gao, KAPLA, 2023"},
        {"kapla-exhaustive", "Exhaustive, nodes", "Gao et al., TANGRAM, ASPLOS 2019, as in nn_dataflow"},
        {"kapla-directives", "Directives, nodes", "Li and Gao, KAPLA, 2023, baseline S"},
        {"kapla-random", "Random, nodes", "Parashar et al., Timeloop, ISPASS 2019, as set in KAPLA's evaluation"},
        {"kapla-annealing", "Annealing, nodes", "Chen et al., AutoTVM, NeurIPS 2018, as set in KAPLA's evaluation"},
    };
    return table;
}

bool isNodeEngine(std::string_view id)
{
    return std::ranges::any_of(nodeEngines(), [id](const NodeEngineInfo& engine) { return engine.id == id; });
}

void takeVerified(NodeRun& run, std::int64_t batch, NetworkSchedule schedule)
{
    run.violations = verify(run.machine, run.graph.network, batch, schedule);
    const std::vector<std::string> more = directiveProblems(run, batch, schedule);
    run.violations.insert(run.violations.end(), more.begin(), more.end());
    if (run.violations.empty())
        run.schedule = std::move(schedule);
    else
        run.reason = "the verifier refused the engine's schedule: " + run.violations.front();
}

namespace {

/// What the totals of this run leave out.
void addNotes(NodeRun& run, const hardware::Accelerator& accelerator, const workload::Network& network,
              const NodeRunOptions& options)
{
    if (!network.missing.empty())
        run.notes.push_back("Not counted, because it is not here: " + network.missing + ".");
    const std::vector<std::string> fields = leftOut(accelerator);
    run.notes.insert(run.notes.end(), fields.begin(), fields.end());
    if (options.training)
        run.notes.push_back("The update of the weights is not costed.");
    std::int64_t words = 0;
    if (run.machine.mapping == PeMapping::RowStationary)
        for (const NetworkLayer& each : run.graph.network.layers)
            words += (each.layer.channelStride - 1) * each.layer.outputWords(options.batch);
    if (words > 0)
        run.notes.push_back(
            "Of layers that combine feature maps the row-stationary mapping reads one operand only, as in "
            "nn_dataflow: up to "
            + grouped(words) + " words read from memory are left out.");
}

} // namespace

Result<NodeRun> loweredRun(const hardware::Accelerator& accelerator, const workload::Network& network,
                           const NodeRunOptions& options)
{
    if (auto error = inputError(accelerator, network, options))
        return *std::move(error);
    if (auto refusal = schedule::refusesConstraints(options.engine, accelerator))
        return *std::move(refusal);
    TRY(const auto machine, machineOf(accelerator));
    TRY(auto lowered, nodeNetwork(network));
    NodeRun run;
    run.machine = machine;
    run.notes = lowered.notes;
    run.graph = options.training ? trainingNetwork(lowered) : forwardOnly(std::move(lowered));
    addNotes(run, accelerator, network, options);
    return run;
}

Result<NodeRun> scheduleOnNodes(const hardware::Accelerator& accelerator, const workload::Network& network,
                                const NodeRunOptions& options, const RunControl& control)
{
    auto lowered = loweredRun(accelerator, network, options);
    if (!lowered)
        return lowered;
    NodeRun run = *std::move(lowered);
    const SegmentRules rules = options.alone ? SegmentRules{} : segmentRulesOf(accelerator, options.training);
    const auto start = threadCpuTime();
    Found found = options.engine == "kapla"              ? runKapla(run, options, rules, control)
                  : options.engine == "kapla-exhaustive" ? runBaseline(run, options, rules, control)
                                                         : runChains(run, options, rules, control);
    run.cpuMs = std::chrono::duration<double, std::milli>(threadCpuTime() - start).count();
    judge(run, options, std::move(found));
    return run;
}

} // namespace nestloom::kapla
