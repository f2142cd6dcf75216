// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/flexer/dma_timeline.h"
#include "engine/schedule/flexer/flexer_params.h"
#include "engine/schedule/flexer/schedule_recorder.h"
#include "engine/schedule/flexer/tiled_layer.h"

#include <vector>

namespace nestloom::schedule::flexer {

/// NPUs and DMA channel of a schedule that is being made: when each event happens, what was moved, and what is still to
/// come.
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
    std::int64_t firstFreeNpu() const { return *std::min_element(m_npuFree.begin(), m_npuFree.end()); }

    /// No continuation of what is scheduled has a lower metric.
    double leastMetric(const FlexerParams& params) const;

    std::int64_t end() const { return m_end; }
    const Traffic& traffic() const { return m_traffic; }

private:
    void record(std::int32_t tile, DataType type, Direction direction, std::int64_t bytes, std::int64_t start,
                std::int64_t end);

    const TiledLayer& m_tiled;
    ScheduleRecorder* m_recorder = nullptr;
    DmaTimeline m_dma;
    std::vector<std::int64_t> m_npuFree;
    std::vector<bool> m_isSeen; // inputs and weights that were loaded before
    Traffic m_traffic;
    std::int64_t m_bytes = 0;          // total of m_traffic
    std::int64_t m_compulsoryLeft = 0; // bytes that must still move
    std::int64_t m_computeLeft = 0;    // cycles of operations not issued
    std::int64_t m_end = 0;
};

} // namespace nestloom::schedule::flexer
