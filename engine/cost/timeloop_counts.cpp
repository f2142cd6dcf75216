// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/timeloop_counts.h"

#include "engine/cost/timeloop_walk.h"

#include <cmath>

namespace nestloom::cost {

namespace {

/// Requests that the children of one instance of a level make, over the whole layer.
struct Requests {
    WalkSums sums;
    double fanout = 1;
};

/// Elements of the whole tensor that one instance ever owns, by Timeloop's chain of integer divisions:
/// owned(0) = tensor;  owned(i) = owned(i-1) * tile(i) / (tile(i) widened by the spatial loops of level i-1).
std::vector<std::int64_t> ownedElements(const workload::Layer& layer, const Nest& nest, TensorRole role)
{
    __extension__ using Wide = __int128;
    std::vector<std::int64_t> owned(nest.levelCount());
    owned[0] = workload::footprint(layer, role, layer.bounds);
    for (std::size_t i = 1; i < nest.levelCount(); ++i) {
        workload::Extents widened = nest.tile(i);
        for (const NestLoop& loop : nest.spatial())
            if (loop.level == i - 1)
                widened[loop.dimension] *= loop.bound;
        const Wide tile = workload::footprint(layer, role, nest.tile(i));
        owned[i] = static_cast<std::int64_t>(Wide(owned[i - 1]) * tile / workload::footprint(layer, role, widened));
    }
    return owned;
}

/// Moves the traffic of levels that bypass the tensor outward, each divided by the average multicast on its way.
void climbThroughBypassedLevels(const Nest& nest, TensorRole role, std::vector<Requests>& requests)
{
    for (std::size_t i = nest.levelCount(); i-- > 1;) {
        if (nest.keeps[i].contains(role))
            continue;
        Requests& outer = requests[i - 1];
        const double delivered = outer.sums.delivered;
        const double factor = delivered > 0 ? requests[i].sums.asked * outer.fanout / delivered : 0;
        outer.sums.asked *= factor;
        outer.sums.delivered *= factor;
        outer.sums.fromNeighbour = 0;
    }
}

void countTensor(const workload::Layer& layer, const Nest& nest, TensorRole role, bool of2025, AccessCounts& counts)
{
    const std::size_t levels = nest.levelCount();
    std::vector<Requests> requests(levels); // [i]: what the children of level i ask of it
    for (std::size_t i = 0; i < levels; ++i) {
        requests[i].sums = walkTile(layer, nest, role, i + 1);
        for (const NestLoop& loop : nest.spatial())
            requests[i].fanout *= loop.level == i ? static_cast<double>(loop.bound) : 1.0;
    }
    std::vector<double> share(levels, 0.0); // arriving at one instance of level i, before bypassing is considered
    for (std::size_t i = 1; i < levels; ++i)
        share[i] = requests[i - 1].sums.delivered / requests[i - 1].fanout;
    const std::vector<std::int64_t> owned = ownedElements(layer, nest, role);
    climbThroughBypassedLevels(nest, role, requests);

    for (std::size_t i = 0; i < levels; ++i) {
        Counts& here = counts[i][role];
        if (!here.kept)
            continue;
        double peer = 0;
        if (i > 0 && requests[i - 1].sums.fromNeighbour > 0)
            peer = std::floor(requests[i - 1].sums.fromNeighbour / here.instances);
        const double asked = requests[i].sums.asked;
        const bool output = role == TensorRole::Outputs;
        here.reads = std::nearbyint(output ? asked + peer - static_cast<double>(owned[i]) : asked + peer);
        here.updates = output ? std::nearbyint(asked) : 0;
        const double arriving = (i == 0 ? 0 : share[i]) + peer;
        here.fills =
            output && of2025 && i > 0 ? std::nearbyint(arriving - static_cast<double>(owned[i])) : std::floor(arriving);
    }
}

} // namespace

std::string_view commitOf(hardware::TimeloopVersion version)
{
    return version == hardware::TimeloopVersion::June2022 ? "commit 019f107 of June 2022"
                                                          : "commit 4cf6d4c of March 2025";
}

void countAccessesLikeTimeloop(const workload::Layer& layer, const Nest& nest, bool of2025, AccessCounts& counts)
{
    startCounts(layer, nest, counts);
    for (const TensorRole role : kTensorRoles)
        countTensor(layer, nest, role, of2025, counts);
}

} // namespace nestloom::cost
