// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/machine.h"
#include "engine/kapla/partition.h"
#include "engine/kapla/pe_mapping.h"

#include <algorithm>
#include <optional>

namespace nestloom::kapla {

/// How the loops around a pass of the array are cut into three levels, and how they nest on the outer two.
///   factors[0]  loops that bring data from memory into the buffer
///   factors[1]  loops that bring data from the buffer into registers
///   factors[2]  loops over data in registers
///   position    of each loop on the outer two levels; 0 is the innermost
struct Blocking {
    std::array<PerLoop, 3> factors{{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}};
    std::array<std::array<std::uint8_t, 3>, 2> position{{{0, 1, 2}, {0, 1, 2}}};
    friend bool operator==(const Blocking&, const Blocking&) = default;
};

/// Words brought again and again: how often each tensor is fetched as a whole, into the buffers (0) and into registers
/// (1). Outputs count reads and writes: one less than twice the writes.
using Fetches = std::array<PerTensor<std::int64_t>, 2>;
Fetches fetchesOf(LayerKind kind, const Blocking& blocking);

/// Where a layer's data come from and go to, as far as blocking is concerned.
enum class Endpoint : std::uint8_t { Memory, OtherNodes, OwnNodes };
Endpoint sourceOf(const Placement& placement);
Endpoint destinationOf(const Placement& placement);

/// Nodes that need the same data of each tensor, because they differ in a part that does not matter to it.
PerTensor<std::int64_t> groupSizes(LayerKind kind, const Partition& partition);

/// All that decides what a blocking costs, apart from the mesh.
struct BlockingProblem {
    UnitLoops loops;
    PerTensor<std::int64_t> groups; // groupSizes()
    std::int64_t nodes = 1;
    Endpoint source = Endpoint::Memory;
    Endpoint destination = Endpoint::Memory;
    bool filtersStay = false;
    std::int64_t bufferWords = 0, registerWords = 0;
    std::optional<std::int64_t> busWords;
    double dramWordsPerCycle = kUnlimited;
    std::optional<double> dramWritesPerCycle{}; // see Machine
    Costs costs;
    Features features;
};
BlockingProblem blockingProblem(const Machine& machine, const Placement& placement, const Partition& partition,
                                const UnitLoops& loops);

/// What a blocking does, over all nodes.
struct BlockingCounts {
    Fetches fetches{};
    PerTensor<bool> stored;     // in the buffers; the others bypass them
    bool filtersPinned = false; // weights stay in the buffers for good and are not counted
    PerLevel access{};          // words
    PerTensor<double> remote;   // words read from or written to buffers of other layers' nodes
    double operations = 0;
    std::int64_t passCycles = 0, busCycles = 0, dramCycles = 0;
    std::int64_t cycles() const { return std::max(passCycles, std::max(busCycles, dramCycles)); }
    std::int64_t nodeCycles() const { return std::max(passCycles, busCycles); }
};

/// Cost of all accesses, without the mesh.
double accessCost(const BlockingCounts& counts, const Costs& costs);

/// Returns  nothing when the data do not fit registers or buffers, or when data from or for other nodes would move twice.
std::optional<BlockingCounts> count(const BlockingProblem& problem, const Blocking& blocking);

/// Words of a tensor in the buffer of a node that shares with `sharers` nodes, itself included.
std::int64_t bufferedWords(const UnitLoops& loops, const Blocking& blocking, TensorRole role, std::int64_t sharers);

} // namespace nestloom::kapla
