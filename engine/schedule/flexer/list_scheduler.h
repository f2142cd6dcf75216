// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/flexer/set_selector.h"
#include "engine/schedule/flexer/tiled_summary.h"

#include <functional>
#include <optional>
#include <stop_token>

namespace nestloom::schedule::flexer {

/// What a schedule in the making must beat: asked at every step, it may fall while the schedule grows.
using Incumbent = std::function<double()>;

/// GetSchedule of Algorithm 1: list scheduling of one tiled layer, set by set.
class ListScheduler {
public:
    ListScheduler(const TiledLayer& tiled, const FlexerParams& params)
        : m_params(params), m_state(tiled), m_selector(m_state, m_params)
    {
    }

    /// Nothing when the metric is sure to end above the incumbent, or on a stop.
    std::optional<SchedulePoint> run(const OperationOrder& order, const Recipe& recipe, const Incumbent& incumbent,
                                     const std::stop_token& stop, ScheduleRecorder* recorder = nullptr);

private:
    void choose(const Recipe& recipe, PlannedSet& set, Decision* trace);

    const FlexerParams m_params;
    ScheduleState m_state;
    SetSelector m_selector;
    ReadyList m_ready;
};

} // namespace nestloom::schedule::flexer
