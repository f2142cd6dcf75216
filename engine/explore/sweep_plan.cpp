// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/sweep_plan.h"

#include <map>

namespace nestloom::explore {

std::size_t walk(const DesignSpace& space, std::size_t step)
{
    std::size_t index = 0, below = count(space), walked = 0; // `walked`: values of the axes so far, as one number
    for (const Axis& axis : space.axes) {
        const std::size_t size = axis.values.size();
        below /= size;
        const std::size_t digit = step / below % size;
        index = index * size + (walked % 2 == 0 ? digit : size - 1 - digit); // every other time the way back
        walked = walked * size + digit;
    }
    return index;
}

SweepPlan planSweep(const DesignSpace& space, const std::stop_token& stop)
{
    SweepPlan plan;
    std::map<std::uint64_t, std::pair<std::size_t, std::size_t>> stepOf; // fingerprint -> chain, step
    for (std::size_t i = 0; i < count(space) && !stop.stop_requested(); ++i) {
        const std::size_t at = walk(space, i);
        const DesignPoint design = point(space, at);
        if (!design.refusal.empty()) {
            plan.refused.emplace_back(at, design.refusal);
            continue;
        }
        const bool isFull = plan.chains.empty() || plan.chains.back().size() == kChainLength;
        const std::pair next = isFull ? std::pair(plan.chains.size(), std::size_t(0))
                                      : std::pair(plan.chains.size() - 1, plan.chains.back().size());
        const auto [it, isNew] = stepOf.try_emplace(hardware::fingerprint(design.accelerator), next);
        if (isNew && isFull)
            plan.chains.emplace_back();
        if (isNew)
            plan.chains.back().emplace_back();
        plan.chains[it->second.first][it->second.second].points.push_back(at);
    }
    return plan;
}

} // namespace nestloom::explore
