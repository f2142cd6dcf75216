// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosa/cosa.h"

#include "engine/mapping/why_not.h"
#include "engine/milp/dual_bound.h"
#include "engine/schedule/cosa/latency_model.h"
#include "engine/schedule/cosa/local_search.h"
#include "engine/schedule/cosa/paper_model.h"
#include "engine/schedule/exact/exact.h"
#include "engine/schedule/input_error.h"
#include "engine/workload/network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace nestloom::schedule::cosa {

namespace {

constexpr int kProofAttempts = 4;
constexpr int kFurtherRounds = 3; // of search, where nothing was proven
// What a search with starts takes of the budget once it is within the gap: for energy among equally fast mappings ...
constexpr std::int64_t kPolishShare = 20;
constexpr std::int64_t kNearbyShare = 6; // ... and for objectives that know no gap.
// For the least latency search and proof take turns, each with more than before: most layers need little of both, and
// a proof is the sooner done the better a mapping is known. Shares of the budget, and what the proof may take.
constexpr double kQuickTiles = 16'000; // above, any proof takes longer than the search
constexpr std::array<std::pair<std::int64_t, exact::ExactLimits>, 3> kTurns{
    {{10, {kQuickTiles, 4'000}}, {4, {kQuickTiles, 16'000}}, {1, {}}}};
// To tell mappings apart that are equally fast, and to prove that a known one is the fastest.
constexpr exact::ExactLimits kTieBreak{kQuickTiles, 50'000, true};
constexpr std::int64_t kSettlePolish = 300;
constexpr double kBoundTolerance = 1e-7; // of logarithms as doubles in the rows of the model, relative in cycles
constexpr double kClosed = 1e-6;         // a gap below is one of rounding

/// When a call began: before anything is asked of the layer.
struct Start {
    std::chrono::steady_clock::time_point wall = std::chrono::steady_clock::now();
    std::chrono::nanoseconds cpu = threadCpuTime();
};

/// One call of solve(): bound first, search second, proof last.
class Solve {
public:
    Solve(const workload::Layer& layer, const hardware::Accelerator& accelerator, const CosaParams& params,
          milp::Solver& solver, const RunControl& control, std::span<const mapping::LayerMapping> starts,
          const OnConvergence& onPoint, const Start& start)
        : m_onPoint(onPoint), m_params(params), m_solver(solver), m_control(control), m_space(accelerator, layer),
          m_goal(params.objective, params.cyclePrice), m_search(m_space, m_goal, control.seed), m_starts(starts),
          m_wallStart(start.wall), m_cpuStart(start.cpu)
    {
    }

    Result<LayerOutcome> run()
    {
        TRY_DO(findBound());
        report("local search");
        if (m_params.objective == Objective::CosaPaper) {
            TRY_DO(solvePaper());
        } else {
            search();
            TRY_DO(prove());
        }
        return outcome();
    }

private:
    using Clock = std::chrono::steady_clock;

    bool stopped() const { return m_control.stop.stop_requested() || outOfTime(); }
    bool outOfTime() const { return m_control.outOfTime(m_wallStart); }

    std::chrono::nanoseconds cpu() const { return threadCpuTime() - m_cpuStart + m_solverCpu; }

    /// Notes the best figure when it is a better one.
    void note(double figure)
    {
        if (!m_convergence.empty() && figure >= m_convergence.back().value)
            return;
        m_convergence.push_back(
            {m_search.evaluations(), std::chrono::duration<double, std::milli>(cpu()).count(), figure});
        if (m_onPoint)
            m_onPoint(m_convergence.back());
    }
    void noteBest() { note(m_goal.figure(best().cycles, best().energy)); }

    void report(const std::string& phase) const
    {
        Progress progress{phase, std::nullopt, std::nullopt, m_bound};
        if (m_search.best())
            progress.incumbent = cycles();
        m_control.report(progress);
    }

    /// Runs the solver with what is left of the time, and counts its CPU seconds.
    Result<SolveOutcome<milp::Assignment>> ask(const milp::Model& model, const milp::SolverParameters& parameters,
                                               std::int64_t nodes)
    {
        RunControl control;
        control.stop = m_control.stop;
        control.workLimit = nodes;
        control.timeLimit = std::max(std::chrono::milliseconds(1), m_control.timeLeft(m_wallStart));
        const std::chrono::nanoseconds before = threadCpuTime();
        auto answer = m_solver.solve(model, parameters, control);
        if (answer) {
            m_solverCpu +=
                answer->stats.cpu - (threadCpuTime() - before); // this thread's share is counted by outcome()
            m_nodes += answer->stats.nodes;
        }
        return answer;
    }

    void raiseBound(double cycles) { m_bound = std::max(m_bound.value_or(0), cycles * (1 - kBoundTolerance)); }

    Status findBound()
    {
        report("bound");
        const LatencyModel model(m_space, Side::Bound);
        TRY(const auto answer, ask(model.model(), {.relaxationOnly = true}, -1));
        // No mapping is faster than all MACs that its loops can use busy all the time.
        double busy = 1;
        for (std::size_t i = 0; i < m_space.levelCount(); ++i)
            busy *= double(m_space.mostChildren(i));
        raiseBound(double(workload::macs(m_space.layer())) / busy);
        if (answer.stats.bound)
            raiseBound(LatencyModel::cycles(*answer.stats.bound));
        return success();
    }

    /// Whether an order that the search does not hold is faster than what it has found: one in which inputs overlap.
    bool isApart() const { return m_apart && m_apart->score.cycles * (1 + kClosed) < m_search.best()->score.cycles; }
    const cost::Score& best() const { return isApart() ? m_apart->score : m_search.best()->score; }
    double cycles() const { return best().cycles; }
    bool withinGap() const { return m_search.best() && m_bound && cycles() <= *m_bound * (1 + m_params.gap); }
    bool isAtBound() const { return m_search.best() && m_bound && cycles() <= *m_bound * (1 + kClosed); }
    bool proven() const
    {
        switch (m_params.objective) {
        case Objective::Latency: return withinGap();
        case Objective::Energy:
        case Objective::Edp:
        case Objective::Weighted: return m_closed;
        case Objective::CosaPaper: break;
        }
        return m_paperSolved;
    }

    void search()
    {
        const std::int64_t budget = m_control.workLimit >= 0 ? m_control.workLimit : m_params.evaluations;
        if (improveStarts(budget)) {
            if (m_params.objective != Objective::Latency)
                return explore(budget / kNearbyShare);
            if (!withinGap()) {
                improve(m_space.outermost(), std::max<std::int64_t>(1, budget / 20));
                explore(budget, &Solve::withinGap);
            }
            return explore(budget / kPolishShare);
        }
        improve(m_space.outermost(), std::max<std::int64_t>(1, budget / 20));
        if (m_params.objective != Objective::Latency || !m_params.proveWithMip)
            return explore(budget);
        for (const auto& [share, limits] : kTurns) {
            explore(budget / share, &Solve::isAtBound);
            if (isAtBound() || findFastest(limits))
                break;
        }
        explore(budget / kPolishShare); // the less energy is known, the sooner the least is proven
    }

    void improve(const Candidate& start, std::int64_t evaluations)
    {
        m_search.improve(start, evaluations, m_control);
        noteBest();
    }

    void explore(std::int64_t evaluations, bool (Solve::*isEnough)() const = nullptr)
    {
        m_search.run(evaluations, m_control, [&](const LocalSearch::Best&) {
            noteBest();
            report("local search");
            return outOfTime() || (isEnough && (this->*isEnough)());
        });
    }

    /// Whether there was a start for this space.
    bool improveStarts(std::int64_t budget)
    {
        bool any = false;
        for (const mapping::LayerMapping& start : m_starts)
            if (const auto candidate = m_space.toCandidate(start)) {
                improve(m_search.repaired(*candidate), std::max<std::int64_t>(1, budget / 20));
                any = true;
            }
        return any;
    }

    /// Searches the whole space for something better than the incumbent; none = the incumbent is optimal.
    void proveExactly()
    {
        report("proof");
        const cost::Score& found = m_search.best()->score;
        const double incumbent = m_goal.figure(found.cycles, found.energy);
        const auto proof = exact::searchExactly(
            m_space.accelerator(), m_space.layer(), m_goal, incumbent, {}, [this] { return stopped(); },
            [&](double) { report("proof"); });
        m_nodes += proof.partials;
        m_better = proof.mapping;
        const double best = proof.mapping ? proof.value : incumbent;
        note(best);
        m_closed = proof.complete && best <= proof.bound * (1 + kClosed);
        m_exactBound = proof.bound;
    }

    /// The same for latency, whose mapping is where the search goes on. Whether it is proven to be the least.
    bool findFastest(const exact::ExactLimits& limits)
    {
        report("proof");
        const auto proof = exact::searchExactly(
            m_space.accelerator(), m_space.layer(), m_goal, cycles(), limits, [this] { return stopped(); },
            [&](double bound) {
                m_bound = std::max(*m_bound, bound);
                report("proof");
            });
        m_nodes += proof.partials;
        if (proof.mapping)
            take(*proof.mapping);
        return isAtBound();
    }

    void take(const mapping::LayerMapping& faster)
    {
        cost::Nest nest;
        cost::flatten(m_space.accelerator(), faster, nest);
        m_apart = {faster, cost::Evaluator(m_space.accelerator(), m_space.layer()).score(nest)};
        if (const auto candidate = m_space.toCandidate(faster)) // in one of the orders that the search holds
            improve(*candidate, 1);
    }

    /// Of the mappings that take as many whole cycles, takes the one with the least energy; where that takes long, the
    /// best that the rest of the budget finds.
    void takeLeastEnergy()
    {
        report("proof");
        const auto least =
            exact::searchLeastEnergyWithin(m_space.accelerator(), m_space.layer(), Goal::whole(best().cycles),
                                           best().energy, kTieBreak, [this] { return stopped(); });
        m_nodes += least.partials;
        m_better = least.mapping;
        if (least.complete)
            m_leastEnergy = least.bound;
        if (!least.complete)
            explore(m_params.evaluations - m_search.evaluations());
    }

    /// What the exact search leaves open, for latency: raises the bound by branching, and asks the solver for mappings
    /// faster than the incumbent by more than the gap, as new starts for the search.
    Status prove()
    {
        if (!m_params.proveWithMip)
            return success();
        if (m_params.objective != Objective::Latency) {
            proveExactly();
            return success();
        }
        if (isAtBound()) {
            takeLeastEnergy();
            return success();
        }
        for (int attempt = 0; attempt < kProofAttempts && !withinGap() && !stopped(); ++attempt) {
            report("proof");
            const double target = cycles() / (1 + m_params.gap);
            TRY_DO(attempt % 2 == 0 ? branch(target) : askForFaster(target));
        }
        for (int round = 0; round < kFurtherRounds && !withinGap() && !stopped(); ++round)
            explore(m_params.evaluations, &Solve::withinGap); // what is better may have been missed by chance
        return success();
    }

    Status branch(double target)
    {
        const LatencyModel model(m_space, Side::Bound);
        const auto bound =
            milp::branchingBound(model.model(), std::log2(target), m_params.mipNodes,
                                 [this](const milp::Model& part) { return ask(part, {.relaxationOnly = true}, -1); });
        if (!bound)
            return bound.error();
        if (std::isfinite(*bound))
            raiseBound(LatencyModel::cycles(*bound));
        return success();
    }

    Status askForFaster(double target)
    {
        LatencyModel model(m_space, Side::Design);
        model.requireBelow(target);
        model.log().addLayouts();
        TRY(const auto answer, ask(model.model(), {.absoluteGap = std::log2(1 + m_params.gap) / 2}, m_params.mipNodes));
        if (answer.solution)
            improve(m_search.repaired(model.decode(*answer.solution)), m_params.evaluations / 10);
        return success();
    }

    Status solvePaper()
    {
        report("Eq. 12");
        const PaperModel model(m_space, m_params.paper);
        TRY(const auto answer, ask(model.model(), {.absoluteGap = 1e-4}, m_params.mipNodes * 10));
        const Candidate start =
            answer.solution ? m_search.repaired(model.decode(*answer.solution)) : m_space.outermost();
        improve(start, 1); // one evaluation: judged, not improved
        m_paperSolved =
            answer.status == SolveStatus::Optimal && !m_space.limits().hasOrders(); // the model knows no orders
        return success();
    }

    Result<LayerOutcome> outcome() const
    {
        LayerOutcome result;
        result.solution = m_better    ? *m_better
                          : isApart() ? m_apart->mapping
                                      : m_space.toMapping(m_search.best()->candidate);
        result.status = proven() ? SolveStatus::Optimal : SolveStatus::Feasible;
        result.cause = m_control.stop.stop_requested() ? StopCause::Cancelled
                       : outOfTime()                   ? StopCause::TimeLimit
                       : proven()                      ? StopCause::Completed
                                                       : StopCause::WorkLimit;
        result.stats.bound = m_bound;
        result.stats.evaluations = m_search.evaluations();
        result.stats.nodes = m_nodes;
        result.stats.wall = Clock::now() - m_wallStart;
        result.stats.cpu = cpu();
        result.convergence = m_convergence;
        result.leastEnergy = m_leastEnergy;
        if (m_params.objective == Objective::Latency)
            result.objectiveBound = m_bound;
        else if (m_closed)
            result.objectiveBound = m_convergence.back().value;
        else if (m_exactBound > 0)
            result.objectiveBound = m_exactBound;
        return result;
    }

    const OnConvergence& m_onPoint;
    const CosaParams& m_params;
    milp::Solver& m_solver;
    const RunControl& m_control;
    const MappingSpace m_space;
    const Goal m_goal;
    LocalSearch m_search;
    const std::span<const mapping::LayerMapping> m_starts;
    struct Judged {
        mapping::LayerMapping mapping;
        cost::Score score;
    };
    std::optional<Judged> m_apart;                 // of the exact search, see isApart()
    std::optional<double> m_bound;                 // cycles
    std::optional<mapping::LayerMapping> m_better; // than what the search found
    std::optional<double> m_leastEnergy;           // of mappings as fast, proven
    double m_exactBound = 0;                       // no mapping has a lower figure of the objective than this
    bool m_closed = false;                         // nor than the best
    bool m_paperSolved = false;                    // as the solver says
    std::vector<ConvergencePoint> m_convergence;
    std::int64_t m_nodes = 0;
    std::chrono::nanoseconds m_solverCpu{};
    const Clock::time_point m_wallStart;
    const std::chrono::nanoseconds m_cpuStart;
};

/// Proves which mapping is the fastest, in whole cycles, and makes it the best of the search. False when that takes
/// long.
bool proveFastest(LocalSearch& search, const MappingSpace& space, const RunControl& control,
                  const std::function<bool()>& stopped)
{
    const auto proof =
        exact::searchExactly(space.accelerator(), space.layer(), Objective::Latency,
                             Goal::whole(search.best()->score.cycles) - 0.5, kTieBreak, stopped); // of faster ones
    if (!proof.complete)
        return false;
    if (proof.mapping)
        if (const auto candidate = space.toCandidate(*proof.mapping))
            search.improve(*candidate, 1, control);
    return Goal::whole(proof.bound) >= Goal::whole(search.best()->score.cycles);
}

} // namespace

Result<LayerOutcome> solve(const workload::Layer& layer, const hardware::Accelerator& accelerator,
                           const CosaParams& params, milp::Solver& solver, const RunControl& control,
                           std::span<const mapping::LayerMapping> starts, const OnConvergence& onPoint)
{
    const Start start;
    if (const auto error = inputError(layer, accelerator))
        return *error;
    if (const auto why = mapping::whyNot(accelerator, layer)) {
        LayerOutcome outcome;
        outcome.status = why->proven ? SolveStatus::Infeasible : SolveStatus::NoSolutionFound;
        outcome.reason = why->message;
        return outcome;
    }
    return Solve(layer, accelerator, params, solver, control, starts, onPoint, start).run();
}

std::optional<LayerOutcome> settle(const workload::Layer& layer, const hardware::Accelerator& accelerator,
                                   const RunControl& control, Cycles leastCycles,
                                   std::span<const mapping::LayerMapping> starts)
{
    const Start start;
    if (starts.empty() || inputError(layer, accelerator) || mapping::whyNot(accelerator, layer))
        return std::nullopt;
    const auto stopped = [&control] { return control.stop.stop_requested(); };
    const MappingSpace space(accelerator, layer);
    LocalSearch search(space, Objective::Latency, control.seed);
    for (const mapping::LayerMapping& one : starts)
        if (const auto candidate = space.toCandidate(one))
            search.improve(search.repaired(*candidate), 1, control);
    if (!search.best())
        return std::nullopt;
    search.improve(search.best()->candidate, kSettlePolish, control);
    if (Goal::whole(search.best()->score.cycles) > double(leastCycles.count)
        && !proveFastest(search, space, control, stopped))
        return std::nullopt;
    const double cycles = Goal::whole(search.best()->score.cycles);
    const auto least =
        exact::searchLeastEnergyWithin(accelerator, layer, cycles, search.best()->score.energy, kTieBreak, stopped);
    if (!least.complete)
        return std::nullopt;
    LayerOutcome result;
    result.solution = least.mapping ? *least.mapping : space.toMapping(search.best()->candidate);
    result.status = SolveStatus::Optimal;
    result.stats.bound = cycles;
    result.stats.evaluations = search.evaluations();
    result.stats.nodes = least.partials;
    result.stats.wall = std::chrono::steady_clock::now() - start.wall;
    result.stats.cpu = threadCpuTime() - start.cpu;
    result.objectiveBound = cycles;
    result.leastEnergy = least.bound;
    return result;
}

} // namespace nestloom::schedule::cosa
