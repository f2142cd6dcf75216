// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/run_control.h"
#include "engine/schedule/flexer/flexer.h"
#include "engine/schedule/flexer/tiled_schedule.h"
#include "engine/trace/trace.h"
#include "engine/trace/trace_index.h"
#include "engine/workload/network.h"

#include <memory>

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

/// A schedule as a trace: a lane for each NPU and each DMA channel, and as counters the bytes that each data
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

/// Bytes of one data type that move for the `time`-th time of their tile in this direction: the segments of the paper's
/// Fig. 10.
struct Movement {
    DataType type = DataType::Inputs;
    Direction direction = Direction::Load;
    std::int32_t time = 1;
    Bytes bytes{};
    std::int64_t transfers = 0;
    friend bool operator==(const Movement&, const Movement&) = default;
};

/// By type, direction and time; loads before stores.
std::vector<Movement> movements(const TiledSchedule& schedule);
/// Of a schedule that moves every tile once, as with unlimited scratchpad.
std::vector<Movement> movements(const Traffic& traffic);

/// How the operations of one set share tiles: what the paper's Fig. 11 shows.
struct SetSharing {
    std::int32_t set = 0;
    std::int32_t operations = 0;
    Cycles start{}, end{}; // of its first and last operation
    /// How many operations use the same tile, for each tile, most first: {2, 1, 1}.
    PerTensor<std::vector<std::int32_t>> uses;
    friend bool operator==(const SetSharing&, const SetSharing&) = default;
};

/// In the order of the sets.
std::vector<SetSharing> sharing(const TiledSchedule& schedule);

/// Which of a layer's schedules is looked at.
enum class Shown { Chosen, OutOfOrder, BestStatic, PlainStatic };
/// Null when the search has none.
const SchedulePoint* pointOf(const TiledSummary& summary, Shown shown);

/// What is asked about a network: which schedules of tiles its layers get.
struct TilesQuestion {
    std::shared_ptr<const workload::Network> network;
    Machine machine;
    FlexerParams params;
    std::size_t first = 0;       // index of the layer that is wanted first, in detail
    Shown shown = Shown::Chosen; // of that layer
    friend bool operator==(const TilesQuestion&, const TilesQuestion&) = default;
};

/// What is known about a layer. Layers of equal shape are answered together.
struct LayerAnswer {
    std::vector<std::size_t> layers; // indices; the first one was scheduled
    bool ended = false;              // else the best so far
    SolveStatus status = SolveStatus::NoSolutionFound;
    std::string reason; // why there is none, one sentence
    std::optional<TiledSummary> summary;
};

/// What the layers of a network cost together: first of those that have all three schedules, which are compared; then
/// of all.
struct NetworkTotals {
    std::size_t layers = 0;
    std::size_t seedKept = 0;                                // of all, whose chosen schedule is a static one
    double latency = 0, staticLatency = 0, plainLatency = 0; // cycles; static = the best one
    double bytes = 0, staticBytes = 0, plainBytes = 0;       // off chip
    std::size_t scheduled = 0;                               // layers with any schedule
    double allLatency = 0, allBytes = 0;                     // of these
    /// One more layer; left out of what is compared when it has no static schedules.
    void add(const TiledSummary& summary);
    void add(const NetworkTotals& other); // of another network
    friend bool operator==(const NetworkTotals&, const NetworkTotals&) = default;
};

/// A schedule with all that views show of it, made on another thread. Never changes.
struct LayerDetail {
    TiledSchedule schedule;
    std::vector<Occupied> occupied;
    std::shared_ptr<const trace::TraceIndex> trace;
    std::vector<Movement> movements, staticMovements, compulsory; // shown, best static, unlimited scratchpad
    std::vector<SetSharing> sharing, staticSharing;
};

/// The detail of a schedule as it is.
/// Fails   Internal when verify() refuses it; the message says what it found.
Result<std::shared_ptr<const LayerDetail>> detailOf(TiledSchedule schedule);

/// A schedule of a summary made again, with its decisions, beside the best static one. Null when there is none to show.
Result<std::shared_ptr<const LayerDetail>> detailOf(const workload::Layer& layer, const Machine& machine,
                                                    const FlexerParams& params, const TiledSummary& summary,
                                                    Shown shown = Shown::Chosen);

} // namespace nestloom::schedule::flexer
