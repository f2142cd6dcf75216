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

    void report(const Progress& progress) const
    {
        if (onProgress)
            onProgress(progress);
    }
};

} // namespace nestloom
