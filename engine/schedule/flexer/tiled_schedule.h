// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/units.h"
#include "engine/cost/layer_cost.h"
#include "engine/hardware/accelerator.h"
#include "engine/schedule/flexer/machine.h"
#include "engine/schedule/flexer/tiling.h"
#include "engine/workload/layer.h"

#include <cstdint>
#include <string>
#include <vector>

namespace nestloom::schedule::flexer {

using TileId = Id<struct TileTag>; // index into TiledSchedule::tiles

/// What a tile is at the moment it is moved. Outputs are partial sums until their last operation.
enum class DataType : std::uint8_t { Inputs, Weights, PartialSums, Outputs };
enum class Direction : std::uint8_t { Load, Store };

/// Part of a tensor that moves and is kept as a whole. Inputs carry their halo: neighbours overlap.
struct Tile {
    TensorRole role = TensorRole::Inputs;
    std::int32_t pixels = -1;    // which tile along the loop over pixels; -1 for weights
    std::int32_t outputs = -1;   // along the loop over outputs (groups and output channels); for inputs: which groups
    std::int32_t reduction = -1; // along the loop over the reduction; -1 for outputs
    Bytes size{};                // in the scratchpad, and of a partial sum that moves
    Bytes finished{};            // what moves of inputs, weights and finished outputs: DRAM's element width
    friend bool operator==(const Tile&, const Tile&) = default;
};

/// One tile of the layer's work: outputs += inputs * weights.
struct TileOperation {
    PerTensor<TileId> tiles;
    std::int32_t reduction = 0; // how many operations on the same outputs came before; 0 = begins at zero
    std::int32_t npu = 0;
    std::int32_t set = 0; // the scheduling decision that issued it, from 0 on
    Cycles start{};
    Cycles end{};
    friend bool operator==(const TileOperation&, const TileOperation&) = default;
};

struct DmaTransfer {
    TileId tile;
    DataType type = DataType::Inputs;
    Direction direction = Direction::Load;
    std::int32_t time = 1;    // how many-th transfer of this tile in this direction, from 1 on
    std::int64_t address = 0; // in the scratchpad, bytes
    Bytes bytes{};
    Cycles start{};
    Cycles end{};
    friend bool operator==(const DmaTransfer&, const DmaTransfer&) = default;
};

/// Bytes [address, address + size) belong to a tile from start to end.
struct ScratchpadResidency {
    TileId tile;
    std::int64_t address = 0;
    Bytes size{};
    Cycles start{};
    Cycles end{};
    friend bool operator==(const ScratchpadResidency&, const ScratchpadResidency&) = default;
};

/// Off-chip bytes of a schedule.
struct Traffic {
    Bytes inputs{}, weights{}; // loaded
    Bytes partialSumsLoaded{}, partialSumsStored{};
    Bytes outputs{}; // stored when finished
    Bytes total() const { return inputs + weights + partialSumsLoaded + partialSumsStored + outputs; }
    friend bool operator==(const Traffic&, const Traffic&) = default;
};

/// An operation that was ready, by its tiles' places.
struct ReadyOperation {
    std::int32_t pixels = 0, outputs = 0, reduction = 0;
    friend bool operator==(const ReadyOperation&, const ReadyOperation&) = default;
};

/// One set of operations that could have been issued together, and what decides its priority (the paper's Fig. 7c).
struct CandidateSet {
    std::vector<std::int32_t> operations; // into Decision::ready
    bool fits = true;                     // false: no room found; the figures below are 0
    double benefit = 0;                   // bytes reused - bytes spilled / their bounded reference count
    Bytes reused{};
    Bytes spilled{};     // as they are, not divided
    Bytes utilization{}; // of the scratchpad, held by tiles with uses left
    Bytes moved{};       // loads and spills that the set causes
    friend bool operator==(const CandidateSet&, const CandidateSet&) = default;
};

/// One scheduling step: the ready set, the sets that were compared, the winner.
struct Decision {
    std::vector<ReadyOperation> ready;    // in the order of the dataflow
    std::vector<CandidateSet> candidates; // one for each class of equivalent sets that was evaluated
    std::int32_t winner = -1;             // into candidates
    Cycles at{};                          // start of its first operation
    friend bool operator==(const Decision&, const Decision&) = default;
};

/// How one layer runs, event by event.
struct TiledSchedule {
    workload::Layer layer;
    Machine machine;
    Tiling tiling;
    Dataflow dataflow;
    std::string method; // "out of order, window 4, soft pin", "static, regions 4/8/4"
    std::vector<Tile> tiles;
    std::vector<TileOperation> operations;        // in the order they were issued
    std::vector<DmaTransfer> transfers;           // by start
    std::vector<ScratchpadResidency> residencies; // by start
    Cycles latency{};                             // end of the last operation or transfer
    Traffic traffic;
    std::vector<Decision> decisions; // empty unless asked for; decisions[s] issued set s
};

std::string_view name(DataType type);       // "inputs", "weights", "partial sums", "outputs"
std::string_view name(Direction direction); // "load", "store"
/// "inputs p3 r1", "weights o2 r1", "outputs p3 o2": by the numbers of the loops over tiles.
std::string label(const Tile& tile);

/// What a verified tiled schedule costs on the accelerator that machineOf() read: cycles are the schedule's latency,
/// DRAM moves what was transferred, and each pass over the array reads inputs (one element for each filter tap, im2col)
/// and weights from the scratchpad once and adds its partial sums there. Levels inside are passed once by what they
/// keep; the innermost one that keeps weights is read by every MAC.
cost::LayerCost costOf(const hardware::Accelerator& accelerator, const TiledSchedule& schedule);

} // namespace nestloom::schedule::flexer
