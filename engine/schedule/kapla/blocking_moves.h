// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/quick_cost.h"
#include "engine/schedule/kapla/cache_pass.h"

namespace nestloom::kapla {

/// What the detailed model counts for a blocking, hops estimated. Nothing when it does not fit.
std::optional<CacheResult> counted(const BlockingProblem& problem, const CacheGuide& guide, const Blocking& blocking,
                                   std::int64_t& evaluated);

/// Counts blockings of one problem, but only those that may be better than the best one up to now: most are refused by
/// their QuickCost.
class BlockingCounter {
public:
    BlockingCounter(const BlockingProblem& problem, const CacheGuide& guide, std::int64_t& evaluated);

    /// What the blocking costs if that is better than `than`; nothing if it is not, or does not fit.
    std::optional<CacheResult> better(const Blocking& blocking, const std::optional<CacheResult>& than) const;

private:
    const BlockingProblem& m_problem;
    const CacheGuide& m_guide;
    std::int64_t& m_evaluated;
    const QuickCost m_quick;
    double m_hops = 0; // cost of bringing all tensors once: that much comes at least
};

/// Puts `top` and `near` innermost on the two outer levels, and outermost what the constraint asks for.
/// Returns  false when the constraint wants the loop itself outside another one.
bool order(Blocking& blocking, const TopConstraint& constraint, Loop top, Loop near);

/// Whether the loops that the constraint names are cut as it says.
bool keeps(const Blocking& blocking, const TopConstraint& constraint);

/// All blockings one step away: a prime factor of one loop moved from a level to another, two such moves of different
/// loops between the same two levels in opposite directions, or another innermost loop on a level.
void neighbours(const Blocking& blocking, const TopConstraint& constraint, std::vector<Blocking>& all);

/// The best neighbour again and again, while it is better.
CacheResult polished(const BlockingCounter& counter, const TopConstraint& constraint, CacheResult from);

} // namespace nestloom::kapla
