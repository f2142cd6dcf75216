// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/schedule_recorder.h"

#include <algorithm>

namespace nestloom::schedule::flexer {

namespace {

TileId id(std::int32_t tile) { return TileId{static_cast<std::uint32_t>(tile)}; }

} // namespace

ScheduleRecorder::Place& ScheduleRecorder::place(std::int32_t tile)
{
    m_places.resize(std::size_t(m_tiled.tiles()));
    return m_places[std::size_t(tile)];
}

void ScheduleRecorder::transfer(std::int32_t tile, DataType type, Direction direction, std::int64_t bytes,
                                std::int64_t start, std::int64_t end)
{
    std::vector<std::int32_t>& times = direction == Direction::Load ? m_loads : m_stores;
    times.resize(std::size_t(m_tiled.tiles()));
    m_schedule.transfers.push_back(
        {id(tile), type, direction, ++times[std::size_t(tile)], place(tile).address, {bytes}, {start}, {end}});
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
    std::stable_sort(schedule.transfers.begin(), schedule.transfers.end(), byStart);
    std::stable_sort(schedule.residencies.begin(), schedule.residencies.end(), byStart);
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
