// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/flexer/tilings.h"

#include <vector>

namespace nestloom::schedule::flexer {

/// What no schedule of any of the tilings stays below.
struct LayerBounds {
    double latency = 0;  // cycles
    double transfer = 0; // bytes
    double metric = 0;
};

/// Bounds over all candidates, and raises those of the candidates by what the scratchpad's size costs (trafficBound()),
/// as far as the least ones ask for it. Candidates come in the order of their bounds, and leave in it. Infinite without
/// candidates.
LayerBounds boundLayer(const workload::Layer& layer, const Machine& machine, const FlexerParams& params,
                       std::vector<TilingCandidate>& candidates);

} // namespace nestloom::schedule::flexer
