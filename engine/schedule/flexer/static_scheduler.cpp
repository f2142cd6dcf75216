// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/static_scheduler.h"

#include <algorithm>

namespace nestloom::schedule::flexer {

namespace {

/// Tiles that one step touches, at most as many as there are.
Regions needed(const TiledLayer& tiled, TileLoop unrolled)
{
    const std::int32_t npus = tiled.machine.npus;
    const bool overPixels = unrolled == TileLoop::Pixels;
    const std::int32_t inputs = overPixels || tiled.groups > 1 ? npus : 1;
    return {std::min(inputs, tiled.inputTiles), std::min(overPixels ? 1 : npus, tiled.weightTiles),
            std::min(npus, tiled.outputTiles)};
}

Regions all(const TiledLayer& tiled) { return {tiled.inputTiles, tiled.weightTiles, tiled.outputTiles}; }

std::int64_t bytes(const TiledLayer& tiled, const Regions& regions)
{
    std::int64_t sum = 0;
    for (std::size_t kind = 0; kind < 3; ++kind)
        sum += regions[kind] * tiled.largest[kind];
    return sum;
}

bool contains(const Regions& a, const Regions& b) { return a[0] >= b[0] && a[1] >= b[1] && a[2] >= b[2]; }

} // namespace

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

std::vector<Regions> staticRegions(const TiledLayer& tiled, TileLoop unrolled)
{
    const Regions least = needed(tiled, unrolled), most = all(tiled);
    std::vector<Regions> found;
    for (unsigned doubled = 0; doubled < 8; ++doubled) {
        Regions regions;
        for (std::size_t kind = 0; kind < 3; ++kind)
            regions[kind] = std::min(most[kind], least[kind] * ((doubled >> kind & 1) != 0 ? 2 : 1));
        const std::int64_t left = tiled.scratchpad() - bytes(tiled, regions);
        if (left < 0)
            continue;
        for (std::size_t kind = 0; kind < 3; ++kind) {
            Regions larger = regions;
            larger[kind] = std::int32_t(std::min<std::int64_t>(
                most[kind], larger[kind] + left / std::max<std::int64_t>(1, tiled.largest[kind])));
            found.push_back(larger);
        }
    }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    std::vector<Regions> kept;
    for (const Regions& one : found)
        if (std::ranges::none_of(found, [&](const Regions& other) { return other != one && contains(other, one); }))
            kept.push_back(one);
    return kept;
}

std::optional<Regions> doubleRegions(const TiledLayer& tiled, TileLoop unrolled)
{
    Regions regions = needed(tiled, unrolled);
    const Regions most = all(tiled);
    for (std::size_t kind = 0; kind < 3; ++kind)
        regions[kind] = std::min(most[kind], 2 * regions[kind]);
    return bytes(tiled, regions) <= tiled.scratchpad() ? std::optional(regions) : std::nullopt;
}

std::vector<Dataflow> dataflowsOf(const TiledLayer& tiled, bool alternating)
{
    const std::array<std::int32_t, 3> extents{tiled.pixels, tiled.outputs, tiled.reductions};
    std::vector<Dataflow> result;
    std::vector<std::pair<std::vector<TileLoop>, TileLoop>> seen; // loops with more than one tile, unrolled loop
    for (int i = 0; i < kDataflows; ++i) {
        const Dataflow candidate = dataflow(i, alternating);
        std::vector<TileLoop> loops;
        for (const TileLoop loop : candidate.order)
            if (extents[std::size_t(loop)] > 1)
                loops.push_back(loop);
        const bool hasChoice = tiled.pixels > 1 && tiled.outputs > 1;
        if (!hasChoice && extents[std::size_t(candidate.unrolled)] == 1 && tiled.pixels * tiled.outputs > 1)
            continue; // the NPUs would have nothing side by side
        const std::pair key{loops, candidate.unrolled};
        if (std::ranges::find(seen, key) != seen.end())
            continue;
        seen.push_back(key);
        result.push_back(candidate);
    }
    return result;
}

namespace {

/// How often the tiles that depend on two of the loops (all but `irrelevant`) are loaded over the iterations of that
/// loop.
std::int64_t timesLoaded(const std::array<std::int64_t, 3>& extents, const Dataflow& dataflow, TileLoop irrelevant,
                         std::int64_t npus, std::int64_t room)
{
    std::int64_t met = 1; // different tiles in one iteration of the irrelevant loop
    bool isInside = false;
    for (const TileLoop loop : dataflow.order) {
        const std::int64_t tiles = extents[std::size_t(loop)];
        if (loop == irrelevant)
            isInside = true;
        else if (isInside)
            met *= tiles;
        else if (loop == dataflow.unrolled)
            met *= tiles % npus == 0 ? npus : tiles % npus; // side by side in the last, smallest step
    }
    if (met <= room)
        return 1;
    const std::int64_t iterations = extents[std::size_t(irrelevant)];
    return irrelevant == dataflow.unrolled ? (iterations + npus - 1) / npus : iterations;
}

} // namespace

std::int64_t leastTraffic(const TiledLayer& tiled, const Dataflow& dataflow, const Regions& regions)
{
    const std::array<std::int64_t, 3> extents{tiled.pixels, tiled.outputs, tiled.reductions};
    const auto times = [&](TileLoop irrelevant, std::size_t kind) {
        return timesLoaded(extents, dataflow, irrelevant, tiled.machine.npus, regions[kind]);
    };
    const std::int64_t inputs = tiled.groups > 1 ? 1 : times(TileLoop::Outputs, 0); // groups have inputs of their own
    return tiled.compulsory + (inputs - 1) * tiled.movedOnce[0] + (times(TileLoop::Pixels, 1) - 1) * tiled.movedOnce[1]
           + 2 * (times(TileLoop::Reduction, 2) - 1) * tiled.movedOnce[2];
}

namespace {

/// Every static schedule with these regions is sure to end above `most`.
bool isHopeless(const TiledLayer& tiled, const Dataflow& dataflow, const Regions& regions, const FlexerParams& params,
                double most)
{
    const double bytes = double(leastTraffic(tiled, dataflow, regions));
    const double cycles = std::max(bytes / tiled.machine.mostBytes(),
                                   double(tiled.compute) / std::min(tiled.machine.npus, tiled.outputTiles));
    return metricOf(params, cycles, bytes) > most;
}

void keepBetter(std::optional<SchedulePoint>& best, double& most, const std::optional<SchedulePoint>& found,
                const FlexerParams& params)
{
    if (!found)
        return;
    const double metric = metricOf(params, double(found->latency.count), double(found->traffic.total().count));
    if (metric < most || (!best && metric <= most)) {
        best = found;
        most = metric;
    }
}

} // namespace

std::optional<SchedulePoint> bestStaticPoint(const TiledLayer& tiled, const Tiling& tiling, const FlexerParams& params,
                                             double most)
{
    std::optional<SchedulePoint> best;
    StaticScheduler scheduler(tiled);
    for (const Dataflow& flow : dataflowsOf(tiled)) {
        std::optional<OperationOrder> order;
        for (const Regions& regions : staticRegions(tiled, flow.unrolled)) {
            if (isHopeless(tiled, flow, regions, params, most))
                continue;
            if (!order)
                order.emplace(tiled, flow);
            keepBetter(best, most,
                       scheduler.run(*order, {true, tiling, flow, 0, false, false, regions, true}, params, most),
                       params);
        }
    }
    return best;
}

std::optional<SchedulePoint> bestPlain(const TiledLayer& tiled, const Tiling& tiling, const FlexerParams& params,
                                       double most)
{
    std::optional<SchedulePoint> best;
    StaticScheduler scheduler(tiled);
    for (const Dataflow& flow : dataflowsOf(tiled)) {
        const TileLoop inner = flow.order[2] == TileLoop::Reduction ? flow.order[1] : flow.order[2];
        const std::int32_t tilesOfInner = inner == TileLoop::Pixels ? tiled.pixels : tiled.outputs;
        if (flow.unrolled != inner && tilesOfInner > 1)
            continue;
        if (const auto regions = doubleRegions(tiled, flow.unrolled);
            regions && !isHopeless(tiled, flow, *regions, params, most))
            keepBetter(best, most,
                       scheduler.run(OperationOrder(tiled, flow),
                                     {true, tiling, flow, 0, false, false, *regions, false}, params, most),
                       params);
    }
    return best;
}

} // namespace nestloom::schedule::flexer
