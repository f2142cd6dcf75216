// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/flexer/flexer_params.h"
#include "engine/schedule/flexer/tiled_schedule.h"

#include <optional>

namespace nestloom::schedule::flexer {

/// What one schedule costs, and how to make it again.
struct SchedulePoint {
    Recipe recipe;
    Cycles latency{};
    Traffic traffic;
    friend bool operator==(const SchedulePoint&, const SchedulePoint&) = default;
};

/// What a layer's result says of its tiled schedule; the schedule itself is made again from `chosen.recipe` (see
/// rebuild()).
struct TiledSummary {
    SchedulePoint chosen;
    std::int64_t operations = 0; // of the chosen tiling
    std::optional<SchedulePoint>
        outOfOrder; // best one, whether chosen or not; nothing when none beat the static seed's search
    std::optional<SchedulePoint> bestStatic; // schedule: prefetch, regions in LRU order, any unrolled loop
    std::optional<SchedulePoint>
        plain;               // best plain static schedule: double regions, innermost loop unrolled, no prefetch
    double latencyBound = 0; // proven, cycles: no schedule of any tiling considered is faster
    Bytes transferBound{};   // proven: none moves less
    double metricBound = 0;  // proven, in the metric's unit
    friend bool operator==(const TiledSummary&, const TiledSummary&) = default;
    /// The static schedule was kept, because nothing out of order was better.
    bool seedKept() const { return chosen.recipe.isStatic; }
};

/// cycles * bytes^weight, cycles, or bytes.
double metricOf(const FlexerParams& params, double cycles, double bytes);

/// How far a layer's schedule is above what is proven, as fractions: 0 = nothing can be better. Part of it may be what
/// no schedule reaches. The metric is that of the parameters.
struct Headroom {
    double latency = 0, transfer = 0, metric = 0;
};
Headroom headroomOf(const FlexerParams& params, const TiledSummary& summary);

/// The best static schedule was kept as it is; TiledSummary::seedKept() also counts static schedules that run forth
/// and back, or block after block.
bool isBestStaticKept(const TiledSummary& summary);

} // namespace nestloom::schedule::flexer
