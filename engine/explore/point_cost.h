// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/network_run.h"

namespace nestloom::explore {

/// What one network costs on one accelerator.
struct PointCost {
    Cycles cycles{};
    Picojoules energy{};
    double edpJouleSeconds = 0; // energy times latency at the accelerator's clock
    Bytes onChip{};             // capacity of all bounded levels
    double utilization = 0;
    std::optional<double> lowerBoundCycles;  // proven, when every layer has a bound
    std::optional<SquareMicrometres> area{}; // of the chip, when the accelerator's area table says it
    std::optional<double> gap{}; // sum of the figures of the objective over the sum of their proven bounds, less 1
    friend bool operator==(const PointCost&, const PointCost&) = default;
};

/// Whether a better mapping could put the point elsewhere: nothing is proven, or no more than `stopGap`
/// (CosaParams::gap, at which a search may end). Two undecided points may differ by what their searches met.
bool isUndecided(const PointCost& cost, double stopGap);

/// Of the layers that have a cost.
PointCost pointCost(const hardware::Accelerator& accelerator, const std::vector<schedule::LayerResult>& layers);

} // namespace nestloom::explore
