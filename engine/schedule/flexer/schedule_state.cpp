// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/schedule_state.h"

#include <algorithm>

namespace nestloom::schedule::flexer {

void ScheduleState::reset(bool prefetch, ScheduleRecorder* recorder)
{
    m_recorder = recorder;
    m_prefetch = prefetch;
    const std::size_t tiles = std::size_t(tiled.tiles());
    map = BlockMap(tiled.scratchpad());
    clock.reset(recorder);
    uses.left.assign(tiles, tiled.reductions);
    std::fill_n(uses.left.begin(), tiled.inputTiles, tiled.outputsPerGroup);
    std::fill_n(uses.left.begin() + tiled.inputTiles, tiled.weightTiles, tiled.pixels);
    uses.lastUse.assign(tiles, 0);
    uses.pinned.assign(tiles, 0);
    uses.lastSet.assign(tiles, -1);
    uses.stamp = 0;
    uses.spareSet = -1;
    isHere.assign(tiles, false);
    isDirty.assign(tiles, false);
    done.assign(std::size_t(tiled.outputTiles), 0);
    m_available.assign(tiles, 0);
    m_inDram.assign(tiles, 0);
    m_address.assign(tiles, 0);
    sets = 0;
}

/// A tile leaves the scratchpad; partial sums are spilled first. Returns from when on its bytes are free.
std::int64_t ScheduleState::evict(std::int32_t tile)
{
    const std::size_t t = std::size_t(tile);
    std::int64_t free = uses.lastUse[t];
    if (isDirty[t] && uses.left[t] > 0) {
        const std::int64_t ready = m_prefetch ? m_available[t] : std::max(m_available[t], clock.firstFreeNpu());
        m_inDram[t] = clock.spill(tile, ready);
        free = std::max(free, m_inDram[t]);
        uses.lastUse[t] = free;
        isDirty[t] = false;
    }
    isHere[t] = false;
    if (m_recorder)
        m_recorder->leave(tile, free);
    return free;
}

void ScheduleState::place(const PlannedTile& planned, std::int64_t& freeFrom)
{
    std::vector<Block>& blocks = map.blocks();
    for (const std::int32_t victim : planned.room.alsoSpilled)
        for (Block& block : blocks)
            if (block.tile == victim) {
                block.freeSince = evict(victim);
                block.tile = -1;
            }
    freeFrom = 0;
    for (std::int32_t i = planned.room.first; i <= planned.room.last; ++i) {
        const Block& block = blocks[std::size_t(i)];
        freeFrom = std::max(freeFrom, block.tile >= 0 ? evict(block.tile) : block.freeSince);
    }
    const std::size_t t = std::size_t(planned.tile);
    const std::size_t at = map.place(planned.room, planned.tile, tiled.size[t], freeFrom);
    m_address[t] = map.blocks()[at].address;
    isHere[t] = true;
    uses.lastUse[t] = freeFrom;
}

std::int64_t ScheduleState::missingBytes(const Operation& op) const
{
    std::int64_t bytes = 0;
    for (const std::int32_t tile : tilesOf(op))
        if (!isHere[std::size_t(tile)] && !(tiled.isOutput(tile) && isFresh(op)))
            bytes += tiled.size[std::size_t(tile)];
    return bytes;
}

void ScheduleState::issue(PlannedSet& set)
{
    std::vector<std::pair<std::int64_t, Operation>> byMissing; // what lacks least runs first
    for (const Operation& op : set.operations)
        byMissing.emplace_back(missingBytes(op), op);
    std::stable_sort(byMissing.begin(), byMissing.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    m_freeFrom.assign(set.tiles.size(), 0);
    for (std::size_t i = 0; i < set.tiles.size(); ++i)
        place(set.tiles[i], m_freeFrom[i]);
    for (const auto& [missing, op] : byMissing) {
        std::int64_t ready = 0;
        bringOperands(op, set, m_freeFrom, ready);
        run(op, ready);
    }
    ++sets;
}

/// Loads the planned tiles of one operation that were not loaded for an earlier one of the set.
void ScheduleState::bringOperands(const Operation& op, const PlannedSet& set, std::vector<std::int64_t>& freeFrom,
                                  std::int64_t& ready)
{
    const std::int64_t notBefore = m_prefetch ? 0 : clock.firstFreeNpu();
    for (const std::int32_t tile : tilesOf(op)) {
        const std::size_t t = std::size_t(tile);
        for (std::size_t i = 0; i < set.tiles.size(); ++i) {
            if (set.tiles[i].tile != tile || freeFrom[i] < 0)
                continue;
            std::int64_t start = freeFrom[i];
            if (m_recorder)
                m_recorder->arrive(tile, m_address[t], start);
            if (tiled.isOutput(tile) && isFresh(op))
                m_available[t] = freeFrom[i];
            else
                m_available[t] = clock.load(tile, std::max({freeFrom[i], m_inDram[t], notBefore}), start);
            if (m_recorder)
                m_recorder->arrive(tile, m_address[t], start);
            freeFrom[i] = -1;
        }
        ready = std::max(ready, m_available[t]);
    }
}

void ScheduleState::run(const Operation& op, std::int64_t ready)
{
    std::int32_t& before = done[std::size_t(outputIndex(op))];
    const ScheduleClock::Span span = clock.operate(op, before++, sets, ready);
    const auto tiles = tilesOf(op);
    for (const std::int32_t tile : tiles) {
        const std::size_t t = std::size_t(tile);
        uses.lastUse[t] = std::max(uses.lastUse[t], span.end);
        uses.lastSet[t] = sets;
        --uses.left[t];
    }
    const std::size_t output = std::size_t(tiles[2]);
    m_available[output] = span.end;
    isDirty[output] = true;
    if (uses.left[output] == 0) {
        uses.lastUse[output] = std::max(uses.lastUse[output], clock.storeFinished(tiles[2], span.end));
        isDirty[output] = false;
    }
}

void ScheduleState::flush()
{
    std::int64_t free = 0;
    for (const Block& block : map.blocks())
        free = std::max(free, block.tile >= 0 ? evict(block.tile) : block.freeSince);
    map.blocks() = {{0, tiled.scratchpad(), -1, free}};
}

void ScheduleState::finish()
{
    for (const Block& block : map.blocks())
        if (block.tile >= 0)
            evict(block.tile);
}

} // namespace nestloom::schedule::flexer
