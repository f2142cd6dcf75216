// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/data_layout.h"
#include "engine/kapla/machine.h"
#include "engine/kapla/partition.h"

namespace nestloom::kapla {

/// Into how many parts each division cuts a layer, whatever rows and columns of nodes they take: output channels, rows
/// and columns of pixels, batch, input channels. What a node does depends on these alone.
using Parts = std::array<std::int64_t, 5>;
Parts partsOf(const Partition& partition);
std::int64_t nodesOf(const Parts& parts);
/// Some partition with these parts.
Partition anyPartition(const Parts& parts);

/// All partitions of a layer over the nodes of a region, by their parts.
struct PartitionSpace {
    std::vector<Parts> parts;                       // ascending
    std::vector<std::vector<Partition>> partitions; // by parts
};
PartitionSpace partitionSpace(const Layer& layer, std::int64_t batch, Extent nodes, const PartitionRules& rules);

/// Hops of the links over which one word reaches all nodes that need it, from the first of them: an estimate that takes
/// every division as copies side by side.
double treeHops(TensorRole role, LayerKind kind, const Partition& partition);

/// Mean distance in hops of some nodes, evenly chosen, to where their blocks of a feature map lie.
double sampledDistance(TensorRole role, const Layer& layer, std::int64_t batch, const Partition& partition,
                       const NodeRegion& region, std::span<const HeldBlock> held);

/// Words of a whole tensor.
double wholeWords(TensorRole role, const Layer& layer, std::int64_t batch);

/// Mean distance of the nodes to the closest memory node.
double meanMemoryDistance(const NodeRegion& nodes, const NodeRegion& memory);

} // namespace nestloom::kapla
