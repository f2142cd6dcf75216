// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/static_scheduler.h"

namespace nestloom::schedule::flexer {

void StaticScheduler::Region::reset(std::int32_t count, std::int64_t where)
{
    places.assign(std::size_t(count), {});
    for (std::int32_t i = 0; i < count; ++i) {
        places[std::size_t(i)].older = i - 1;
        places[std::size_t(i)].newer = i + 1 < count ? i + 1 : -1;
    }
    oldest = 0;
    newest = count - 1;
    address = where;
}

void StaticScheduler::Region::use(std::int32_t i, std::int32_t step)
{
    Slot& slot = places[std::size_t(i)];
    slot.lastStep = step;
    if (i == newest)
        return;
    (slot.older >= 0 ? places[std::size_t(slot.older)].newer : oldest) = slot.newer;
    places[std::size_t(slot.newer)].older = slot.older;
    places[std::size_t(newest)].newer = i;
    slot.older = newest;
    slot.newer = -1;
    newest = i;
}

void StaticScheduler::reset(const Regions& regions, ScheduleRecorder* recorder)
{
    m_recorder = recorder;
    m_clock.reset(recorder);
    std::int64_t address = 0;
    for (std::size_t kind = 0; kind < 3; ++kind) {
        m_regions[kind].reset(regions[kind], address);
        address += regions[kind] * m_tiled.largest[kind];
    }
    const std::size_t tiles = std::size_t(m_tiled.tiles());
    m_slotOf.assign(tiles, -1);
    m_available.assign(tiles, 0);
    m_inDram.assign(tiles, 0);
    m_done.assign(std::size_t(m_tiled.outputTiles), 0);
}

std::optional<SchedulePoint> StaticScheduler::run(const OperationOrder& order, const Recipe& recipe,
                                                  const FlexerParams& params, double most, ScheduleRecorder* recorder)
{
    constexpr std::int32_t kStepsBetweenBounds = 8;
    reset(recipe.regions, recorder);
    m_prefetch = recipe.prefetch;
    std::int32_t first = 0, number = 0;
    for (const std::int32_t end : order.stepEnds) {
        if (!step(order, first, end, number))
            return std::nullopt;
        first = end;
        if (++number % kStepsBetweenBounds == 0 && m_clock.leastMetric(params) > most)
            return std::nullopt;
    }
    if (recorder)
        for (std::size_t kind = 0; kind < 3; ++kind)
            for (const Slot& slot : m_regions[kind].places)
                if (slot.tile >= 0)
                    recorder->leave(slot.tile, slot.freeFrom);
    return SchedulePoint{recipe, {m_clock.end()}, m_clock.traffic()};
}

bool StaticScheduler::step(const OperationOrder& order, std::int32_t first, std::int32_t end, std::int32_t number)
{
    for (std::int32_t i = first; i < end; ++i) {
        const Operation& op = order.operations[std::size_t(i)];
        const std::int64_t notBefore = m_prefetch ? 0 : m_clock.firstFreeNpu();
        const std::int32_t output = m_tiled.output(op.p, op.o);
        const bool isNew = m_done[std::size_t(output - m_tiled.inputTiles - m_tiled.weightTiles)] == 0;
        if (!bring(0, m_tiled.input(op.p, op.o, op.r), false, notBefore, number)
            || !bring(1, m_tiled.weight(op.o, op.r), false, notBefore, number)
            || !bring(2, output, isNew, notBefore, number))
            return false;
        operate(op, number);
    }
    return true;
}

/// Makes sure that a tile is in its region; false when every slot is used in this step.
bool StaticScheduler::bring(int kind, std::int32_t tile, bool isNew, std::int64_t notBefore, std::int32_t step)
{
    Region& region = m_regions[std::size_t(kind)];
    std::int32_t& at = m_slotOf[std::size_t(tile)];
    if (at < 0) {
        const std::int32_t oldest = region.oldest;
        Slot& slot = region.places[std::size_t(oldest)];
        if (slot.lastStep == step)
            return false;
        if (slot.tile >= 0)
            leave(slot, kind, notBefore);
        slot.tile = tile;
        at = oldest;
        const std::int64_t address = region.address + oldest * m_tiled.largest[kind];
        std::int64_t start = slot.freeFrom;
        if (m_recorder)
            m_recorder->arrive(tile, address, start);
        m_available[std::size_t(tile)] = slot.freeFrom;
        if (!isNew) {
            m_available[std::size_t(tile)] =
                m_clock.load(tile, std::max({slot.freeFrom, m_inDram[std::size_t(tile)], notBefore}), start);
            slot.freeFrom = m_available[std::size_t(tile)];
            if (m_recorder)
                m_recorder->arrive(tile, address, start);
        }
    }
    region.use(at, step);
    return true;
}

void StaticScheduler::leave(Slot& slot, int kind, std::int64_t notBefore)
{
    const std::size_t tile = std::size_t(slot.tile);
    m_slotOf[tile] = -1;
    if (kind == 2 && m_done[tile - std::size_t(m_tiled.inputTiles + m_tiled.weightTiles)] < m_tiled.reductions) {
        m_inDram[tile] = m_clock.spill(slot.tile, std::max(m_available[tile], notBefore));
        slot.freeFrom = std::max(slot.freeFrom, m_inDram[tile]);
    }
    if (m_recorder)
        m_recorder->leave(slot.tile, slot.freeFrom);
}

void StaticScheduler::operate(const Operation& op, std::int32_t number)
{
    const std::array<std::int32_t, 3> tiles{m_tiled.input(op.p, op.o, op.r), m_tiled.weight(op.o, op.r),
                                            m_tiled.output(op.p, op.o)};
    std::int64_t ready = 0;
    for (const std::int32_t tile : tiles)
        ready = std::max(ready, m_available[std::size_t(tile)]);
    std::int32_t& done = m_done[std::size_t(tiles[2] - m_tiled.inputTiles - m_tiled.weightTiles)];
    const ScheduleClock::Span span = m_clock.operate(op, done, number, ready);
    for (std::size_t kind = 0; kind < 3; ++kind) {
        Slot& slot = m_regions[kind].places[std::size_t(m_slotOf[std::size_t(tiles[kind])])];
        slot.freeFrom = std::max(slot.freeFrom, span.end);
    }
    m_available[std::size_t(tiles[2])] = span.end;
    if (++done == m_tiled.reductions) {
        Slot& slot = m_regions[2].places[std::size_t(m_slotOf[std::size_t(tiles[2])])];
        slot.freeFrom = std::max(slot.freeFrom, m_clock.storeFinished(tiles[2], span.end));
    }
}

} // namespace nestloom::schedule::flexer
