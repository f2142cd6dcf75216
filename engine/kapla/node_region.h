// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

namespace nestloom::kapla {

/// Rows and columns of something two-dimensional: nodes on the mesh, PEs in a node, parts of a partition.
struct Extent {
    std::int64_t h = 1;
    std::int64_t w = 1;
    constexpr std::int64_t size() const { return h * w; }
    friend constexpr Extent operator*(Extent a, Extent b) { return {a.h * b.h, a.w * b.w}; }
    friend constexpr auto operator<=>(const Extent&, const Extent&) = default;
};

/// A node of the mesh by row and column.
struct Node {
    std::int64_t h = 0;
    std::int64_t w = 0;
    friend constexpr auto operator<=>(const Node&, const Node&) = default;
};

/// Hops of the shortest way between two nodes.
inline std::int64_t hops(Node a, Node b) { return std::abs(a.h - b.h) + std::abs(a.w - b.w); }

enum class RegionKind : std::uint8_t { Nodes, Memory };

/// Nodes of the mesh that work together, or the nodes at which the memory is attached.
/// A region is a strip of `extent.h` rows. Where it is wider than what is left of the mesh's rows, it is folded: it
/// turns at the border and goes on in the strip below, in the other direction.
///   foldWidth   columns between two turns
///   firstWidth  columns before the first turn; negative when the strip begins leftwards
struct NodeRegion {
    RegionKind kind = RegionKind::Nodes;
    Extent extent;
    Node origin;
    Extent pitch; // distance between neighbours, in hops
    std::int64_t foldWidth = 1;
    std::int64_t firstWidth = 1;
    friend auto operator<=>(const NodeRegion&, const NodeRegion&) = default;
};

/// A region that is not folded.
NodeRegion rectangle(RegionKind kind, Extent extent, Node origin = {}, Extent pitch = {});

/// The node at a row and column of the region.
Node nodeAt(const NodeRegion& region, Node relative);

/// All nodes, row by row.
std::vector<Node> nodesOf(const NodeRegion& region);

/// Cuts a region into subregions of the given sizes, strip after strip, left to right and back. A strip is as high as
/// the greatest common divisor of the region's height and all sizes.
/// Returns  nothing when the sizes add up to more nodes than there are.
std::optional<std::vector<NodeRegion>> allocate(const NodeRegion& region, const std::vector<std::int64_t>& sizes);

} // namespace nestloom::kapla
