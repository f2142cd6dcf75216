// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/layer_outcome.h"
#include "engine/schedule/network_run.h"
#include "engine/schedule/objective.h"

namespace nestloom::schedule {

/// Engines side by side on one layer: one search for each engine, goal and seed, one after the other on one thread, all
/// with the same evaluator, so that their CPU times compare.
struct ConvergenceInputs {
    hardware::Accelerator accelerator; // with all constraints that hold (mapping::withConstraints)
    workload::Layer layer;
    std::vector<std::string> engines;    // "cosa" and baselines
    std::vector<Goal> goals;             // not CosaPaper
    std::vector<std::uint64_t> seeds{1}; // "exhaustive" takes the first only
    std::int64_t evaluations =
        100'000; // of each baseline; CoSA has the budget of `cosa` and ends when it has proven its best
    std::chrono::milliseconds timeLimit = std::chrono::seconds(20); // of each search
    cosa::CosaParams cosa;                                          // but its objective and price
};

/// One search.
struct ConvergenceCurve {
    enum class State { Waiting, Running, Done, Refused, Stopped };

    std::string engine;
    Goal goal;
    std::uint64_t seed = 1;
    State state = State::Waiting;
    std::string reason;                   // one sentence when Refused
    bool isOutOfTime = false;             // Done, but by the time limit
    std::vector<ConvergencePoint> points; // each better than the one before; values in unitOf(goal.objective)
    std::int64_t evaluations = 0;         // all of them, when it has ended
    double cpuMs = 0;
    std::optional<mapping::LayerMapping> mapping; // its best, accepted by the verifier

    std::optional<double> best() const { return points.empty() ? std::nullopt : std::optional(points.back().value); }
};

/// What is proven of a goal: no mapping has a lower figure.
struct ConvergenceBound {
    Goal goal;
    double value = 0;
    bool isReached = false; // by one of the curves: its best is optimal
};

struct Convergence {
    std::vector<ConvergenceCurve> curves; // by goal, then engine, then seed
    std::vector<ConvergenceBound> bounds; // of the goals that are done so far
    bool isProving = false;               // the bound of a goal is being searched for
};

/// Runs the searches, and after those of a goal proves its bound.
/// Hears    `onChange` on the calling thread: after every better value, with all there is so far.
/// Fails    InvalidInput without engines, goals or seeds, for an unknown engine, a goal without a figure or a price, and when
///          check(layer) or check(accelerator) has findings; Infeasible layers are refusals of every curve. SolverFailure
///          when the solver died.
/// Stop     within a second, with what there is; searches not begun stay Waiting.
Result<Convergence> converge(const ConvergenceInputs& inputs, const SolverFactory& makeSolver, std::stop_token stop,
                             const std::function<void(const Convergence&)>& onChange = {});

/// The first moment at which a curve was within a fraction of a value; nothing when it never was.
std::optional<ConvergencePoint> reached(const ConvergenceCurve& curve, double value, double within);

} // namespace nestloom::schedule
