// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/network_run.h"

namespace nestloom::schedule {

/// What an engine says of a layer beside its solution.
struct OutcomeFacts {
    SolveStatus status;
    StopCause cause;
    const std::string& reason;
    const SolveStats& stats;
};

/// Puts status, cause, reason, times and bound into `result`.
void takeFacts(const OutcomeFacts& facts, LayerResult& result);

template <typename Solution>
void takeOutcome(const SolveOutcome<Solution>& outcome, LayerResult& result)
{
    takeFacts({outcome.status, outcome.cause, outcome.reason, outcome.stats}, result);
}

/// What a run minimises, of a layer with a cost; of a tiled schedule the metric of its engine. Nothing for CosaPaper.
std::optional<double> figureOf(const LayerResult& result, const ScheduleOptions& options);

/// How far the figure of the objective is above its bound, and whether it is proven, once there are costs. Cycles are
/// whole: bounds of them are rounded up to the next one. A cost below a bound makes the layer a failed one, without any
/// figures.
void setGap(LayerResult& result, const ScheduleOptions& options);

} // namespace nestloom::schedule
