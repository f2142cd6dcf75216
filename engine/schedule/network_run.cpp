// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/network_run.h"

#include "engine/base/parallel_for.h"
#include "engine/base/ranges.h"
#include "engine/base/run_control.h"
#include "engine/cost/evaluate.h"
#include "engine/mapping/constraints.h"
#include "engine/mapping/verify.h"
#include "engine/schedule/baselines/baselines.h"
#include "engine/schedule/flexer/flexer.h"
#include "engine/schedule/flexer/machine.h"
#include "engine/schedule/flexer/tiled_schedule.h"
#include "engine/schedule/flexer/verify_schedule.h"
#include "engine/schedule/input_error.h"
#include "engine/schedule/layer_cache.h"
#include "engine/schedule/mesh/mesh_engine.h"
#include "engine/schedule/objective_prover.h"
#include "engine/schedule/run_choices.h"
#include "engine/schedule/settled_layers.h"
#include "engine/schedule/take_outcome.h"
#include "engine/schedule/wider_search.h"
#include "engine/traffic/mesh_load.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <mutex>
#include <thread>

namespace nestloom::schedule {

namespace {

/// Nothing reaches the user before the verifier has accepted it.
void judge(const hardware::Accelerator& accelerator, const ScheduleOptions& options,
           const flexer::FlexerSolution& solution, LayerResult& result)
{
    if (const auto violations = flexer::verify(solution.schedule); !violations.empty()) {
        result.status = LayerStatus::Failed;
        result.reason = "the verifier refused the engine's schedule: " + violations.front().message;
        return;
    }
    result.verified = true;
    result.tiled = solution.summary;
    result.cost = flexer::costOf(accelerator, solution.schedule);
    result.objectiveBound = solution.summary.metricBound;
    setGap(result, options);
}

/// Schedules one layer with the engine "flexer", has the schedule verified and says what it costs. Fills status,
/// reason, times, bound, cost and summary of `result`; `threads` share the tilings.
void solveTiled(const workload::Layer& layer, const hardware::Accelerator& accelerator, const flexer::Machine& machine,
                const ScheduleOptions& options, const RunControl& control, int threads, LayerResult& result)
{
    const auto outcome = flexer::solve(layer, machine, options.flexer, control, threads);
    if (!outcome) {
        result.status = LayerStatus::Failed;
        result.reason = outcome.error().text();
        return;
    }
    takeOutcome(*outcome, result);
    if (outcome->solution)
        judge(accelerator, options, *outcome->solution, result);
}

} // namespace

void Starts::add(const workload::Layer& layer, const mapping::LayerMapping& mapping)
{
    std::vector<mapping::LayerMapping>& known = m_byShape[workload::shapeFingerprint(layer)];
    if (const auto same = std::ranges::find(known, mapping); same != known.end()) {
        std::rotate(known.begin(), same, same + 1);
        return;
    }
    known.insert(known.begin(), mapping);
    if (known.size() > kPerShape)
        known.pop_back();
}

std::span<const mapping::LayerMapping> Starts::of(const workload::Layer& layer) const
{
    const auto found = m_byShape.find(workload::shapeFingerprint(layer));
    return found == m_byShape.end() ? std::span<const mapping::LayerMapping>() : std::span(found->second);
}

const std::vector<EngineInfo>& engines()
{
    static const std::vector<EngineInfo> table{
        {"cosa", "CoSA", "Huang et al., CoSA, ISCA 2021"},
        {std::string(kMeshEngine), "CoSA, mesh",
         "CoSA's search and bounds under the mesh model (engine/cost/MODEL.md)"},
        {"flexer", "Flexer", "Min et al., Flexer, CGO 2023"},
        {"random", "Random", "best of 5 valid mappings, as in CoSA's evaluation"},
        {"hybrid", "Hybrid", "Parashar et al., Timeloop, ISPASS 2019, as set in CoSA's evaluation"},
        {"annealing", "Annealing", "Kirkpatrick et al., Science 1983"},
        {"exhaustive", "Exhaustive", "all factorisations and loop orders"},
    };
    return table;
}

std::vector<LayerResult> pendingResults(const workload::Network& network)
{
    std::vector<LayerResult> results(network.layers.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
        results[i].index = i;
        results[i].name = network.layers[i].name;
    }
    return results;
}

std::string_view name(LayerStatus status)
{
    constexpr std::array<std::string_view, 7> names{"pending", "proven",    "best found", "infeasible",
                                                    "failed",  "cancelled", "damaged"};
    return names[std::size_t(status)];
}

namespace {

std::string idsOf(const std::vector<EngineInfo>& list) { return joinText(list, ", ", &EngineInfo::id); }

/// Layers of equal shape, solved once: the first index stands for all.
struct ShapeGroup {
    std::vector<std::size_t> layers;
};

std::vector<ShapeGroup> groupByShape(const workload::Network& network)
{
    std::vector<ShapeGroup> groups;
    std::map<std::uint64_t, std::size_t> groupOf;
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
        const auto [it, isNew] = groupOf.try_emplace(workload::shapeFingerprint(network.layers[i]), groups.size());
        if (isNew)
            groups.emplace_back();
        groups[it->second].layers.push_back(i);
    }
    return groups;
}

/// Groups with a layer of `first` to the front, in its order.
void bringForward(std::vector<ShapeGroup>& groups, const std::vector<std::size_t>& first)
{
    const auto rank = [&](const ShapeGroup& group) {
        return std::find_first_of(first.begin(), first.end(), group.layers.begin(), group.layers.end()) - first.begin();
    };
    if (!first.empty())
        std::ranges::stable_sort(groups, [&](const ShapeGroup& a, const ShapeGroup& b) { return rank(a) < rank(b); });
}

/// One run: shared by its worker threads.
class NetworkRun {
public:
    NetworkRun(const hardware::Accelerator& accelerator, const workload::Network& network,
               const ScheduleOptions& options, const SolverFactory& makeSolver, std::stop_token stop,
               const ScheduleEvents& events, const Hints& hints, std::optional<flexer::Machine> machine)
        : m_accelerator(mapping::withConstraints(accelerator, options.constraints)), m_machine(machine),
          m_network(network), m_options(options), m_makeSolver(makeSolver), m_stop(std::move(stop)), m_events(events),
          m_hints(hints), m_groups(groupByShape(network)), m_results(pendingResults(network))
    {
        bringForward(m_groups, hints.first);
    }

    std::vector<LayerResult> run()
    {
        const int wanted = m_options.threads > 0 ? m_options.threads : int(std::thread::hardware_concurrency());
        const int count = std::clamp(wanted, 1, int(m_groups.size()));
        m_threadsPerLayer = std::max(1, wanted / count);
        onThreads(count, [this] { work(); });
        return std::move(m_results);
    }

private:
    void work()
    {
        const std::unique_ptr<milp::Solver> solver = m_machine ? nullptr : m_makeSolver();
        for (std::size_t g = m_next++; g < m_groups.size(); g = m_next++) {
            const std::vector<std::size_t>& layers = m_groups[g].layers;
            LayerResult first =
                m_stop.stop_requested() ? cancelled(layers.front()) : solveSafely(layers.front(), solver.get());
            publish(first);
            for (std::size_t i = 1; i < layers.size(); ++i)
                publish(copyFor(first, layers[i]));
        }
    }

    LayerResult cancelled(std::size_t index) const
    {
        LayerResult result = m_results[index];
        result.status = LayerStatus::Cancelled;
        result.cause = StopCause::Cancelled;
        result.reason = "cancelled before this layer was begun";
        return result;
    }

    LayerResult failed(std::size_t index, const Error& error) const
    {
        LayerResult result = m_results[index];
        result.status = LayerStatus::Failed;
        result.failure = error.code;
        result.reason = error.text();
        return result;
    }

    LayerResult copyFor(const LayerResult& solved, std::size_t index) const
    {
        LayerResult result = solved;
        result.index = index;
        result.name = m_network.layers[index].name;
        result.solveCpuMs = 0;
        result.solveWallMs = 0;
        result.sameShapeAs = solved.index;
        return result;
    }

    /// What is thrown on the way, when memory runs out, fails this layer only.
    LayerResult solveSafely(std::size_t index, milp::Solver* solver)
    {
        const auto solved = caught([&]() -> Result<LayerResult> { return solve(index, solver); });
        return solved ? *solved : failed(index, solved.error());
    }

    LayerResult solve(std::size_t index, milp::Solver* solver)
    {
        if (m_hints.settled)
            return settle(index, solver);
        if (!m_hints.cache)
            return search(index, solver);
        const std::uint64_t key = LayerCache::key(m_network.layers[index], m_accelerator, m_options,
                                                  m_hints.sameStarts ? startsOf(m_network.layers[index])
                                                                     : std::span<const mapping::LayerMapping>());
        if (auto known = m_hints.cache->find(key)) {
            LayerResult result = copyFor(*known, index);
            result.sameShapeAs.reset();
            return result;
        }
        LayerResult result = search(index, solver);
        m_hints.cache->add(key, result);
        return result;
    }

    /// By what is known of other accelerators, which learn of this one.
    LayerResult settle(std::size_t index, milp::Solver* solver)
    {
        const workload::Layer& layer = m_network.layers[index];
        if (auto result = inherited(m_hints.settled->of(layer, m_accelerator, SettledLayers::Space::Run), index,
                                    m_accelerator, layer))
            return *std::move(result);
        LayerResult result = search(index, solver);
        m_hints.settled->add(layer, m_accelerator, result, SettledLayers::Space::Run);
        return result;
    }

    /// The best of a larger accelerator, where it costs the same here.
    std::optional<LayerResult> inherited(const SettledLayers::Known& known, std::size_t index,
                                         const hardware::Accelerator& accelerator, const workload::Layer& layer) const
    {
        for (const SettledLayers::Settled& one : known.best) {
            LayerResult result = copyFor(one.result, index);
            result.sameShapeAs.reset();
            if (judge(accelerator, layer, *one.result.mapping, result) && result.cost->cycles == one.cycles
                && result.cost->energy == one.energy)
                return result;
        }
        return std::nullopt;
    }

    LayerResult search(std::size_t index, milp::Solver* solver)
    {
        const workload::Layer& layer = m_network.layers[index];
        RunControl control;
        control.stop = m_stop;
        control.seed = m_options.seed;
        control.timeLimit = m_options.timeLimitPerLayer;
        control.onProgress = [&](const Progress& progress) {
            const std::scoped_lock lock(m_mutex);
            if (m_events.onProgress)
                m_events.onProgress({index, progress});
        };
        LayerResult result = m_results[index];
        if (m_machine) {
            solveTiled(layer, m_accelerator, *m_machine, m_options, control, m_threadsPerLayer, result);
            return result;
        }
        const auto begin = std::chrono::steady_clock::now();
        result = map(index, m_accelerator, layer, *solver, control);
        // Where nothing fits with all tensors kept, fewer may.
        const bool mayFit = result.status == LayerStatus::Infeasible && looksAtKeeps(m_options);
        if (!mayFit && !(result.cost && (looksAtSizes(m_options) || looksAtKeeps(m_options))))
            return result;
        control.timeLimit = std::max(std::chrono::milliseconds(0), control.timeLeft(begin));
        const auto mapAs = [&](const hardware::Accelerator& accelerator, const workload::Layer& other,
                               const RunControl& limited) { return map(index, accelerator, other, *solver, limited); };
        const auto judgeAs = [&](const mapping::LayerMapping& mapping, LayerResult& of) {
            return judge(m_accelerator, layer, mapping, of);
        };
        WiderSearch(m_accelerator, layer, m_options, *solver, control, {mapAs, judgeAs, m_hints.settled}).run(result);
        return result;
    }

    /// `layer` is that of the network, or the same with larger sizes; the accelerator may keep fewer tensors.
    LayerResult map(std::size_t index, const hardware::Accelerator& accelerator, const workload::Layer& layer,
                    milp::Solver& solver, RunControl control) const
    {
        if (!m_hints.settled)
            return mapAnew(index, accelerator, layer, solver, std::move(control), {});
        const SettledLayers::Known known = m_hints.settled->of(layer, accelerator);
        if (auto result = inherited(known, index, accelerator, layer))
            return *std::move(result);
        LayerResult result = mapAnew(index, accelerator, layer, solver, std::move(control), known);
        m_hints.settled->add(layer, accelerator, result);
        return result;
    }

    LayerResult mapAnew(std::size_t index, const hardware::Accelerator& accelerator, const workload::Layer& layer,
                        milp::Solver& solver, RunControl control, const SettledLayers::Known& known) const
    {
        LayerResult result = m_results[index];
        const auto begin = std::chrono::steady_clock::now();
        const auto outcome = askEngine(accelerator, layer, solver, control, startsOf(m_network.layers[index]), known);
        if (!outcome)
            return failed(index, outcome.error());
        takeOutcome(*outcome, result);
        result.objectiveBound = outcome->objectiveBound;
        result.simulated = outcome->simulated;
        result.leastEnergy = outcome->leastEnergy;
        if (outcome->solution && judge(accelerator, layer, *outcome->solution, result)) {
            control.timeLimit = std::max(std::chrono::milliseconds(0), control.timeLeft(begin));
            if (const Status proven = raiseBounds(accelerator, layer, solver, control, result); !proven)
                result.reason = "no more was proven: " + proven.error().text();
            setGap(result, m_options);
        }
        return result;
    }

    /// Bounds belong to layer, accelerator, objective and cost model: what the engine has not proven of its mapping is
    /// proven here, in the same way for every engine. Without proofs only latency has a bound, of a linear program.
    Status raiseBounds(const hardware::Accelerator& accelerator, const workload::Layer& layer, milp::Solver& solver,
                       const RunControl& control, LayerResult& result) const
    {
        const bool isLatency = m_options.cosa.objective == Objective::Latency, ofCosa = !isBaseline(m_options.engine);
        const auto figure = figureOf(result, m_options);
        if (!figure || result.status == LayerStatus::Proven || (ofCosa && (isLatency || !m_options.cosa.proveWithMip)))
            return success();
        ObjectiveProver prover(solver, control);
        const cosa::MappingSpace space(cost::withPortsOf(costModelOf(m_options.engine), accelerator), layer);
        const Goal goal(m_options.cosa.objective, m_options.cosa.cyclePrice);
        TRY(const auto latency, prover.relaxedBound(space, Objective::Latency, 1, 0));
        result.lowerBoundCycles = std::max(result.lowerBoundCycles.value_or(0), latency);
        if (m_options.cosa.proveWithMip) {
            TRY(const auto bound, ofCosa ? prover.relaxedBound(space, goal, *result.lowerBoundCycles, *figure)
                                         : prover.bound(space, goal, *result.lowerBoundCycles, *figure));
            (isLatency ? result.lowerBoundCycles : result.objectiveBound) =
                std::max((isLatency ? result.lowerBoundCycles : result.objectiveBound).value_or(0), bound);
        }
        result.solveCpuMs += std::chrono::duration<double, std::milli>(prover.cpu()).count();
        return success();
    }

    Result<LayerOutcome> askEngine(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                   milp::Solver& solver, const RunControl& control,
                                   std::span<const mapping::LayerMapping> starts,
                                   const SettledLayers::Known& known) const
    {
        if (m_mesh)
            return solveForMesh(layer, accelerator, m_options.cosa, solver, control, starts);
        if (known.leastCycles)
            if (auto settled = cosa::settle(layer, accelerator, control, *known.leastCycles, known.mappings))
                return *std::move(settled);
        if (!isBaseline(m_options.engine))
            return cosa::solve(layer, accelerator, m_options.cosa, solver, control, starts);
        BaselineParams params;
        params.evaluations = m_options.cosa.evaluations; // a search of its own gets what CoSA's gets
        return solveBaseline(m_options.engine, layer, accelerator,
                             {m_options.cosa.objective, m_options.cosa.cyclePrice}, params, control);
    }

    std::span<const mapping::LayerMapping> startsOf(const workload::Layer& layer) const
    {
        return m_hints.starts ? m_hints.starts->of(layer) : std::span<const mapping::LayerMapping>();
    }

    /// Nothing reaches the user before the verifier has accepted it.
    bool judge(const hardware::Accelerator& accelerator, const workload::Layer& layer,
               const mapping::LayerMapping& mapping, LayerResult& result) const
    {
        const auto violations = mapping::verify(accelerator, layer, mapping);
        const auto cost = cost::evaluate(accelerator, layer, mapping, costModelOf(m_options.engine));
        const auto timeloop = cost::evaluate(accelerator, layer, mapping, cost::timeloopModel(accelerator));
        if (!violations.empty() || !cost || !timeloop) {
            result.status = LayerStatus::Failed;
            result.reason = "the verifier refused the engine's mapping: "
                            + (!violations.empty() ? violations.front().message
                               : cost              ? timeloop.error().text()
                                                   : cost.error().text());
            return false;
        }
        result.verified = true;
        result.mapping = mapping;
        result.cost = *cost;
        result.timeloopCost = *timeloop;
        if (!accelerator.interconnect.below.empty())
            if (const auto load = traffic::meshLoad(accelerator, layer, mapping, cost->cycles))
                result.meshLoad = load->utilization(load->hottestLink());
        return true;
    }

    void publish(const LayerResult& result)
    {
        const std::scoped_lock lock(m_mutex);
        m_results[result.index] = result;
        if (m_events.onLayer)
            m_events.onLayer(result);
    }

    const hardware::Accelerator m_accelerator;      // with the constraints of the run
    const std::optional<flexer::Machine> m_machine; // of the engine "flexer"; nothing for engines that map
    int m_threadsPerLayer = 1;
    const workload::Network& m_network;
    const ScheduleOptions& m_options;
    const bool m_mesh = m_options.engine == kMeshEngine;
    const SolverFactory& m_makeSolver;
    const std::stop_token m_stop;
    const ScheduleEvents& m_events;
    const Hints& m_hints;
    std::vector<ShapeGroup> m_groups;   // fixed before the threads start
    std::vector<LayerResult> m_results; // each slot is written once, under m_mutex
    std::atomic<std::size_t> m_next = 0;
    std::mutex m_mutex;
};

} // namespace

std::optional<Error> whyRefused(const hardware::Accelerator& accelerator, const workload::Network& network,
                                const ScheduleOptions& options)
{
    const auto& known = engines();
    if (std::ranges::none_of(known, [&](const EngineInfo& engine) { return engine.id == options.engine; }))
        return Error{ErrorCode::InvalidInput,
                     "there is no engine named '" + options.engine + "'; known: " + idsOf(known), ""};
    const bool hasPrice = options.cosa.cyclePrice > 0 && std::isfinite(options.cosa.cyclePrice);
    if (options.cosa.objective == Objective::Weighted && options.engine != "flexer" && !hasPrice)
        return Error{ErrorCode::InvalidInput, "a weighted objective needs a price of a cycle above 0 pJ", ""};
    if (options.engine != "flexer") // which has no objective at all
        if (const auto why = whyUnused(RunChoice::Objective, options.engine, options.cosa.objective))
            return Error{ErrorCode::InvalidInput, *why, "objective"};
    TRY_DO(noFindings(hardware::check(accelerator), "accelerator " + accelerator.name));
    TRY_DO(noFindings(workload::check(network), "network " + network.name));
    if (const std::string why = workload::whyNothingToMap(network); !why.empty())
        return Error{ErrorCode::InvalidInput, why, "network " + network.name};
    if (const auto constraints = mapping::parseConstraints(accelerator, accelerator.constraints); !constraints)
        return Error{ErrorCode::InvalidInput, constraints.error().message,
                     "accelerator " + accelerator.name + ": " + constraints.error().where};
    if (const auto constraints = mapping::parseConstraints(accelerator, options.constraints); !constraints)
        return Error{ErrorCode::InvalidInput, constraints.error().message, "run: " + constraints.error().where};
    if (options.cosa.simulated && (options.engine != kMeshEngine || options.cosa.objective != Objective::Latency))
        return Error{ErrorCode::InvalidInput,
                     "engine " + options.engine + " simulates no candidates; " + std::string(kMeshEngine) + " does",
                     "objective"};
    if (options.engine == kMeshEngine)
        TRY_DO(cost::meshModel(accelerator, network.layers.front()));
    if (options.engine != "flexer")
        return std::nullopt;
    if (auto refusal = refusesConstraints("flexer", accelerator, options.constraints))
        return refusal;
    const auto machine = flexer::machineOf(accelerator);
    return machine ? std::nullopt : std::optional(machine.error());
}

Result<std::vector<LayerResult>> scheduleNetwork(const hardware::Accelerator& accelerator,
                                                 const workload::Network& network, const ScheduleOptions& options,
                                                 const SolverFactory& makeSolver, std::stop_token stop,
                                                 const ScheduleEvents& events, const Hints& hints)
{
    if (auto refusal = whyRefused(accelerator, network, options))
        return *std::move(refusal);
    std::optional<flexer::Machine> machine;
    if (options.engine == "flexer")
        machine = *flexer::machineOf(accelerator);
    return caught([&]() -> Result<std::vector<LayerResult>> {
        return NetworkRun(accelerator, network, options, makeSolver, stop, events, hints, machine).run();
    });
}

} // namespace nestloom::schedule
