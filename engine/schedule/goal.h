// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/objective.h"

#include <string_view>

namespace nestloom::schedule {

/// An objective with what makes a figure of it. An objective alone stands for itself.
struct Goal {
    Objective objective = Objective::Latency;
    double cyclePrice = 0; // pJ per cycle, for Objective::Weighted

    constexpr Goal(Objective goal = Objective::Latency, double price = 0) : objective(goal), cyclePrice(price) {}
    friend bool operator==(const Goal&, const Goal&) = default;

    /// What is minimised first, in the unit of the objective. CosaPaper, which has none in cycles and energy, counts as
    /// Latency.
    constexpr double figure(double cycles, double energy) const
    {
        switch (objective) {
        case Objective::Energy: return energy;
        case Objective::Edp: return cycles * energy;
        case Objective::Weighted: return energy + cyclePrice * cycles;
        case Objective::Latency:
        case Objective::CosaPaper: break;
        }
        return cycles;
    }
};

/// Of figure(): "cycle", "pJ", "pJ*cycle"; nothing for CosaPaper.
std::string_view unitOf(Objective objective);

} // namespace nestloom::schedule
