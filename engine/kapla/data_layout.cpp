// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/data_layout.h"

namespace nestloom::kapla {

FmapRange heldRange(const LayoutPiece& piece, const PartIndex& part)
{
    const auto flat = [&](Split split) {
        return part[index(split)].h * piece.partition.of(split).w + part[index(split)].w;
    };
    const Extent pixels = piece.partition.of(Split::Pixels);
    const Node pixel = part[index(Split::Pixels)];
    return {partOf(piece.range[0], flat(Split::Batch), piece.partition.count(Split::Batch)),
            partOf(piece.range[1], flat(Split::OutputChannels), piece.partition.count(Split::OutputChannels)),
            partOf(piece.range[2], pixel.h, pixels.h), partOf(piece.range[3], pixel.w, pixels.w)};
}

FmapRange wholeRange(const DataLayout& layout)
{
    FmapRange whole = layout.front().range;
    for (std::size_t i = 0; i < 4; ++i)
        whole[i].end = layout.back().range[i].end;
    return whole;
}

DataLayout concatenated(std::span<const DataLayout* const> layouts)
{
    DataLayout all;
    std::int64_t channels = 0;
    for (const DataLayout* layout : layouts)
        for (LayoutPiece piece : *layout) {
            const std::int64_t more = piece.range[1].size();
            piece.range[1] = {channels, channels + more};
            channels += more;
            all.push_back(piece);
        }
    return all;
}

DataLayout movedTo(const NodeRegion& region, DataLayout layout)
{
    for (LayoutPiece& piece : layout) {
        piece.region = region;
        piece.partition = projected(piece.partition, region);
    }
    return layout;
}

std::vector<HeldBlock> heldBlocks(const DataLayout& layout)
{
    std::vector<HeldBlock> blocks;
    for (const LayoutPiece& piece : layout)
        for (const PartIndex& part : partIndices(piece.partition)) {
            const FmapRange range = heldRange(piece, part);
            if (words(range) > 0)
                blocks.push_back({range, nodeAt(piece.region, relativeNode(piece.partition, part))});
        }
    return blocks;
}

} // namespace nestloom::kapla
