// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/convergence.h"

#include "engine/mapping/verify.h"
#include "engine/schedule/baselines/baselines.h"
#include "engine/schedule/cosa/cosa.h"
#include "engine/schedule/input_error.h"
#include "engine/schedule/objective_prover.h"
#include "engine/schedule/standing.h"

#include <algorithm>
#include <cmath>

namespace nestloom::schedule {

namespace {

constexpr double kReached = 1e-6; // above the bound by roundings only

std::optional<Error> findError(const ConvergenceInputs& inputs)
{
    const auto refuse = [](const std::string& message) { return Error{ErrorCode::InvalidInput, message, ""}; };
    if (inputs.engines.empty() || inputs.goals.empty() || inputs.seeds.empty())
        return refuse("choose at least one engine, objective and seed");
    for (const std::string& engine : inputs.engines)
        if (engine != "cosa" && !isBaseline(engine))
            return refuse(
                "'" + engine
                + "' does not search mappings of one layer; known: cosa, random, hybrid, annealing, exhaustive");
    for (const Goal& goal : inputs.goals) {
        if (goal.objective == Objective::CosaPaper)
            return refuse("Eq. 12 is no figure that other engines minimise; choose latency, energy, edp or weighted");
        if (goal.objective == Objective::Weighted && !(goal.cyclePrice > 0 && std::isfinite(goal.cyclePrice)))
            return refuse("a weighted objective needs a price of a cycle above 0 pJ");
    }
    return inputError(inputs.layer, inputs.accelerator);
}

/// One call of converge().
class Searches {
public:
    Searches(const ConvergenceInputs& inputs, milp::Solver& solver, std::stop_token stop,
             const std::function<void(const Convergence&)>& onChange)
        : m_inputs(inputs), m_solver(solver), m_stop(std::move(stop)), m_onChange(onChange),
          m_space(inputs.accelerator, inputs.layer)
    {
        for (const Goal& goal : inputs.goals)
            for (const std::string& engine : inputs.engines)
                for (const std::uint64_t seed : inputs.seeds)
                    if (engine != "exhaustive" || seed == inputs.seeds.front()) {
                        ConvergenceCurve curve;
                        curve.engine = engine;
                        curve.goal = goal;
                        curve.seed = seed;
                        m_all.curves.push_back(std::move(curve));
                    }
    }

    Result<Convergence> run()
    {
        for (const Goal& goal : m_inputs.goals) {
            for (ConvergenceCurve& curve : m_all.curves)
                if (curve.goal == goal && !m_stop.stop_requested())
                    TRY_DO(search(curve));
            if (m_stop.stop_requested())
                break;
            TRY_DO(prove(goal));
        }
        return std::move(m_all);
    }

private:
    void tell() const
    {
        if (m_onChange)
            m_onChange(m_all);
    }

    Result<LayerOutcome> ask(ConvergenceCurve& curve)
    {
        RunControl control;
        control.stop = m_stop;
        control.seed = curve.seed;
        control.timeLimit = m_inputs.timeLimit;
        const auto onPoint = [&](const ConvergencePoint& point) {
            curve.points.push_back(point);
            curve.evaluations = point.evaluations;
            curve.cpuMs = point.cpuMs;
            tell();
        };
        if (curve.engine == "cosa") {
            cosa::CosaParams params = m_inputs.cosa;
            params.objective = curve.goal.objective;
            params.cyclePrice = curve.goal.cyclePrice;
            return cosa::solve(m_inputs.layer, m_inputs.accelerator, params, m_solver, control, {}, onPoint);
        }
        BaselineParams params;
        params.samples = params.evaluations = params.leastEvaluations = m_inputs.evaluations;
        params.drawLimit =
            std::max(params.drawLimit, 1000 * m_inputs.evaluations); // few draws fit; the time limit holds as well
        return solveBaseline(curve.engine, m_inputs.layer, m_inputs.accelerator, curve.goal, params, control, onPoint);
    }

    Status search(ConvergenceCurve& curve)
    {
        curve.state = ConvergenceCurve::State::Running;
        tell();
        TRY(const auto outcome, ask(curve));
        curve.points = outcome.convergence;
        curve.evaluations = outcome.stats.evaluations;
        curve.cpuMs = std::chrono::duration<double, std::milli>(outcome.stats.cpu).count();
        curve.state =
            outcome.cause == StopCause::Cancelled ? ConvergenceCurve::State::Stopped : ConvergenceCurve::State::Done;
        curve.isOutOfTime = outcome.cause == StopCause::TimeLimit;
        if (!outcome.solution)
            refuse(curve, outcome.reason);
        else if (const auto violations = mapping::verify(m_inputs.accelerator, m_inputs.layer, *outcome.solution);
                 !violations.empty())
            refuse(curve, "its mapping was not accepted: " + violations.front().message);
        else
            curve.mapping = outcome.solution;
        if (outcome.objectiveBound && outcome.status == SolveStatus::Optimal)
            m_proven = std::max(m_proven.value_or(0), *outcome.objectiveBound);
        tell();
        return success();
    }

    static void refuse(ConvergenceCurve& curve, const std::string& reason)
    {
        curve.state = ConvergenceCurve::State::Refused;
        curve.reason = reason;
        curve.points.clear();
    }

    Status prove(const Goal& goal)
    {
        const std::optional<double> proven = std::exchange(m_proven, std::nullopt);
        std::optional<double> best;
        for (const ConvergenceCurve& curve : m_all.curves)
            if (curve.goal == goal && curve.best())
                best = std::min(best.value_or(*curve.best()), *curve.best());
        if (!best)
            return success();
        double bound = proven.value_or(0);
        if (bound < *best * (1 - kReached)) {
            m_all.isProving = true;
            tell();
            RunControl control;
            control.stop = m_stop;
            ObjectiveProver prover(m_solver, control);
            const auto found = prover.bound(m_space, goal, 1, *best);
            m_all.isProving = false;
            if (!found)
                return found.error();
            bound = std::max(bound, *found);
        }
        if (bound > *best * (1 + kNoGap))
            return Error{ErrorCode::Internal,
                         "a mapping costs less than the lower bound that was proven: one of both is wrong",
                         "layer " + m_inputs.layer.name};
        if (bound > 0)
            m_all.bounds.push_back({goal, std::min(bound, *best), bound >= *best * (1 - kReached)});
        tell();
        return success();
    }

    const ConvergenceInputs& m_inputs;
    milp::Solver& m_solver;
    const std::stop_token m_stop;
    const std::function<void(const Convergence&)>& m_onChange;
    const cosa::MappingSpace m_space;
    std::optional<double> m_proven; // of the goal at work
    Convergence m_all;
};

} // namespace

Result<Convergence> converge(const ConvergenceInputs& inputs, const SolverFactory& makeSolver, std::stop_token stop,
                             const std::function<void(const Convergence&)>& onChange)
{
    if (const auto error = findError(inputs))
        return *error;
    const std::unique_ptr<milp::Solver> solver = makeSolver();
    return Searches(inputs, *solver, std::move(stop), onChange).run();
}

std::optional<ConvergencePoint> reached(const ConvergenceCurve& curve, double value, double within)
{
    const auto found = std::ranges::find_if(
        curve.points, [&](const ConvergencePoint& point) { return point.value <= value * (1 + within) * (1 + 1e-12); });
    return found == curve.points.end() ? std::nullopt : std::optional(*found);
}

} // namespace nestloom::schedule
