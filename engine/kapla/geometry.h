// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdlib>

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

} // namespace nestloom::kapla
