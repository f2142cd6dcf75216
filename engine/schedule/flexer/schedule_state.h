// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/flexer/block_map.h"
#include "engine/schedule/flexer/operation_order.h"
#include "engine/schedule/flexer/schedule_clock.h"

#include <array>
#include <vector>

namespace nestloom::schedule::flexer {

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
