// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/mesh/mesh_engine.h"

#include "engine/cost/mesh_model.h"
#include "engine/mapping/fanout_layout.h"
#include "engine/schedule/cosa/local_search.h"
#include "engine/schedule/mesh/pe_nests.h"
#include "engine/simulation/layer_simulation.h"

#include <algorithm>

namespace nestloom::schedule {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t kQuick = 8;    // part of the evaluations for the first start
constexpr std::int64_t kNear = 4;     // part of them before the bound, and all when what they find is within the gap
constexpr std::size_t kSimulated = 8; // candidates, those of CoSA not counted

/// One call of solveForMesh().
class MeshSolve {
public:
    MeshSolve(const workload::Layer& layer, const hardware::Accelerator& accelerator, const cosa::CosaParams& params,
              milp::Solver& solver, const RunControl& control, std::span<const mapping::LayerMapping> starts)
        : m_layer(layer), m_accelerator(accelerator), m_mesh(*cost::meshLevel(accelerator)), m_params(params),
          m_solver(solver), m_control(control), m_starts(starts), m_better{Goal(params.objective, params.cyclePrice)},
          m_evaluator(accelerator, layer, cost::Model::Mesh)
    {
    }

    Result<LayerOutcome> run()
    {
        cosa::CosaParams first = m_params; // of a start; but of those that are simulated, CoSA's own is one
        if (!m_params.simulated) {
            first.proveWithMip = false;
            first.evaluations = std::max<std::int64_t>(1, first.evaluations / kQuick);
        }
        TRY(LayerOutcome usual, ask(m_accelerator, first));
        if (!usual.solution)
            return usual; // nothing fits
        take(*usual.solution);
        // Where orders are timed one by one, its bound is hardly ever the larger one.
        TRY(const LayerOutcome bounded, ask(cost::withMeshPorts(m_accelerator), timesOrders() ? first : m_params));
        if (bounded.solution)
            take(*bounded.solution);
        const std::chrono::nanoseconds begin = threadCpuTime();
        const cosa::MappingSpace space(m_accelerator, m_layer);
        cosa::LocalSearch search(space, m_better.goal, m_control.seed, cost::Model::Mesh);
        const std::int64_t budget = m_control.workLimit >= 0 ? m_control.workLimit : m_params.evaluations;
        improve(space, search, std::max<std::int64_t>(1, budget / kNear)); // the better, the sooner a bound is found
        // Of the two one that is missing is the smaller one.
        const auto least = std::max(bounded.stats.bound, bound(space));
        if (!isNear(least))
            improve(space, search, budget - budget / kNear);
        const std::int64_t evaluations = search.evaluations();
        LayerOutcome result;
        if (m_params.simulated)
            TRY_DO(simulate(result));
        result.solution = m_best;
        result.status = SolveStatus::Feasible;
        result.cause = m_control.stop.stop_requested() ? StopCause::Cancelled
                       : outOfTime()                   ? StopCause::TimeLimit
                                                       : StopCause::WorkLimit;
        result.stats.bound = least;
        result.objectiveBound = m_params.objective == Objective::Latency ? least : bounded.objectiveBound;
        result.stats.evaluations = usual.stats.evaluations + bounded.stats.evaluations + evaluations;
        result.stats.nodes = usual.stats.nodes + bounded.stats.nodes;
        result.stats.wall = Clock::now() - m_begin;
        result.stats.cpu = usual.stats.cpu + bounded.stats.cpu + (threadCpuTime() - begin);
        return result;
    }

private:
    std::chrono::milliseconds timeLeft() const
    {
        return std::max(std::chrono::milliseconds(1), m_control.timeLeft(m_begin));
    }
    bool timesOrders() const
    {
        return m_params.objective == Objective::Latency && m_params.proveWithMip && m_mesh == 1;
    }
    bool outOfTime() const { return timeLeft() <= std::chrono::milliseconds(1); }

    Result<LayerOutcome> ask(const hardware::Accelerator& accelerator, const cosa::CosaParams& params)
    {
        RunControl control;
        control.stop = m_control.stop;
        control.seed = m_control.seed;
        control.workLimit = m_control.workLimit;
        control.timeLimit = timeLeft();
        return cosa::solve(m_layer, accelerator, params, m_solver, control, m_starts);
    }

    /// What no mapping is faster than; those that are found on the way are taken.
    std::optional<double> bound(const cosa::MappingSpace& space)
    {
        PeNests nests(space, m_mesh);
        const auto found = [&](const MeshLoops& loops) {
            if (const auto mapping = nests.mapping(loops))
                take(*mapping);
            return m_score.cycles;
        };
        return meshBound(space, m_score.cycles, timesOrders() ? MeshBoundEffort() : kQuickMeshBound,
                         {found, [this] { return stopped(); }});
    }

    /// Keeps a mapping when it is the best so far, laid out as it is or along the other axis of the mesh.
    void take(const mapping::LayerMapping& mapping)
    {
        keep(mapping);
        const hardware::Fanout& fanout = m_accelerator.levels[m_mesh].fanout;
        if (!fanout.isPlane())
            return;
        auto turned = mapping::layOut({fanout.rows, fanout.columns}, mapping.levels[m_mesh].spatial);
        if (!turned)
            return;
        for (mapping::Loop& loop : *turned)
            loop.axis = loop.axis == hardware::Axis::Columns ? hardware::Axis::Rows : hardware::Axis::Columns;
        std::stable_partition(turned->begin(), turned->end(),
                              [](const auto& loop) { return loop.axis == hardware::Axis::Rows; });
        mapping::LayerMapping other = mapping;
        other.levels[m_mesh].spatial = std::move(*turned);
        keep(other);
    }

    void keep(const mapping::LayerMapping& mapping)
    {
        cost::flatten(m_accelerator, mapping, m_nest);
        const cost::Score score = m_evaluator.score(m_nest);
        if (m_params.simulated && std::ranges::find(m_candidates, mapping) == m_candidates.end())
            m_candidates.push_back(mapping);
        if (m_best && !m_better(score, m_score))
            return;
        m_best = mapping;
        m_score = score;
        Progress progress{"mesh model", std::nullopt, std::nullopt, std::nullopt};
        progress.incumbent = score.cycles;
        m_control.report(progress);
    }

    bool isNear(std::optional<double> least) const
    {
        return m_params.objective == Objective::Latency && !m_params.simulated && least
               && m_score.cycles <= *least * (1 + m_params.gap);
    }

    /// Searches from the best incumbent on.
    void improve(const cosa::MappingSpace& space, cosa::LocalSearch& search, std::int64_t budget)
    {
        std::optional<cost::Score> known;
        const auto hear = [&](const cosa::LocalSearch::Best& best) {
            if (!known || m_better(best.score, *known)) {
                known = best.score;
                take(space.toMapping(best.candidate)); // laid out on the mesh, it costs a little more or less
            }
            return outOfTime();
        };
        if (const auto candidate = space.toCandidate(*m_best)) {
            search.improve(search.repaired(*candidate), std::max<std::int64_t>(1, budget / 4), m_control);
            hear(*search.best());
        }
        search.run(budget, m_control, hear);
    }

    /// Keeps the candidate that simulates fastest: of CoSA's, which came first, and the last ones that were found.
    Status simulate(LayerOutcome& result)
    {
        constexpr std::size_t kIncumbents = 2;
        if (m_candidates.size() > kIncumbents + kSimulated)
            m_candidates.erase(m_candidates.begin() + kIncumbents, m_candidates.end() - kSimulated);
        TRY(auto settings, simulation::settingsFor(m_accelerator, simulation::dramModelOf(m_accelerator)));
        settings.countWindows = false;
        RunControl control;
        control.stop = m_control.stop;
        for (const mapping::LayerMapping& mapping : m_candidates) {
            if (stopped())
                break;
            TRY(const auto run, simulation::simulateLayer(m_accelerator, m_layer, mapping, settings, control));
            if (!run.run.finished || (result.simulated && run.simulated() >= *result.simulated))
                continue;
            result.simulated = run.simulated();
            settings.maxCycles = run.run.cycles; // what takes longer is not wanted
            m_best = mapping;
        }
        return success();
    }

    bool stopped() const { return m_control.stop.stop_requested() || outOfTime(); }

    const workload::Layer& m_layer;
    const hardware::Accelerator& m_accelerator;
    const std::size_t m_mesh; // the level whose children it connects
    const cosa::CosaParams& m_params;
    milp::Solver& m_solver;
    const RunControl& m_control;
    const std::span<const mapping::LayerMapping> m_starts;
    const cosa::Better m_better;
    cost::Evaluator m_evaluator;
    cost::Nest m_nest;
    std::vector<mapping::LayerMapping> m_candidates; // to simulate, in the order of finding
    std::optional<mapping::LayerMapping> m_best;
    cost::Score m_score;
    const Clock::time_point m_begin = Clock::now();
};

} // namespace

cost::Model costModelOf(std::string_view engine)
{
    return engine == kMeshEngine ? cost::Model::Mesh : cost::Model::Nestloom;
}

Result<LayerOutcome> solveForMesh(const workload::Layer& layer, const hardware::Accelerator& accelerator,
                                  const cosa::CosaParams& params, milp::Solver& solver, const RunControl& control,
                                  std::span<const mapping::LayerMapping> starts)
{
    if (params.objective == Objective::CosaPaper)
        return Error{ErrorCode::InvalidInput, "Eq. 12 knows no mesh model", "layer " + layer.name};
    TRY_DO(cost::meshModel(accelerator, layer));
    return MeshSolve(layer, accelerator, params, solver, control, starts).run();
}

} // namespace nestloom::schedule
