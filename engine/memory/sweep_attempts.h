// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/run_control.h"
#include "engine/base/solve_outcome.h"
#include "engine/memory/buffer.h"

#include <functional>
#include <optional>
#include <vector>

namespace nestloom::memory {

/// Offsets of all buffers, if there is an answer; it may end above the capacity: the lowest that was met then, and
/// nothing is proven by that.
struct SweepSearchResult {
    std::optional<std::vector<Bytes>> offsets;
    std::int64_t nodes = 0;
    StopCause cause = StopCause::Completed;
};

/// One way through all steps, with at most `limit` nodes; the result's cause does not matter. `attempt` counts from 0,
/// forwards and backwards in time being one. The first offsets are those of `buffers`; there may be more.
using SweepAttempt =
    std::function<SweepSearchResult(const std::vector<Buffer>& buffers, std::int64_t attempt, std::int64_t limit)>;

/// Attempts forwards and backwards in turns, with the buffers that take room, until one ends within the capacity.
SweepSearchResult attemptSweeps(const std::vector<Buffer>& buffers, Bytes capacity, std::int64_t nodes,
                                const RunControl& control, const SweepAttempt& attempt);

} // namespace nestloom::memory
