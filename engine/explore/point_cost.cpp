// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/point_cost.h"

#include "engine/hardware/area.h"

namespace nestloom::explore {

PointCost pointCost(const hardware::Accelerator& accelerator, const std::vector<schedule::LayerResult>& layers)
{
    const schedule::Totals totals = schedule::totals(accelerator, layers);
    const double seconds = static_cast<double>(totals.cycles.count) / accelerator.clock.count;
    return {
        totals.cycles,      totals.energy,           totals.energy.count * 1e-12 * seconds, accelerator.onChipBytes(),
        totals.utilization, totals.lowerBoundCycles, hardware::chipArea(accelerator),       totals.gap};
}

bool isUndecided(const PointCost& cost, double stopGap)
{
    constexpr double kRounding = 1e-9; // bounds are of whole cycles, the gap that a search stops at is not
    return !cost.gap || *cost.gap > stopGap + kRounding;
}

} // namespace nestloom::explore
