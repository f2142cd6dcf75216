// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/schedule_clock.h"

#include "engine/schedule/flexer/tiled_summary.h"

#include <cmath>

namespace nestloom::schedule::flexer {

void ScheduleClock::reset(ScheduleRecorder* recorder)
{
    m_recorder = recorder;
    m_dma.clear();
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
    const std::int64_t bytes = m_tiled.moved(tile), length = m_tiled.moveTime[t];
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
    const std::int64_t length = m_tiled.moveTime[std::size_t(tile)], start = m_dma.reserve(ready, length);
    m_traffic.partialSumsStored += {m_tiled.moved(tile)};
    record(tile, DataType::PartialSums, Direction::Store, m_tiled.moved(tile), start, start + length);
    return start + length;
}

std::int64_t ScheduleClock::storeFinished(std::int32_t tile, std::int64_t ready)
{
    const std::int64_t bytes = m_tiled.finished[std::size_t(tile)], length = m_tiled.finishedTime[std::size_t(tile)];
    const std::int64_t start = m_dma.reserve(ready, length);
    m_traffic.outputs += {bytes};
    m_compulsoryLeft -= bytes;
    record(tile, DataType::Outputs, Direction::Store, bytes, start, start + length);
    return start + length;
}

ScheduleClock::Span ScheduleClock::operate(const Operation& operation, std::int32_t before, int set, std::int64_t ready)
{
    const auto npu = std::min_element(m_npuFree.begin(), m_npuFree.end());
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
    const double bytes = static_cast<double>(m_bytes + m_compulsoryLeft);
    const double cycles = std::max({static_cast<double>(busy) / m_tiled.machine.npus, bytes / m_tiled.machine.dma.count,
                                    static_cast<double>(m_end)});
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

} // namespace nestloom::schedule::flexer
