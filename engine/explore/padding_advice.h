// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/run_control.h"
#include "engine/schedule/network_run.h"
#include "engine/workload/padding.h"

#include <functional>

namespace nestloom::explore {

struct PaddingInputs {
    hardware::Accelerator accelerator;
    workload::Layer layer;
    schedule::ScheduleOptions options; // the engine and what it minimises
    double mostExtraMacs = 0.5;        // paddings that add more than this fraction are not tried
};

/// A padding with what the padded layer costs: its mapping was found and verified like any other, and counts all MACs
/// and elements that the padding adds.
struct PaddingOutcome {
    workload::Padding padding;
    workload::Layer layer;        // padded, and named so
    schedule::LayerResult result; // without a cost when it has no mapping; `index` means nothing
};

struct PaddingAdvice {
    std::optional<schedule::LayerResult> unpadded; // mapped with the same options; nothing until then
    std::vector<PaddingOutcome> tried;             // in the order of promisingPaddings(), then pairs
    double fraction = 0;                           // of all that is tried, 0..1
    bool cancelled = false;
};

/// What is minimised, of a result with a cost: cycles, pJ or pJ * cycle.
double figureOf(const schedule::LayerResult& result, const schedule::ScheduleOptions& options);

/// after / before - 1 in what the options minimise; nothing without both costs.
std::optional<double> relativeChange(const PaddingAdvice& advice, const PaddingOutcome& outcome,
                                     const schedule::ScheduleOptions& options);

/// MACs of the layer itself as a fraction of what the MAC units could do in the cycles: what padding adds does not
/// count.
double usefulUtilization(const workload::Layer& unpadded, const schedule::LayerResult& result);

/// Indices into `tried` of what has a cost, the best first; the fewer extra MACs among equals.
std::vector<std::size_t> ranked(const PaddingAdvice& advice, const workload::Layer& layer,
                                const schedule::ScheduleOptions& options);

/// Maps the layer as it is, each of promisingPaddings(), and pairs of those that gained most. `onNews` hears what is
/// known so far, on worker threads, one call at a time.
/// Returns  all that was mapped; it depends on the inputs only.
/// Fails    as schedule::scheduleNetwork.
/// Stop     `stop` answers within a second; what was mapped before it is returned.
Result<PaddingAdvice> advisePadding(const PaddingInputs& inputs, const schedule::SolverFactory& makeSolver,
                                    std::stop_token stop, const std::function<void(const PaddingAdvice&)>& onNews = {});

} // namespace nestloom::explore
