// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/flexer/schedule_state.h"
#include "engine/schedule/flexer/tiled_summary.h"

#include <array>
#include <optional>
#include <vector>

namespace nestloom::schedule::flexer {

/// Regions for inputs, weights and outputs: how many tiles of the largest size have room in each.
using Regions = std::array<std::int32_t, 3>;

/// Runs the operations in the order of a dataflow with fixed regions of the scratchpad, least recently used tile out.
/// With prefetch, transfers run ahead as soon as their room is free; without, they wait for the NPU of their operation.
class StaticScheduler {
public:
    explicit StaticScheduler(const TiledLayer& tiled) : m_tiled(tiled), m_clock(tiled) {}

    /// Nothing when the regions are too small for one step, or when the metric is sure to end above `most`.
    std::optional<SchedulePoint> run(const OperationOrder& order, const Recipe& recipe, const FlexerParams& params,
                                     double most, ScheduleRecorder* recorder = nullptr);

private:
    struct Slot {
        std::int32_t tile = -1;
        std::int64_t freeFrom = 0;
        std::int32_t lastStep = -1;
        std::int32_t older = -1, newer = -1; // neighbours in the order of their last use
    };
    struct Region {
        std::vector<Slot> places;
        std::int32_t oldest = -1, newest = -1;
        std::int64_t address = 0;
        void reset(std::int32_t count, std::int64_t where);
        void use(std::int32_t slot, std::int32_t step); // becomes the newest
    };
    void reset(const Regions& regions, ScheduleRecorder* recorder);
    bool step(const OperationOrder& order, std::int32_t first, std::int32_t end, std::int32_t number);
    bool bring(int kind, std::int32_t tile, bool isNew, std::int64_t notBefore, std::int32_t step);
    void leave(Slot& slot, int kind, std::int64_t notBefore);
    void operate(const Operation& operation, std::int32_t number);

    const TiledLayer& m_tiled;
    ScheduleClock m_clock;
    ScheduleRecorder* m_recorder = nullptr;
    bool m_prefetch = true;
    std::array<Region, 3> m_regions;
    std::vector<std::int32_t> m_slotOf;              // by tile; -1 = not in the scratchpad
    std::vector<std::int64_t> m_available, m_inDram; // by tile: when it may be used, when its copy in DRAM is whole
    std::vector<std::int32_t> m_done;                // operations so far, by output tile
};

/// Sets of regions worth trying for one unrolled loop: what one step needs, once or twice of each; the best static
/// baseline also gives what is left over to one of the regions. Those that another one contains are left out: more room
/// never reloads more.
std::vector<Regions> staticRegions(const TiledLayer& tiled, TileLoop unrolled);
/// Twice what one step needs; nothing when it does not fit.
std::optional<Regions> doubleRegions(const TiledLayer& tiled, TileLoop unrolled);

/// Bytes that a static schedule moves at least: tiles that are met in a cycle longer than their region are reloaded
/// every time.
std::int64_t leastTraffic(const TiledLayer& tiled, const Dataflow& dataflow, const Regions& regions);

/// Best static schedule, plain or not, of one tiling below `most`, over all dataflows.
std::optional<SchedulePoint> bestStaticPoint(const TiledLayer& tiled, const Tiling& tiling, const FlexerParams& params,
                                             double most);
std::optional<SchedulePoint> bestPlain(const TiledLayer& tiled, const Tiling& tiling, const FlexerParams& params,
                                       double most);

/// Dataflows that differ for these tiles: with one tile along a loop, its place does not matter.
std::vector<Dataflow> dataflowsOf(const TiledLayer& tiled, bool alternating = false);

} // namespace nestloom::schedule::flexer
