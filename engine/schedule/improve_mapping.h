// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/base/run_control.h"
#include "engine/cost/layer_cost.h"
#include "engine/mapping/layer_mapping.h"
#include "engine/schedule/objective.h"

#include <functional>

namespace nestloom::schedule {

struct ImproveInputs {
    hardware::Accelerator accelerator;
    workload::Layer layer;
    mapping::LayerMapping start; // need not fit; must have the levels of the accelerator and the bounds of the layer
    Goal goal{};                 // CosaPaper counts as Latency
    std::int64_t evaluations = 200'000; // of the cost model
    std::uint64_t seed = 1;
    cost::Model model = cost::Model::Nestloom; // that judges mappings
};

/// A verified mapping with its cost in that model.
struct ImprovedMapping {
    mapping::LayerMapping mapping;
    cost::LayerCost cost;
};

struct Improvement {
    ImprovedMapping best; // the start itself when nothing better was found
    bool startFits = false;
    bool better = false; // than a start that fits; always true for one that does not
    std::int64_t evaluations = 0;
    StopCause cause = StopCause::Completed;
};

/// Searches on from a mapping: climbs from it, then disturbs what is best and climbs again (cosa::LocalSearch). A start
/// that does not fit is repaired first, by moving factors outward. The search keeps in every level what it may keep, so
/// it may give up a bypass that the start has, when that is better. Told   onBetter hears every better mapping,
/// verified, best first last. On the caller's thread.
/// Fails  InvalidInput when the start has other levels or bounds, or no mapping of the layer fits the accelerator.
/// Stop   `control.stop` within 10 ms of work; the best so far comes back.
Result<Improvement> improveMapping(const ImproveInputs& inputs, const RunControl& control,
                                   const std::function<void(const ImprovedMapping&)>& onBetter = {});

} // namespace nestloom::schedule
