// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/blocking.h"

namespace nestloom::kapla {

/// What is minimised; the second figure decides ties, then the order of enumeration.
enum class Goal : std::uint8_t { Energy, Delay, EnergyDelay };

/// Whether `cost` and `cycles` are better than the others.
inline bool better(Goal goal, double cost, double cycles, double otherCost, double otherCycles)
{
    switch (goal) {
    case Goal::Energy: return cost < otherCost || (cost == otherCost && cycles < otherCycles);
    case Goal::Delay: return cycles < otherCycles || (cycles == otherCycles && cost < otherCost);
    case Goal::EnergyDelay: return cost * cycles < otherCost * otherCycles;
    }
    return false;
}

/// Outermost factors that layers which run together must agree on; 0 = free. The batch must be the outermost loop, then
/// the loop over the channels that are passed on.
struct TopConstraint {
    PerLoop factor{0, 0, 0};
    friend auto operator<=>(const TopConstraint&, const TopConstraint&) = default;
};

struct SweepResult {
    Blocking blocking;
    BlockingCounts counts;
    double accessCost = 0;
};

struct SweepEffort {
    std::int64_t enumerated = 0; // blockings in the space, 36 orders for each choice of factors
    std::int64_t evaluated = 0;  // of these, what had to be counted
};

/// The best blocking by accesses and cycles, hops left out: all factors and orders, except orders that are equivalent
/// to others or no better.
/// Returns  nothing when no blocking fits.
std::optional<SweepResult> sweep(const BlockingProblem& problem, const TopConstraint& constraint, Goal goal,
                                 SweepEffort& effort);

} // namespace nestloom::kapla
