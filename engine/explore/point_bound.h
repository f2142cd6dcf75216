// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explore/sweep.h"

namespace nestloom::explore {

/// Proven: nothing that an engine of mappings can find for a network on an accelerator is below it, in our analytical
/// or in the mesh model. By arithmetic alone, about a microsecond a layer: MACs over MAC units; every element through
/// each level that keeps its tensor once, and at the innermost of them as often as the MAC units ask, over bandwidth;
/// the same for energy, with leakage. `utilization` is the largest possible one, `lowerBoundCycles` and `gap` say
/// nothing.
PointCost leastCost(const hardware::Accelerator& accelerator, const workload::Network& network,
                    const schedule::ScheduleOptions& options);

} // namespace nestloom::explore
