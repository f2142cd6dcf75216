// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explore/pareto.h"

namespace nestloom::explore {

/// What the front of a sweep is wanted for.
struct FrontSearch {
    std::vector<Objective> objectives;
    std::vector<Limit> limits;
    /// By how much a point that is not solved may be better than the solved ones, as a fraction of each figure.
    double within = 0;
    /// Of two figures: only the ends of the front and its knee (kneeOf()) are searched.
    bool kneeOnly = false;
};

/// What was not solved, and what that leaves open.
struct FrontCounts {
    std::size_t dominated = 0;    // results: what is solved equals or dominates their bounds, or nearly (`within`)
    std::size_t beyondLimits = 0; // results: their bounds are beyond a limit
    std::size_t notKnee = 0;      // results: their bounds are neither an end of the front nor its knee
    /// No point of the whole space is better than the solved ones by more than this fraction in every figure. 0 = the
    /// front is exact, but for points as good as its own; nothing = unknown, because nothing was solved.
    std::optional<double> distance;
    std::size_t notNeeded() const { return dominated + beyondLimits + notKnee; }
};

struct FrontResult {
    std::vector<PointResult> results; // as runSweep(); what was not solved is Cancelled
    FrontCounts counts;
};

/// Fails    InvalidInput for an engine that maps no layers, or has no bounds (flexer), and for a figure without a bound
///          (power, and area without an area table); for a knee of other than two figures.
Status check(const SweepInputs& inputs, const FrontSearch& front);

/// The Pareto front of the whole space without solving all of it. Bounds of every point come first (point_bound.h);
/// then, in rounds, those are solved whose bounds neither a solved point nor another bound equals or dominates, until
/// none is left. Coarse first, and then finer: rounds begin with what may be better than the solved points by a third,
/// and halve that, so that a stopped search is as near to the front everywhere (SweepProgress::within). What is solved
/// does not depend on the number of threads; the figures of its front are those of runSweep() to the last bit, each
/// once.
/// Fails    as runSweep, and as check().
/// Stop     as runSweep.
Result<FrontResult> runFront(const SweepInputs& inputs, const FrontSearch& front,
                             const schedule::SolverFactory& makeSolver, std::stop_token stop, SweepEvents events = {});

} // namespace nestloom::explore
