// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/exact/exact.h"

#include <vector>

namespace nestloom::schedule::exact {

/// A mapping that no other one beats in latency and energy at once.
struct FrontPoint {
    double cycles = 0;
    double energy = 0; // pJ
    mapping::LayerMapping mapping;
};

struct FrontOutcome {
    std::vector<FrontPoint> points; // fastest first: the first has the least latency and, of these, the least energy
    bool complete = false;          // nothing is missing but points between two that are closer than the spacing
    std::int64_t partials = 0;
};

/// The Pareto front of one layer, latency against energy, in the space and the model of searchExactly(): the least
/// energy of all mappings, then again and again the least energy of those that are faster than the last one by more
/// than `spacing`, a fraction of its cycles. Empty when the layer is too large for `limits`, which hold for every
/// single search. `onPoint` hears each point as it is found, slowest first. Stop as in searchExactly(), with the points
/// so far.
FrontOutcome latencyEnergyFront(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                double spacing = 0.001, const ExactLimits& limits = {},
                                const std::function<bool()>& stopped = {},
                                const std::function<void(const FrontPoint&)>& onPoint = {});

} // namespace nestloom::schedule::exact
