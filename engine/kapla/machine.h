// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/tensor_role.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
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

inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();

/// What each kind of event costs. Any unit of energy, the same for all.
struct Costs {
    double operation = 1; // one multiply-accumulate
    double dram = 200;    // one word
    double buffer = 6;    // one word of a node's buffer
    double array = 2;     // one word over the array's wires
    double registers = 1; // one word of a PE's registers
    double hop = 10;      // one word over one hop of the mesh
    double idle = 0;      // one cycle of all nodes
    friend bool operator==(const Costs&, const Costs&) = default;
};

/// What the nodes can do for each other, and whether tensors may bypass their buffers.
struct Features {
    PerTensor<bool> mayBypassBuffer{{{true, true, true}}};
    bool accessForwarding = false; // one node reads from the memory and passes on
    bool bufferSharing = false;    // nodes that need the same data keep a part each and rotate it
    friend bool operator==(const Features&, const Features&) = default;
    bool forwards() const { return accessForwarding || bufferSharing; }
};

/// How the PEs of a node share its work: rowStationary() or systolic().
enum class PeMapping : std::uint8_t { RowStationary, Systolic };

/// Nodes on a mesh, each an array of PEs with a buffer, around memory. Capacities in words.
struct Machine {
    NodeRegion nodes;
    NodeRegion memory;
    Extent array;                               // PEs of a node
    std::int64_t bufferWords = 0;               // of a node
    std::int64_t registerWords = 0;             // of a PE
    std::optional<std::int64_t> busWords;       // words per cycle from a buffer into the array; nothing = unlimited
    double dramWordsPerCycle = kUnlimited;      // of all memory nodes together: reads and writes take turns ...
    std::optional<double> dramWritesPerCycle{}; // ... unless writes have this beside the other
    Costs costs;
    Features features;
    PeMapping mapping = PeMapping::RowStationary;
    friend bool operator==(const Machine&, const Machine&) = default;
};

/// Where a layer works, and where its inputs lie and its outputs go: the memory, its own nodes, or other nodes.
struct Placement {
    NodeRegion nodes;
    NodeRegion source;
    NodeRegion destination;
    bool filtersStay = false; // all layers of the network are on the machine at once, each with nodes of its own
    friend auto operator<=>(const Placement&, const Placement&) = default;
};

/// Cycles in which the memory reads and writes so many words, see Machine::dramWordsPerCycle.
inline double dramTime(double wordsPerCycle, const std::optional<double>& writesPerCycle, double read, double written)
{
    return writesPerCycle ? std::max(read / wordsPerCycle, written / *writesPerCycle)
                          : (read + written) / wordsPerCycle;
}

/// The whole machine for one layer, from memory to memory.
inline Placement wholeMachine(const Machine& machine) { return {machine.nodes, machine.memory, machine.memory, false}; }

} // namespace nestloom::kapla
