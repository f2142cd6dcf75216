// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/run_control.h"
#include "engine/schedule/cosma/spill_state.h"

#include <limits>

namespace nestloom::schedule::cosma {

/// An order of the operators, and which tensors leave the scratchpad when.
struct SpillSchedule {
    std::vector<std::uint32_t> order;
    std::vector<std::vector<std::uint32_t>> leaving; // leaving[step]: tensors that are off chip from that step on
    std::int64_t cost = 0;                           // B, written and retrieved
};

struct SpillSearchParams {
    std::int64_t budget = 0; // B
    OrderLimits limits;
    std::int64_t below =
        std::numeric_limits<std::int64_t>::max(); // only schedules cheaper than this, B, are of interest
};

/// The schedule that moves least off-chip bytes when all that is on chip at once has to fit the budget; addresses are
/// not looked at. A* over (what has run, place of every live tensor):
///   dominance   of states with the same `done`, the dearer one is dropped when the other can do as well (dominates())
///   free moves  see runFreeMoves()
///   delay       an operator that frees nothing and whose output the next one does not need is not run before it, when
///   the
///               other order fits as well; of two such operators the lower number goes first
///   bound       SpillBound
/// Every pruned path has a path of no higher cost that is smaller by (cost, later growth, operator number), so the
/// cheapest cost survives (PRUNING.md has the argument); the tests compare with all orders and all choices on small
/// graphs.
/// Optimal     proven within the limits. Infeasible: no schedule below `below` (within the limits). Feasible and
///             NoSolutionFound: stopped; stats.bound is proven (B).
/// Stop        workLimit counts generated states (default 1,500,000), those of a large graph as more than one. Ties are broken by the seed.
/// The budget must hold every operator's working set.
SolveOutcome<SpillSchedule> leastSpill(const GraphIndex& graph, const SpillSearchParams& params,
                                       const RunControl& control);

} // namespace nestloom::schedule::cosma
