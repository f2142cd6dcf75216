// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/tensor_role.h"
#include "engine/kapla/node_region.h"

#include <limits>
#include <optional>

namespace nestloom::kapla {

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
    Extent array;                          // PEs of a node
    std::int64_t bufferWords = 0;          // of a node
    std::int64_t registerWords = 0;        // of a PE
    std::optional<std::int64_t> busWords;  // words per cycle from a buffer into the array; nothing = unlimited
    double dramWordsPerCycle = kUnlimited; // of all memory nodes together
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

/// The whole machine for one layer, from memory to memory.
inline Placement wholeMachine(const Machine& machine) { return {machine.nodes, machine.memory, machine.memory, false}; }

} // namespace nestloom::kapla
