// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"
#include "engine/schedule/network_run.h"
#include "engine/workload/network.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::explore {

/// For each layer of `network` the index of the layer of `other` that poses the same mapping problem, so that their
/// results may be compared: the shapes are equal. Of several the one of the same name is taken, then the one at the
/// same place, then the first that is free; no layer of `other` is taken twice. Nothing = `other` has no such layer.
std::vector<std::optional<std::size_t>> matchLayers(const workload::Network& network, const workload::Network& other);

/// A layer across several networks: the same mapping problem in each that has it (see matchLayers()).
struct AlignedLayer {
    std::vector<std::optional<std::size_t>> layers; // by network: index of its layer; nothing = it has none
};

/// Every layer of every network, once: those of the first in its order, then what only the later ones have.
std::vector<AlignedLayer> alignLayers(const std::vector<const workload::Network*>& networks);

/// One side of a comparison: results on an accelerator, one per layer.
struct ComparedResult {
    const hardware::Accelerator& accelerator;
    const schedule::LayerResult& layer;
};

/// What bounds a layer that is judged by its simulation (records::judged): that tells.
inline constexpr std::string_view kSimulatedBound = "simulated";

/// How one layer differs between two runs. Both have a cost.
struct LayerChange {
    double cycles = 0;     // other - first
    double picojoules = 0; // other - first
    std::string reason;    // in words, what sets the latency then and now; empty when nothing to say about it
};
LayerChange layerChange(const ComparedResult& first, const ComparedResult& other);

} // namespace nestloom::explore
