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

std::vector<Regions> strongRegions(const TiledLayer& tiled, TileLoop unrolled)
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
            larger[kind] = static_cast<std::int32_t>(std::min<std::int64_t>(
                most[kind], larger[kind] + left / std::max<std::int64_t>(1, tiled.largest[kind])));
            found.push_back(larger);
        }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    std::vector<Regions> kept;
    for (const Regions& one : found)
        if (std::none_of(found.begin(), found.end(),
                         [&](const Regions& other) { return other != one && contains(other, one); }))
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
        if (std::find(seen.begin(), seen.end(), key) != seen.end())
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
    const double bytes = static_cast<double>(leastTraffic(tiled, dataflow, regions));
    const double cycles =
        std::max(bytes / tiled.machine.dma.count,
                 static_cast<double>(tiled.compute) / std::min(tiled.machine.npus, tiled.outputTiles));
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

std::optional<SchedulePoint> bestStrong(const TiledLayer& tiled, const Tiling& tiling, const FlexerParams& params,
                                        double most)
{
    std::optional<SchedulePoint> best;
    StaticScheduler scheduler(tiled);
    for (const Dataflow& flow : dataflowsOf(tiled)) {
        std::optional<OperationOrder> order;
        for (const Regions& regions : strongRegions(tiled, flow.unrolled)) {
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
