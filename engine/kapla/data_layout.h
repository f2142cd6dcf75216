// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/partition.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace nestloom::kapla {

/// Elements from `begin` up to and without `end`.
struct Range {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t size() const { return end - begin; }
    friend auto operator<=>(const Range&, const Range&) = default;
};

/// The i-th of n parts of a range, as equal as integers allow.
inline Range partOf(Range range, std::int64_t i, std::int64_t n)
{
    return {range.begin + i * range.size() / n, range.begin + (i + 1) * range.size() / n};
}

/// A block of a batch of feature maps: images, channels, rows, columns.
using FmapRange = std::array<Range, 4>;

inline std::int64_t words(const FmapRange& range)
{
    return range[0].size() * range[1].size() * range[2].size() * range[3].size();
}

inline std::int64_t sharedWords(const FmapRange& a, const FmapRange& b)
{
    std::int64_t product = 1;
    for (std::size_t i = 0; i < 4; ++i) {
        const std::int64_t shared = std::min(a[i].end, b[i].end) - std::max(a[i].begin, b[i].begin);
        if (shared <= 0)
            return 0;
        product *= shared;
    }
    return product;
}

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
