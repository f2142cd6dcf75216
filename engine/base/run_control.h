// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace nestloom {

struct Progress {
    std::string phase;               // "bound", "local search", "proof", ...
    std::optional<double> fraction;  // 0..1; empty when unknown
    std::optional<double> incumbent; // best so far, in the objective's unit
    std::optional<double> bound;     // proven bound, same unit
};

/// How a long call is watched, limited and stopped. Results depend on `seed` and `workLimit` only;
/// a call that ended by `timeLimit` or `stop` says so in its StopCause.
struct RunControl {
    std::stop_token stop;                            // asked at least every ~10 ms of work
    std::function<void(const Progress&)> onProgress; // called on the worker thread; may be empty; must not throw
    std::chrono::milliseconds timeLimit = std::chrono::milliseconds::max();
    std::int64_t workLimit = -1; // evaluations or nodes; -1 = the method's default budget
    std::uint64_t seed = 1;

    /// What is left of the time limit for work that began at `since`: zero or less when it is over, max() without a
    /// limit.
    std::chrono::milliseconds timeLeft(std::chrono::steady_clock::time_point since) const
    {
        const auto spent = std::chrono::steady_clock::now() - since;
        return timeLimit == std::chrono::milliseconds::max()
                   ? timeLimit
                   : timeLimit - std::chrono::duration_cast<std::chrono::milliseconds>(spent);
    }
    bool outOfTime(std::chrono::steady_clock::time_point since) const { return timeLeft(since).count() <= 0; }

    void report(const Progress& progress) const
    {
        if (onProgress)
            onProgress(progress);
    }
};

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

/// CPU time used by the calling thread so far.
std::chrono::nanoseconds threadCpuTime();

} // namespace nestloom
