// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/base/run_control.h"
#include "engine/schedule/flexer/flexer_params.h"
#include "engine/schedule/flexer/tiled_schedule.h"
#include "engine/schedule/flexer/tiled_summary.h"

#include <functional>
#include <vector>

namespace nestloom::schedule::flexer {

struct FlexerSolution {
    TiledSummary summary;
    TiledSchedule schedule; // of summary.chosen, without decisions
};
using FlexerOutcome = SolveOutcome<FlexerSolution>;

/// Heard on one of the worker threads, one call at a time: the first schedule, and each better one.
using OnBetter = std::function<void(const FlexerSolution&)>;

/// Out-of-order schedule of one tiled layer on several NPUs around one scratchpad.
/// Decides   tiling, order of the operations, where tiles lie in the scratchpad, and when they move.
/// Method    tilings in the order of their bounds; a pass of static schedules over them; list scheduling of the best
/// ones, for
///           each dataflow (and window, if asked for), cut short when they cannot win any more.
/// Optimal   when the metric is within 0.1 % of its proven bound; the first static schedule so good ends the search.
/// The bounds cover the tilings of up to `maxOperations` operations, with the halos that tiles load anew and the
/// array's fill: they are bounds of this model, and mappings of another may be below (../MODEL.md).
/// Stop      control.stop is obeyed within 0.1 s and keeps the best so far.
/// Threads   `threads` of them, which end before the call does; they change no result.
/// Fails     InvalidInput if check(layer) has findings.
/// Source    Min, Kwon and Egger, Flexer, CGO 2023; extensions are ours, see Extensions.
Result<FlexerOutcome> solve(const workload::Layer& layer, const Machine& machine, const FlexerParams& params,
                            const RunControl& control, int threads = 1, const OnBetter& onBetter = {});

/// The same schedule again, event by event; with its decisions if asked for.
/// Fails   InvalidInput when the recipe does not fit layer and machine.
Result<TiledSchedule> rebuild(const workload::Layer& layer, const Machine& machine, const FlexerParams& params,
                              const Recipe& recipe, bool withDecisions = false);

/// The best schedules of one tiling: a dot of the paper's Fig. 1.
struct TilingPoint {
    Tiling tiling;
    std::int64_t operations = 0;
    std::optional<SchedulePoint> bestStatic;
    std::optional<SchedulePoint> outOfOrder;
};

/// Heard on one of the worker threads, one call at a time, often: `known()` copies the points so far.
using OnTilings = std::function<void(const std::function<std::vector<TilingPoint>()>& known)>;

/// All tilings of up to `maxOperations` operations (every `stride`-th when there are more than `limit`): first the best
/// static schedule of each, then, from the best of these on, the best one out of order, with one window where windows
/// are asked for. A stop ends it early with what is there.
std::vector<TilingPoint> tilingPoints(const workload::Layer& layer, const Machine& machine, const FlexerParams& params,
                                      const RunControl& control, int threads = 1, std::size_t limit = 400,
                                      const OnTilings& onMore = {});

/// Traffic with unlimited scratchpad of this tiling: every tile moved once.
Traffic compulsoryTraffic(const workload::Layer& layer, const Machine& machine, const Tiling& tiling);

} // namespace nestloom::schedule::flexer
