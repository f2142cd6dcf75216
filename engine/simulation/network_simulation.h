// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/simulation/layer_simulation.h"

#include <functional>
#include <span>
#include <stop_token>

namespace nestloom::simulation {

/// A layer of a network under its mapping.
struct MappedLayer {
    std::size_t index = 0; // into the network's layers
    workload::Layer layer;
    mapping::LayerMapping mapping;
    friend bool operator==(const MappedLayer&, const MappedLayer&) = default;
};

/// Places in what was asked for, layers of one shape under one mapping together: each group is simulated once.
std::vector<std::vector<std::size_t>> alike(std::span<const MappedLayer> layers);

/// Hears a simulation and the layers it is of (MappedLayer::index). On working threads, one call at a time.
using OnSimulated = std::function<void(const std::vector<std::size_t>& layers, LayerSimulation simulated)>;

/// Simulates layers, each of alike() once, on up to `threads` threads. A layer that comes to a standstill is told
/// unfinished; one that was under way at the stop is not told.
/// Fails as simulateLayer(), with the layer as the place; what was told before holds.
Status simulateLayers(const hardware::Accelerator& accelerator, std::span<const MappedLayer> layers,
                      const SimulationSettings& settings, int threads, const std::stop_token& stop,
                      const OnSimulated& onSimulated);

} // namespace nestloom::simulation
