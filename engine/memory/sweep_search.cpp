// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/sweep_search.h"

#include "engine/memory/fillers.h"
#include "engine/memory/sweep.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace nestloom::memory {

namespace {

/// No taste is best for all memories, so they take turns.
constexpr SweepTaste kTastes[] = {{1, 0, 4}, {1, 0, 0}, {0.3, 0, 4}, {1, 1, 4}, {0.3, 1, 0}};
constexpr SweepTaste kRoughTastes[] = {{1, 0, 4}, {0.3, 0, 4}, {3, 0, 4}, {1, 2, 4}, {0.3, 2, 4}};
constexpr std::size_t kWidth = 4; // of the narrowest beam

/// 4 16, then 32 32 64 32 32 64 128 ...: of wide beams many come through that narrow ones do not, whatever the taste.
BeamShape fullBeamOf(std::int64_t attempt)
{
    return {attempt == 0 ? kWidth : attempt == 1 ? 4 * kWidth : 8 * kWidth * std::size_t(luby(attempt - 1)), 0};
}

template <std::size_t N>
const SweepTaste& turn(const SweepTaste (&tastes)[N], std::int64_t attempt)
{
    return tastes[std::size_t(attempt) % N];
}

/// Standard deviation of a size from what it was before all lost up to a share of their bytes, by the room that is
/// left.
double deviationOf(const std::vector<Buffer>& buffers, Bytes capacity)
{
    double area = 0;
    std::size_t first = buffers.front().first, last = 0;
    for (const Buffer& buffer : buffers) {
        area += double(buffer.size.count) * double(buffer.last - buffer.first + 1);
        first = std::min(first, buffer.first);
        last = std::max(last, buffer.last);
    }
    const double room = 1 - area / (double(capacity.count) * double(last - first + 1));
    return 2 * std::max(0.0, room) / std::sqrt(12.0); // uniform up to twice the mean
}

} // namespace

SweepSearchResult searchSweep(const std::vector<Buffer>& buffers, Bytes capacity, std::int64_t nodes,
                              const RunControl& control)
{
    Rng rng(control.seed);
    const auto attempt = [&](const std::vector<Buffer>& some, std::int64_t number, std::int64_t limit) {
        std::vector<Buffer> all = some;
        std::ranges::copy(fillers(all, capacity, rng), std::back_inserter(all));
        return runSweep(all, {fullBeamOf(number), turn(kTastes, number), {0, capacity.count}}, limit, control, rng);
    };
    return attemptSweeps(buffers, capacity, nodes, control, attempt);
}

SweepSearchResult searchRoughSweep(const std::vector<Buffer>& buffers, Bytes capacity, std::int64_t nodes,
                                   const RunControl& control)
{
    Rng rng(control.seed);
    const auto attempt = [&](const std::vector<Buffer>& all, std::int64_t number, std::int64_t limit) {
        const SweepSettings settings{
            beamOf(number, kWidth), turn(kRoughTastes, number), {deviationOf(all, capacity), capacity.count}};
        return runSweep(all, settings, limit, control, rng);
    };
    return attemptSweeps(buffers, capacity, nodes, control, attempt);
}

} // namespace nestloom::memory
