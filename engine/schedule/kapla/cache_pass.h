// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/blocking_sweep.h"

namespace nestloom::kapla {

/// What guides the search beside the costs of the problem itself.
struct CacheGuide {
    Goal goal = Goal::Energy;
    PerTensor<double> hopCost; // estimated cost on the mesh of bringing the whole tensor once
    bool thorough = true;      // begin with several fillings of the registers, not with the greedy one alone
    bool polish = true;        // afterwards exchange prime factors between levels and loops while that helps
};

struct CacheResult {
    Blocking blocking;
    BlockingCounts counts;
    double cost = 0; // of accesses, idle cycles and the estimated hops
    double cycles() const { return double(counts.cycles()); }
};

/// KAPLA's caching (Algorithm 1), from the registers outwards: with each loop as the innermost one of a level in turn,
/// the tensors of that level grow step by step. Each step looks at the tensor that is brought most expensively, and
/// takes the next larger divisor of the loop that brings it again and again; when that does not fit, the tensor after
/// it is helped. `evaluated` is raised by the blockings that the detailed model counted.
/// Returns  nothing when not even one pass of the array fits.
std::optional<CacheResult> cacheBottomUp(const BlockingProblem& problem, const TopConstraint& constraint,
                                         const CacheGuide& guide, std::int64_t& evaluated);

} // namespace nestloom::kapla
