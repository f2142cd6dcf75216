// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/sweep_attempts.h"

#include "engine/memory/sweep_addresses.h"
#include "engine/memory/sweep_events.h"

#include <limits>

namespace nestloom::memory {

SweepSearchResult attemptSweeps(const std::vector<Buffer>& buffers, Bytes capacity, std::int64_t nodes,
                                const RunControl& control, const SweepAttempt& attempt)
{
    SweepSearchResult result;
    Bytes lowest{std::numeric_limits<std::int64_t>::max()};
    for (std::int64_t number = 0; result.nodes < nodes; ++number) {
        std::vector<std::size_t> from;
        const std::vector<Buffer> all = swept(buffers, from, number % 2 == 1);
        if (all.empty())
            return result;
        const SweepSearchResult tried = attempt(all, number / 2, nodes - result.nodes);
        result.nodes += tried.nodes + 1;
        if (tried.offsets && topOf(all, *tried.offsets) < lowest) {
            lowest = topOf(all, *tried.offsets);
            result.offsets.emplace(buffers.size());
            for (std::size_t i = 0; i < from.size(); ++i)
                (*result.offsets)[from[i]] = (*tried.offsets)[i];
            if (lowest <= capacity)
                return result;
        }
        if (control.stop.stop_requested()) {
            result.cause = StopCause::Cancelled;
            return result;
        }
    }
    result.cause = StopCause::WorkLimit;
    return result;
}

} // namespace nestloom::memory
