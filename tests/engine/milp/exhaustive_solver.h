// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/run_control.h"
#include "engine/milp/solver.h"

#include <algorithm>
#include <cmath>

namespace nestloom::tests {

using namespace milp;

/// Tries every integer point of a tiny model: the oracle that other solvers are tested against, naive on purpose.
/// Takes     pure integer models with finite bounds and at most 10^7 points.
/// Returns   Optimal or Infeasible; after a stop, time limit or work limit (in points) what was best so far.
///           relaxationOnly and the gaps are not used.
/// Fails     Unsupported for any other model.
class ExhaustiveSolver final : public Solver {
public:
    Result<SolveOutcome<Assignment>> solve(const Model& model, const SolverParameters& parameters,
                                           const RunControl& control) override;
};

namespace exhaustive {

inline constexpr double kTolerance = 1e-7;
inline constexpr double kMaxPoints = 1e7;

inline double sum(const std::vector<std::pair<VariableId, double>>& terms, const Assignment& point)
{
    double total = 0;
    for (const auto& [variable, coefficient] : terms)
        total += coefficient * point[variable.value];
    return total;
}

inline bool satisfies(const Model& model, const Assignment& point)
{
    return std::all_of(model.rows().begin(), model.rows().end(), [&](const Row& row) {
        const double value = sum(row.terms, point);
        return value >= row.lower - kTolerance && value <= row.upper + kTolerance;
    });
}

/// Smallest point, or nothing when a variable has no value at all.
inline std::optional<Assignment> firstPoint(const Model& model)
{
    Assignment point;
    for (const Variable& variable : model.variables()) {
        point.push_back(std::ceil(variable.lower));
        if (point.back() > variable.upper)
            return std::nullopt;
    }
    return point;
}

/// The next point, counting like an odometer; false after the last.
inline bool advance(const Model& model, Assignment& point)
{
    for (std::size_t i = 0; i < point.size(); ++i) {
        if (++point[i] <= model.variables()[i].upper)
            return true;
        point[i] = std::ceil(model.variables()[i].lower);
    }
    return false;
}

inline std::optional<Error> whyUnsupported(const Model& model)
{
    double points = 1;
    for (const Variable& variable : model.variables()) {
        if (!variable.integer || !std::isfinite(variable.lower) || !std::isfinite(variable.upper)) {
            return Error{ErrorCode::Unsupported,
                         "trying every point needs integer variables with finite bounds, " + variable.name
                             + " is not one",
                         {}};
        }
        points *= std::max(1.0, std::floor(variable.upper) - std::ceil(variable.lower) + 1);
    }
    if (points > kMaxPoints)
        return Error{ErrorCode::Unsupported, "the model has too many points to try them all", {}};
    return std::nullopt;
}

} // namespace exhaustive

inline Result<SolveOutcome<Assignment>> ExhaustiveSolver::solve(const Model& model, const SolverParameters&,
                                                                const RunControl& control)
{
    using namespace exhaustive;
    if (auto error = whyUnsupported(model))
        return *error;
    const auto start = std::chrono::steady_clock::now();
    // In milliseconds: the largest limit, which means none, does not fit nanoseconds.
    const auto elapsed = [start] {
        return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
    };
    const auto cpuStart = threadCpuTime();
    SolveOutcome<Assignment> outcome;
    double best = kInfinity;
    std::optional<Assignment> point = firstPoint(model);
    for (bool more = point.has_value(); more; more = advance(model, *point)) {
        if (outcome.stats.nodes == control.workLimit)
            outcome.cause = StopCause::WorkLimit;
        else if (outcome.stats.nodes % 1024 == 0 && control.stop.stop_requested())
            outcome.cause = StopCause::Cancelled;
        else if (outcome.stats.nodes % 1024 == 0 && elapsed() >= control.timeLimit)
            outcome.cause = StopCause::TimeLimit;
        if (outcome.cause != StopCause::Completed)
            break;
        ++outcome.stats.nodes;
        if (!satisfies(model, *point))
            continue;
        const double objective = sum(model.objective(), *point) + model.objectiveConstant();
        if (objective < best) {
            best = objective;
            outcome.solution = point;
        }
    }
    const bool complete = outcome.cause == StopCause::Completed;
    if (outcome.solution) {
        outcome.status = complete ? SolveStatus::Optimal : SolveStatus::Feasible;
        if (complete)
            outcome.stats.bound = best;
    } else {
        outcome.status = complete ? SolveStatus::Infeasible : SolveStatus::NoSolutionFound;
        outcome.reason = complete ? "no point satisfies all constraints" : "stopped before a solution was found";
    }
    outcome.stats.wall = std::chrono::steady_clock::now() - start;
    outcome.stats.cpu = threadCpuTime() - cpuStart;
    return outcome;
}

} // namespace nestloom::tests
