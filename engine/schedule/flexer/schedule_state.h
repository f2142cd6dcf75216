// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/flexer/block_map.h"
#include "engine/schedule/flexer/flexer_params.h"
#include "engine/schedule/flexer/tiled_layer.h"
#include "engine/schedule/flexer/tiled_schedule.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace nestloom::schedule::flexer {

/// Writes down what a scheduler does, as a TiledSchedule. Schedulers that only want latency and traffic have none.
class ScheduleRecorder {
public:
    ScheduleRecorder(const TiledLayer& tiled, bool withDecisions) : m_tiled(tiled), m_withDecisions(withDecisions) {}

    bool wantsDecisions() const { return m_withDecisions; }
    void transfer(std::int32_t tile, DataType type, Direction direction, std::int64_t bytes, std::int64_t start,
                  std::int64_t end);
    void operation(const Operation& operation, std::int32_t before, int npu, int set, std::int64_t start,
                   std::int64_t end);
    void arrive(std::int32_t tile, std::int64_t address, std::int64_t start);
    void leave(std::int32_t tile, std::int64_t end);
    void decide(Decision decision); // after the operations of its set

    /// The whole schedule; nothing is recorded after it.
    TiledSchedule finish(const workload::Layer& layer, const Tiling& tiling, const Dataflow& dataflow,
                         std::string method, std::int64_t latency, const Traffic& traffic);

private:
    struct Place {
        std::int64_t address = 0, start = 0;
        bool isHere = false;
    };
    Place& place(std::int32_t tile);

    const TiledLayer& m_tiled;
    const bool m_withDecisions;
    TiledSchedule m_schedule;
    std::vector<Place> m_places; // by tile
};

/// When a DMA channel is busy. A transfer takes the first gap after it is ready that is long enough.
class DmaTimeline {
public:
    void clear()
    {
        m_gaps.clear();
        m_end = 0;
    }

    /// Reserves `length` cycles, not before `ready`; returns the start.
    std::int64_t reserve(std::int64_t ready, std::int64_t length)
    {
        for (std::size_t i = 0; i < m_gaps.size(); ++i) {
            const std::int64_t start = std::max(m_gaps[i].start, ready);
            if (start + length > m_gaps[i].end)
                continue;
            cut(i, start, start + length);
            return start;
        }
        const std::int64_t start = std::max(m_end, ready);
        if (start > m_end) {
            m_gaps.push_back({m_end, start});
            if (m_gaps.size() > kGaps)
                m_gaps.erase(m_gaps.begin());
        }
        m_end = start + length;
        return start;
    }

private:
    static constexpr std::size_t kGaps = 48; // older ones are given up: nothing that is ready late fits there

    struct Gap {
        std::int64_t start, end;
    };

    void cut(std::size_t i, std::int64_t start, std::int64_t end)
    {
        const Gap gap = m_gaps[i];
        m_gaps[i].end = start;
        if (end < gap.end)
            m_gaps.insert(m_gaps.begin() + std::ptrdiff_t(i) + 1, {end, gap.end});
        if (start == gap.start)
            m_gaps.erase(m_gaps.begin() + std::ptrdiff_t(i));
    }

    std::vector<Gap> m_gaps; // by start
    std::int64_t m_end = 0;
};

/// NPUs and DMA channels of a schedule that is being made: when each event happens, what was moved, and what is still
/// to come.
class ScheduleClock {
public:
    explicit ScheduleClock(const TiledLayer& tiled) : m_tiled(tiled) {}
    void reset(ScheduleRecorder* recorder); // may be null

    /// Loads inputs, weights or a partial sum, not before `ready`; returns the end. `start` receives the start.
    std::int64_t load(std::int32_t tile, std::int64_t ready, std::int64_t& start);
    std::int64_t spill(std::int32_t tile, std::int64_t ready);         // a partial sum; returns the end
    std::int64_t storeFinished(std::int32_t tile, std::int64_t ready); // outputs; returns the end

    struct Span {
        std::int64_t start = 0, end = 0;
    };
    /// Runs an operation on the NPU that is free first, not before `ready`.
    Span operate(const Operation& operation, std::int32_t before, int set, std::int64_t ready);
    std::int64_t firstFreeNpu() const { return *std::ranges::min_element(m_npuFree); }

    /// No continuation of what is scheduled has a lower metric.
    double leastMetric(const FlexerParams& params) const;

    std::int64_t end() const { return m_end; }
    const Traffic& traffic() const { return m_traffic; }

private:
    void record(std::int32_t tile, DataType type, Direction direction, std::int64_t bytes, std::int64_t start,
                std::int64_t end);

    const TiledLayer& m_tiled;
    ScheduleRecorder* m_recorder = nullptr;
    DmaTimeline m_dma, m_storeDma; // the second one where stores have a channel of their own
    DmaTimeline& stores() { return m_tiled.machine.storeDma ? m_storeDma : m_dma; }
    std::vector<std::int64_t> m_npuFree;
    std::vector<bool> m_isSeen; // inputs and weights that were loaded before
    Traffic m_traffic;
    std::int64_t m_bytes = 0;          // total of m_traffic
    std::int64_t m_compulsoryLeft = 0; // bytes that must still move
    std::int64_t m_computeLeft = 0;    // cycles of operations not issued
    std::int64_t m_end = 0;
};

/// Where one tile of a set goes.
struct PlannedTile {
    std::int32_t tile = -1;
    Room room;
};

/// A set of operations with the places of the tiles that it brings in, in the order in which they are placed.
struct PlannedSet {
    std::vector<Operation> operations;
    std::vector<PlannedTile> tiles;
};

/// Out-of-order schedule in the making: what lies in the scratchpad, what is done, what happens when.
class ScheduleState {
public:
    explicit ScheduleState(const TiledLayer& whichLayer)
        : tiled(whichLayer), map(whichLayer.scratchpad()), clock(whichLayer)
    {
    }
    void reset(bool prefetch, ScheduleRecorder* recorder);

    /// Performs the plan: evicts, loads, runs, stores finished outputs. The plan was made in this very state.
    void issue(PlannedSet& set);
    /// Empties the scratchpad: the way out when no set fits beside what is spared.
    void flush();
    /// Ends the residencies of what is left.
    void finish();

    std::int32_t outputIndex(const Operation& op) const { return op.p * tiled.outputs + op.o; }
    std::array<std::int32_t, 3> tilesOf(const Operation& op) const
    {
        return {tiled.input(op.p, op.o, op.r), tiled.weight(op.o, op.r), tiled.output(op.p, op.o)};
    }
    bool isFresh(const Operation& op) const
    {
        return done[std::size_t(outputIndex(op))] == 0;
    } // starts at zero, loads nothing

    const TiledLayer& tiled;
    BlockMap map;
    TileUses uses;
    ScheduleClock clock;
    std::vector<bool> isHere;       // by tile: in the scratchpad
    std::vector<bool> isDirty;      // by tile: partial sums without an equal copy in DRAM
    std::vector<std::int32_t> done; // operations so far, by output tile
    std::int32_t sets = 0;          // issued so far

private:
    void place(const PlannedTile& planned, std::int64_t& freeFrom);
    std::int64_t evict(std::int32_t tile);
    void bringOperands(const Operation& op, const PlannedSet& set, std::vector<std::int64_t>& freeFrom,
                       std::int64_t& ready);
    void run(const Operation& op, std::int64_t ready);
    std::int64_t missingBytes(const Operation& op) const;

    ScheduleRecorder* m_recorder = nullptr;
    bool m_prefetch = true;
    std::vector<std::int64_t> m_available, m_inDram; // by tile
    std::vector<std::int64_t> m_address;             // by tile, while it is here
    std::vector<std::int64_t> m_freeFrom;            // scratch, by planned tile
};

} // namespace nestloom::schedule::flexer
