// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/kapla/node_network.h"

namespace nestloom::kapla {

/// What a layer of a training graph does.
enum class Pass : std::uint8_t { Forward, Inputs, Weights, Sum };
std::string_view name(Pass pass); // "forward", "backward data", "backward weights", "sum"

/// One step of training a network on a batch, as layers in an order in which they can run: the forward layers, then
/// from the last to the first
///   sum               of the gradients that arrive from several layers
///   backward data     gradients of a layer's inputs; one layer for each feature map that it reads and that a layer made
///   backward weights  gradients of its weights, from its stored inputs and the gradients of its outputs
/// Gradients of sums are those of their output: no layer. Those of a product are products with the other factors.
/// The gradient of each output of the network comes from outside. Updating the weights is left out.
struct TrainingNetwork {
    Network network;
    std::vector<Pass> passes;         // by layer
    std::vector<std::size_t> origins; // by layer: the forward layer it belongs to
    std::vector<std::size_t>
        stored; // forward layers whose outputs must be kept until backward weights or products read them
    std::int64_t storedWords = 0; // of one image
};
TrainingNetwork trainingNetwork(const NodeNetwork& forward);

} // namespace nestloom::kapla
