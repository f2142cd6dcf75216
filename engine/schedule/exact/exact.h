// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"
#include "engine/mapping/layer_mapping.h"
#include "engine/schedule/objective.h"
#include "engine/workload/layer.h"

#include <functional>
#include <optional>
#include <vector>

namespace nestloom::schedule::exact {

/// What a proof may take. Both count, so that equal inputs give equal results.
struct ExactLimits {
    double tiles = 200'000;            // combinations of divisors of the loop bounds; above, nothing is tried
    std::int64_t partials = 1'000'000; // partial mappings that are kept, about 300 B each at most
    bool isLikelyBest = false;         // the incumbent: no lower limit is tried before its own
};

struct ExactOutcome {
    double bound = 0;      // proven: no mapping has a lower value; 0 = nothing was proven
    bool complete = false; // the whole space was searched: `bound` is the least value in the model of the search
    std::optional<mapping::LayerMapping> mapping; // better than the incumbent, when there is one
    double value = 0;                             // of `mapping`
    std::int64_t partials = 0;
};

/// Whether a layer on a machine is within the limits, and the machine within those of the search.
bool isSupported(const hardware::Accelerator& accelerator, const workload::Layer& layer, const ExactLimits& limits);

/// Least latency (cycles), energy (pJ), EDP (pJ * cycle) or weighted sum of both (pJ) of any mapping of a layer in
/// which every level keeps what it may keep and the accelerator's constraints are kept, with all loop orders and every
/// split of the loop bounds, in our own cost model.
/// Method    dynamic programming over the tiles of the layer (tile_lattice.h) from the MACs outward, one prime factor
///           at a time: what loops outside can do to a partial mapping depends on its tile, on which tensors no loop
///           has moved yet and on a few open counts, so that of all nests inside a tile few remain (dominance.h);
///           those that cannot end below the incumbent are dropped by relaxed completions (completions.h). Whole nests
///           are judged by the cost model. Where loops of several levels let children share inputs by pixels and taps
///           at once, the search counts too little, and `bound` may be below the least value.
/// Bound     rises in rounds with growing limits; `onBound` hears it, and the round that finds a mapping ends the
///           search.
/// Stop      `stopped` is asked some thousand times a second.
/// Source    in the spirit of the Turbo-Charged Mapper (2026): prune what is redundant, search all that is left.
ExactOutcome searchExactly(const hardware::Accelerator& accelerator, const workload::Layer& layer, const Goal& goal,
                           double incumbent, const ExactLimits& limits = {}, const std::function<bool()>& stopped = {},
                           const std::function<void(double bound)>& onBound = {});

/// Least energy of all mappings with at most `mostCycles` cycles, in the same space and the same way: what decides
/// among mappings that are equally fast. `incumbent` is the energy of one of them; values and bounds are in pJ.
ExactOutcome searchLeastEnergyWithin(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                     double mostCycles, double incumbent, const ExactLimits& limits = {},
                                     const std::function<bool()>& stopped = {});

/// A mapping that no other one beats in latency and energy at once.
struct FrontPoint {
    double cycles = 0; // whole
    double energy = 0; // pJ
    mapping::LayerMapping mapping;
};

struct FrontOutcome {
    std::vector<FrontPoint> points; // fastest first: the first has the least latency and, of these, the least energy
    bool complete = false; // nothing is missing but points between two that are closer than the spacing; proven
    std::int64_t partials = 0;
};

/// The Pareto front of one layer, latency against energy, in the space and the model of searchExactly(): the least
/// energy of all mappings, then again and again the least energy of those that are faster than the last one by more
/// than `spacing`, a fraction of its cycles. Empty when the layer is too large for `limits`, which hold for every
/// single search. Stop as in searchExactly(), with the points so far.
FrontOutcome latencyEnergyFront(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                double spacing = 0.001, const ExactLimits& limits = {},
                                const std::function<bool()>& stopped = {});

} // namespace nestloom::schedule::exact
