// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/sweep_plan.h"

#include <map>

namespace nestloom::explore {

SweepPlan planSweep(const DesignSpace& space, const std::stop_token& stop)
{
    SweepPlan plan;
    std::map<std::uint64_t, std::size_t> stepOf; // by fingerprint
    for (std::size_t at = 0; at < count(space) && !stop.stop_requested(); ++at) {
        const DesignPoint design = point(space, at);
        if (!design.refusal.empty()) {
            plan.refused.emplace_back(at, design.refusal);
            continue;
        }
        const auto [step, isNew] = stepOf.try_emplace(hardware::fingerprint(design.accelerator), plan.steps.size());
        if (isNew)
            plan.steps.emplace_back();
        plan.steps[step->second].points.push_back(at);
    }
    return plan;
}

} // namespace nestloom::explore
