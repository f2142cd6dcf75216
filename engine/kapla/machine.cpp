// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/machine.h"

#include <numeric>

namespace nestloom::kapla {

NodeRegion rectangle(RegionKind kind, Extent extent, Node origin, Extent pitch)
{
    return {kind, extent, origin, pitch, extent.w, extent.w};
}

Node nodeAt(const NodeRegion& region, Node relative)
{
    const std::int64_t beginning = region.foldWidth - std::abs(region.firstWidth);
    const std::int64_t strip = (relative.w + beginning) / region.foldWidth;
    const std::int64_t column = (relative.w + beginning) % region.foldWidth;
    const bool rightwards = (region.firstWidth > 0) == (strip % 2 == 0);
    const std::int64_t fromLeft = rightwards ? column : region.foldWidth - 1 - column;
    const std::int64_t originFromLeft = region.firstWidth > 0 ? beginning : -region.firstWidth - 1;
    return {region.origin.h + (strip * region.extent.h + relative.h) * region.pitch.h,
            region.origin.w + (fromLeft - originFromLeft) * region.pitch.w};
}

std::vector<Node> nodesOf(const NodeRegion& region)
{
    std::vector<Node> nodes;
    nodes.reserve(std::size_t(region.extent.size()));
    for (std::int64_t h = 0; h < region.extent.h; ++h)
        for (std::int64_t w = 0; w < region.extent.w; ++w)
            nodes.push_back(nodeAt(region, {h, w}));
    return nodes;
}

std::optional<std::vector<NodeRegion>> allocate(const NodeRegion& region, const std::vector<std::int64_t>& sizes)
{
    if (std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0}) > region.extent.size())
        return std::nullopt;
    const std::int64_t strip = std::accumulate(sizes.begin(), sizes.end(), region.extent.h,
                                               [](std::int64_t a, std::int64_t b) { return std::gcd(a, b); });
    const std::int64_t width = region.extent.w;
    std::int64_t row = 0, taken = 0; // of the strip being filled
    bool rightwards = true;
    std::vector<NodeRegion> parts;
    for (const std::int64_t size : sizes) {
        const std::int64_t columns = size / strip;
        const std::int64_t first = std::min(width - taken, columns);
        const Node origin{row, rightwards ? taken : width - taken - 1};
        parts.push_back({region.kind,
                         {strip, columns},
                         {region.origin.h + origin.h * region.pitch.h, region.origin.w + origin.w * region.pitch.w},
                         region.pitch,
                         width,
                         rightwards ? first : -first});
        for (taken += columns; taken >= width; taken -= width) {
            row += strip;
            rightwards = !rightwards;
        }
    }
    return parts;
}

} // namespace nestloom::kapla
