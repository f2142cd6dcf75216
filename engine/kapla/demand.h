// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/data_layout.h"
#include "engine/kapla/partition.h"

#include <span>
#include <vector>

namespace nestloom::kapla {

/// What the nodes of a partitioned layer need of one tensor: blocks of data, each with the nodes that work with it.
/// Blocks of weights are ranges of input and output channels, with empty ranges of size 1 for rows and columns.
struct Demand {
    std::vector<FmapRange> blocks;
    std::vector<Node> nodes;            // of the blocks, one after the other, in the order of partIndices()
    std::vector<std::size_t> firstNode; // of each block; one more at the end
    std::span<const Node> nodesOf(std::size_t block) const
    {
        return std::span(nodes).subspan(firstNode[block], firstNode[block + 1] - firstNode[block]);
    }
};

Demand demandOf(TensorRole role, const Layer& layer, std::int64_t batch, const Partition& partition,
                const NodeRegion& region);

} // namespace nestloom::kapla
