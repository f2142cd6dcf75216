// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace nestloom {

/// What was found. Optimal = proven within the tolerance that the method states.
enum class SolveStatus { Optimal, Feasible, Infeasible, NoSolutionFound };

/// Why the call ended.
enum class StopCause { Completed, TimeLimit, WorkLimit, Cancelled };

struct SolveStats {
    std::chrono::nanoseconds wall{};
    std::chrono::nanoseconds cpu{}; // calling thread plus solver process
    std::int64_t evaluations = 0;   // cost-model evaluations
    std::int64_t nodes = 0;         // branch-and-bound nodes
    std::optional<double> bound;    // proven bound on the objective, in its unit
};

template <typename Solution>
struct SolveOutcome {
    SolveStatus status = SolveStatus::NoSolutionFound;
    StopCause cause = StopCause::Completed;
    std::optional<Solution> solution; // the incumbent, also after a cancel
    std::string reason;               // why Infeasible or NoSolutionFound, one sentence; else empty
    SolveStats stats;
};

} // namespace nestloom
