// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/flexer/flexer_params.h"
#include "engine/schedule/flexer/tiled_layer.h"

#include <string>
#include <vector>

namespace nestloom::schedule::flexer {

struct TilingCandidate {
    Tiling tiling;
    TilingBound bound;
    double metricBound = 0;
};

/// Most operations of a tiling that is considered: `maxOperations`; for layers so large that the scratchpad would not
/// hold four tiles for each NPU then, as many as that needs, up to kMostOperations. With two, as tiles come in whole
/// channels, the next one often has no room while one is at work: 40 % more cycles in large matrix-vector products.
std::int64_t operationLimit(const workload::Layer& layer, const Machine& machine, const FlexerParams& params);
inline constexpr std::int64_t kMostOperations = 32'768;

/// Every tiling that fits and has at most operationLimit() operations, lowest bound of the metric first, then as
/// enumerated. Along each dimension all tile sizes that differ in the number of tiles; channels in multiples of the
/// array's sides.
std::vector<TilingCandidate> tilings(const workload::Layer& layer, const Machine& machine, const FlexerParams& params);

/// Why there is none: what the smallest tiles need and the scratchpad has, or that every tiling that fits has too many
/// operations.
std::string whyNoTiling(const workload::Layer& layer, const Machine& machine, const FlexerParams& params);

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
