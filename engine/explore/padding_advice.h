// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/run_control.h"
#include "engine/hardware/accelerator.h"
#include "engine/schedule/network_run.h"
#include "engine/workload/padding.h"

#include <functional>

namespace nestloom::explore {

/// Sizes of one dimension that are worth a try in place of `size`, ascending: those that fill the accelerator's
/// fan-outs best for the MACs they add, and those that split into tiles in most ways. `mostExtra` limits what they add,
/// as a fraction.
std::vector<std::int64_t> promisingSizes(const hardware::Accelerator& accelerator, std::int64_t size, double mostExtra,
                                         std::size_t most = 3);

/// Paddings of single dimensions, and of both sides of square outputs and filters together, that add at most
/// `mostExtra` of the layer's MACs. Dimensions of 1 are left alone. Depends on the arguments only.
std::vector<workload::Padding> promisingPaddings(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                                 double mostExtra);

/// How much more of a fan-out a size can fill, per MAC: (largest divisor of `to` that fits) / `to`, against the same of
/// `from`; the best over all fan-outs. 1 = no gain.
double fillGain(const hardware::Accelerator& accelerator, std::int64_t from, std::int64_t to);

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

/// Maps the layer as it is, each of promisingPaddings(), all with perfect factors, and pairs of those that gained most.
/// `onNews` hears what is known so far, on worker threads, one call at a time.
/// Returns  all that was mapped; it depends on the inputs only.
/// Fails    as schedule::scheduleNetwork.
/// Stop     `stop` answers within a second; what was mapped before it is returned.
Result<PaddingAdvice> advisePadding(const PaddingInputs& inputs, const schedule::SolverFactory& makeSolver,
                                    std::stop_token stop, const std::function<void(const PaddingAdvice&)>& onNews = {});

} // namespace nestloom::explore
