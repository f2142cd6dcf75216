// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/base/run_control.h"
#include "engine/cost/layer_cost.h"
#include "engine/mapping/layer_mapping.h"
#include "engine/milp/solver.h"
#include "engine/schedule/layer_outcome.h"
#include "engine/schedule/objective.h"

#include <span>

namespace nestloom::schedule::cosa {

/// Weights of Eq. 12 and their terms; the defaults are the authors' (`mip_solver` of their published code).
struct PaperWeights {
    double utilization = 0.1;
    double compute = 10.0;
    double traffic = 1.0;
    friend bool operator==(const PaperWeights&, const PaperWeights&) = default;
};

struct CosaParams {
    Objective objective = Objective::Latency;
    double gap = 0.01;                 // stop when the incumbent is within this fraction of the proven bound
    std::int64_t evaluations = 30'000; // budget of the local search, in cost evaluations
    bool proveWithMip = true;          // exactly (exact/), and for latency by MIP what that leaves
    std::int64_t mipNodes = 150;       // budget of each proof attempt
    double cyclePrice = 0;             // pJ per cycle, for Objective::Weighted; > 0
    bool simulated = false;            // of engine cosa-mesh: the best candidates are simulated, the fastest is kept
    PaperWeights paper;                // for Objective::CosaPaper
    friend bool operator==(const CosaParams&, const CosaParams&) = default;
};

/// Intra-layer mapping by mixed-integer programming over compact integer counts of prime factors.
/// Decides   tiling, spatial split and loop order of one layer together.
/// Method    root LP of the bottleneck-latency model gives the bound; a seeded multi-start local search over the exact
///           evaluator gives the incumbent. For latency search and exact proof (exact/) take turns with growing shares of
///           the budget until the incumbent is at the bound; of the mappings as fast, the one with the least energy is
///           then searched for exactly where the layer is small. The MIP as a decision problem closes what gap is left.
///           Objective::CosaPaper solves Eq. 12 to optimality instead.
/// Starts    mappings of the layer on similar accelerators. They are repaired and improved first, and the search after
///           them is short once the gap is reached, at most as long as one without starts. A start with other levels or
///           another layer is passed over; Eq. 12 takes none.
/// Optimal   when the cycles are within `gap` of the proven bound; energy, EDP: when no mapping has less; CosaPaper:
///           when solved.
/// Bound     stats.bound is proven, of the cycles of any mapping of the layer in our own cost model, whatever the
///           objective.
/// On the way `onPoint` hears when which value was reached, in the objective's figure (cycles for Eq. 12), and the
///           bound on that figure where there is one.
/// Fails     InvalidInput if check(layer) or check(accelerator) has findings; SolverFailure when the solver died.
/// Source    Huang et al., CoSA, ISCA 2021.
Result<LayerOutcome> solve(const workload::Layer& layer, const hardware::Accelerator& accelerator,
                           const CosaParams& params, milp::Solver& solver, const RunControl& control,
                           std::span<const mapping::LayerMapping> starts = {}, const OnConvergence& onPoint = {});

/// For the least latency where good mappings are known, `starts`, and none that takes fewer than `leastCycles`: of all
/// mappings that are as fast as the fastest the one with the least energy, if both are soon proven from the best of
/// `starts`, repaired where they do not fit. It is as good as what solve() finds. Nothing otherwise.
/// Stop      nothing.
std::optional<LayerOutcome> settle(const workload::Layer& layer, const hardware::Accelerator& accelerator,
                                   const RunControl& control, Cycles leastCycles,
                                   std::span<const mapping::LayerMapping> starts);

} // namespace nestloom::schedule::cosa
