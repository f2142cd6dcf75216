// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/partition.h"

namespace nestloom::kapla {

/// Nodes that need the same data of one tensor and may keep a part each.
struct SharingGroup {
    Extent extent;
    NeighbourDistance distance; // hops between neighbours
    friend bool operator==(const SharingGroup& a, const SharingGroup& b)
    {
        return a.extent == b.extent && a.distance.h == b.distance.h && a.distance.w == b.distance.w;
    }
};
PerTensor<SharingGroup> sharingGroups(LayerKind kind, const Partition& partition, const NodeRegion& region);

/// Hops per word of unique data until every node of each subgroup has seen all data of it once: the nodes form a chain
/// that winds through the subgroup, and pass their parts on. `units` is the number of pieces that move together; pieces
/// larger than a node's part save the last steps.
double rotationHops(const SharingGroup& group, std::int64_t subgroup, std::int64_t units);

/// Hops per word for reading, without a rotation, `width` parts where a node holds one.
double wideFetchHops(const SharingGroup& group, std::int64_t subgroup, double width);

} // namespace nestloom::kapla
