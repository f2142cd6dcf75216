// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/fmap_range.h"
#include "engine/kapla/partition.h"

#include <span>
#include <vector>

namespace nestloom::kapla {

/// Channels of a feature map that one layer made: where they lie, and how they are divided among the nodes there.
struct LayoutPiece {
    FmapRange range;
    NodeRegion region;
    Partition partition;
    friend auto operator<=>(const LayoutPiece&, const LayoutPiece&) = default;
};

/// Where a feature map lies: its pieces, one after the other along the channels.
using DataLayout = std::vector<LayoutPiece>;

/// The block of a piece that one node holds.
FmapRange heldRange(const LayoutPiece& piece, const PartIndex& part);

/// The range of the whole feature map.
FmapRange wholeRange(const DataLayout& layout);

/// The feature maps of several layers as one, along the channels.
DataLayout concatenated(std::span<const DataLayout* const> layouts);

/// The same feature map after it has been forwarded into a region of nodes.
DataLayout movedTo(const NodeRegion& region, DataLayout layout);

/// The blocks that nodes hold, piece by piece.
struct HeldBlock {
    FmapRange range;
    Node node;
};
std::vector<HeldBlock> heldBlocks(const DataLayout& layout);

} // namespace nestloom::kapla
