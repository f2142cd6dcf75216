// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/sharing_group.h"

#include "engine/base/factors.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace nestloom::kapla {

namespace {

/// Rows and columns of a subgroup: as much as divides it along the direction in which neighbours are closer.
struct Subgroup {
    std::int64_t along = 1; // nodes in the closer direction
    std::int64_t across = 1;
    double stepAlong = 0, stepAcross = 0; // hops
};

Subgroup subgroupOf(const SharingGroup& group, std::int64_t size)
{
    std::int64_t whole = size; // rounded up to a factor of the group
    while (group.extent.size() % whole != 0)
        ++whole;
    const bool rowsCloser = group.distance.h <= group.distance.w;
    const std::int64_t side = rowsCloser ? group.extent.h : group.extent.w;
    Subgroup result{1, whole, rowsCloser ? group.distance.h : group.distance.w,
                    rowsCloser ? group.distance.w : group.distance.h};
    for (const std::int64_t divisor : divisors(side))
        if (whole % divisor == 0)
            result.along = divisor;
    result.across = whole / result.along;
    return result;
}

double distance(std::int64_t along, std::int64_t across, const Subgroup& subgroup)
{
    return (along > 0 ? double(along) * subgroup.stepAlong : 0)
           + (across > 0 ? double(across) * subgroup.stepAcross : 0);
}

} // namespace

PerTensor<SharingGroup> sharingGroups(LayerKind kind, const Partition& partition, const NodeRegion& region)
{
    const auto along = [&](Split split) {
        return SharingGroup{partition.of(split), neighbourDistance(partition, region, split)};
    };
    const auto batchLoop = [&] {
        if (partition.count(Split::Pixels) == 1)
            return along(Split::Batch);
        if (partition.count(Split::Batch) == 1)
            return along(Split::Pixels);
        const auto place = [&](Split split) {
            return std::find(partition.order.begin(), partition.order.end(), split) - partition.order.begin();
        };
        const auto apart = place(Split::Pixels) - place(Split::Batch);
        if (std::abs(apart) != 1)
            return along(apart > 0 ? Split::Pixels : Split::Batch);
        const SharingGroup pixels = along(Split::Pixels), batch = along(Split::Batch);
        return SharingGroup{
            pixels.extent * batch.extent,
            {std::min(pixels.distance.h, batch.distance.h), std::min(pixels.distance.w, batch.distance.w)}};
    };
    if (forwardKind(kind) == LayerKind::LocalRegion)
        return {};
    if (forwardKind(kind) == LayerKind::Depthwise)
        return {{{batchLoop(), {}, {}}}};
    return {{{batchLoop(), along(Split::OutputChannels), along(Split::InputChannels)}}};
}

double rotationHops(const SharingGroup& group, std::int64_t subgroup, std::int64_t units)
{
    const Subgroup nodes = subgroupOf(group, subgroup);
    const double toNeighbours = distance((nodes.along - 1) * nodes.across, nodes.across - 1, nodes);
    // From the last part's node back to the first; the chain turns at both ends.
    const std::int64_t row = (subgroup - 1) / nodes.along, column = (subgroup - 1) % nodes.along;
    const double back = distance(row % 2 == 1 ? nodes.along - 1 - column : column, row, nodes);
    const double skipped = std::max(1.0, double(subgroup) / double(units));
    return (toNeighbours + back) * (double(subgroup) - skipped) * (1.0 / double(subgroup))
           * double(group.extent.size() / subgroup);
}

double wideFetchHops(const SharingGroup& group, std::int64_t subgroup, double width)
{
    if (width <= 1)
        return 0;
    const double step = rotationHops(group, subgroup, subgroup) / double(subgroup - 1);
    const double nodes = std::ceil(width - 1e-6);
    return step * ((nodes - 1) * nodes / 2 - (nodes - 1) * (nodes - width)) / width;
}

} // namespace nestloom::kapla
