// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/schedule_state.h"

#include "engine/schedule/flexer/tiled_summary.h"

#include <cmath>

namespace nestloom::schedule::flexer {

namespace {

TileId id(std::int32_t tile) { return TileId{std::uint32_t(tile)}; }

} // namespace

void ScheduleClock::reset(ScheduleRecorder* recorder)
{
    m_recorder = recorder;
    m_dma.clear();
    m_storeDma.clear();
    m_npuFree.assign(std::size_t(m_tiled.machine.npus), 0);
    m_isSeen.assign(std::size_t(m_tiled.tiles()), false);
    m_traffic = {};
    m_bytes = 0;
    m_compulsoryLeft = m_tiled.compulsory;
    m_computeLeft = m_tiled.compute;
    m_end = 0;
}

void ScheduleClock::record(std::int32_t tile, DataType type, Direction direction, std::int64_t bytes,
                           std::int64_t start, std::int64_t end)
{
    m_bytes += bytes;
    m_end = std::max(m_end, end);
    if (m_recorder)
        m_recorder->transfer(tile, type, direction, bytes, start, end);
}

std::int64_t ScheduleClock::load(std::int32_t tile, std::int64_t ready, std::int64_t& start)
{
    const std::size_t t = std::size_t(tile);
    const std::int64_t bytes = m_tiled.moved(tile), length = m_tiled.loadTime[t];
    start = m_dma.reserve(ready, length);
    const int kind = m_tiled.kind(tile);
    Bytes& sum = kind == 0 ? m_traffic.inputs : kind == 1 ? m_traffic.weights : m_traffic.partialSumsLoaded;
    sum += {bytes};
    if (kind != 2 && !m_isSeen[t]) {
        m_isSeen[t] = true;
        m_compulsoryLeft -= bytes;
    }
    constexpr DataType types[] = {DataType::Inputs, DataType::Weights, DataType::PartialSums};
    record(tile, types[kind], Direction::Load, bytes, start, start + length);
    return start + length;
}

std::int64_t ScheduleClock::spill(std::int32_t tile, std::int64_t ready)
{
    const std::int64_t length = m_tiled.spillTime[std::size_t(tile)], start = stores().reserve(ready, length);
    m_traffic.partialSumsStored += {m_tiled.moved(tile)};
    record(tile, DataType::PartialSums, Direction::Store, m_tiled.moved(tile), start, start + length);
    return start + length;
}

std::int64_t ScheduleClock::storeFinished(std::int32_t tile, std::int64_t ready)
{
    const std::int64_t bytes = m_tiled.finished[std::size_t(tile)], length = m_tiled.finishedTime[std::size_t(tile)];
    const std::int64_t start = stores().reserve(ready, length);
    m_traffic.outputs += {bytes};
    m_compulsoryLeft -= bytes;
    record(tile, DataType::Outputs, Direction::Store, bytes, start, start + length);
    return start + length;
}

ScheduleClock::Span ScheduleClock::operate(const Operation& operation, std::int32_t before, int set, std::int64_t ready)
{
    const auto npu = std::ranges::min_element(m_npuFree);
    const std::int64_t time = m_tiled.time(operation.p, operation.o, operation.r);
    const std::int64_t start = std::max(*npu, ready);
    *npu = start + time;
    m_computeLeft -= time;
    m_end = std::max(m_end, start + time);
    if (m_recorder)
        m_recorder->operation(operation, before, int(npu - m_npuFree.begin()), set, start, start + time);
    return {start, start + time};
}

double ScheduleClock::leastMetric(const FlexerParams& params) const
{
    std::int64_t busy = m_computeLeft;
    for (const std::int64_t free : m_npuFree)
        busy += free;
    const double bytes = double(m_bytes + m_compulsoryLeft);
    const double cycles =
        std::max({double(busy) / m_tiled.machine.npus, bytes / m_tiled.machine.mostBytes(), double(m_end)});
    return metricOf(params, cycles, bytes);
}

double metricOf(const FlexerParams& params, double cycles, double bytes)
{
    switch (params.metric) {
    case Metric::Latency: return cycles;
    case Metric::Transfer: return bytes;
    case Metric::LatencyTimesTransfer: break;
    }
    return cycles * (params.transferWeight == 1.0 ? bytes : std::pow(bytes, params.transferWeight));
}

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
    std::vector<ScratchpadBlock>& blocks = map.blocks();
    for (const std::int32_t victim : planned.room.alsoSpilled)
        for (ScratchpadBlock& block : blocks)
            if (block.tile == victim) {
                block.freeSince = evict(victim);
                block.tile = -1;
            }
    freeFrom = 0;
    for (std::int32_t i = planned.room.first; i <= planned.room.last; ++i) {
        const ScratchpadBlock& block = blocks[std::size_t(i)];
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
    std::ranges::stable_sort(byMissing, [](const auto& a, const auto& b) { return a.first < b.first; });
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
    for (const ScratchpadBlock& block : map.blocks())
        free = std::max(free, block.tile >= 0 ? evict(block.tile) : block.freeSince);
    map.blocks() = {{0, tiled.scratchpad(), -1, free}};
}

void ScheduleState::finish()
{
    for (const ScratchpadBlock& block : map.blocks())
        if (block.tile >= 0)
            evict(block.tile);
}

ScheduleRecorder::Place& ScheduleRecorder::place(std::int32_t tile)
{
    m_places.resize(std::size_t(m_tiled.tiles()));
    return m_places[std::size_t(tile)];
}

void ScheduleRecorder::transfer(std::int32_t tile, DataType type, Direction direction, std::int64_t bytes,
                                std::int64_t start, std::int64_t end)
{
    m_schedule.transfers.push_back(
        {id(tile), type, direction, 0, place(tile).address, {bytes}, {start}, {end}}); // counted by finish()
}

void ScheduleRecorder::operation(const Operation& operation, std::int32_t before, int npu, int set, std::int64_t start,
                                 std::int64_t end)
{
    TileOperation result;
    result.tiles[TensorRole::Inputs] = id(m_tiled.input(operation.p, operation.o, operation.r));
    result.tiles[TensorRole::Weights] = id(m_tiled.weight(operation.o, operation.r));
    result.tiles[TensorRole::Outputs] = id(m_tiled.output(operation.p, operation.o));
    result.reduction = before;
    result.npu = npu;
    result.set = set;
    result.start = {start};
    result.end = {end};
    m_schedule.operations.push_back(result);
}

void ScheduleRecorder::arrive(std::int32_t tile, std::int64_t address, std::int64_t start)
{
    place(tile) = {address, start, true};
}

void ScheduleRecorder::leave(std::int32_t tile, std::int64_t end)
{
    Place& here = place(tile);
    if (here.isHere)
        m_schedule.residencies.push_back(
            {id(tile), here.address, {m_tiled.size[std::size_t(tile)]}, {here.start}, {end}});
    here.isHere = false;
}

void ScheduleRecorder::decide(Decision decision)
{
    const auto& operations = m_schedule.operations;
    decision.at = operations.back().start;
    for (std::size_t i = operations.size(); i-- > 0 && operations[i].set == operations.back().set;)
        decision.at = std::min(decision.at, operations[i].start);
    m_schedule.decisions.push_back(std::move(decision));
}

TiledSchedule ScheduleRecorder::finish(const workload::Layer& layer, const Tiling& tiling, const Dataflow& dataflow,
                                       std::string method, std::int64_t latency, const Traffic& traffic)
{
    TiledSchedule schedule = std::move(m_schedule);
    const auto byStart = [](const auto& a, const auto& b) { return a.start < b.start; };
    std::ranges::stable_sort(schedule.transfers, byStart);
    std::ranges::stable_sort(schedule.residencies, byStart);
    std::array<std::vector<std::int32_t>, 2> times; // by direction and tile: a later decision may move earlier
    for (auto& ofTiles : times)
        ofTiles.resize(std::size_t(m_tiled.tiles()));
    for (DmaTransfer& transfer : schedule.transfers)
        transfer.time = ++times[std::size_t(transfer.direction)][transfer.tile.value];
    schedule.layer = layer;
    schedule.machine = m_tiled.machine;
    schedule.tiling = tiling;
    schedule.dataflow = dataflow;
    schedule.method = std::move(method);
    schedule.tiles = tilesOf(m_tiled);
    schedule.latency = {latency};
    schedule.traffic = traffic;
    return schedule;
}

} // namespace nestloom::schedule::flexer
