// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/flexer/tiled_schedule.h"
#include "engine/trace/trace.h"

namespace nestloom::schedule::flexer {

/// What the events of a schedule's trace do, in the order of its kinds.
enum class EventKind : std::uint16_t {
    Compute,
    LoadInputs,
    LoadWeights,
    LoadPartialSums,
    StorePartialSums,
    StoreOutputs
};

/// A schedule as a trace: a lane for each NPU and one for the DMA channel, and as counters the bytes that each data
/// type holds in the scratchpad. Events are the operations in their order, then the transfers in theirs.
trace::Trace traceOf(const TiledSchedule& schedule);

/// "inputs p3 r1" is said by label(); this is an operation: "p3 o2 r1".
std::string label(const TiledSchedule& schedule, const TileOperation& operation);

/// A residency, or the part of it in which an outputs tile is still partial sums.
struct Occupied {
    TileId tile;
    DataType type = DataType::Inputs;
    std::int64_t address = 0;
    Bytes size{};
    Cycles start{}, end{};
    std::uint32_t residency = 0; // into TiledSchedule::residencies
    friend bool operator==(const Occupied&, const Occupied&) = default;
};

/// Who lies where and when, by start. An outputs tile becomes outputs at the end of its last operation.
std::vector<Occupied> occupied(const TiledSchedule& schedule);

} // namespace nestloom::schedule::flexer
