// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/workload/network.h"

#include <vector>

namespace nestloom::workload {

/// A dimension of a layer made larger than the layer needs: filled up with zeros, or computed and thrown away.
struct PaddedDimension {
    LoopDimension dimension = LoopDimension::K;
    std::int64_t from = 1;
    std::int64_t to = 1; // > from
    friend bool operator==(const PaddedDimension&, const PaddedDimension&) = default;
};

/// In the order of the dimensions, each once.
using Padding = std::vector<PaddedDimension>;

/// "K 1000 to 1024", "P 13 to 14 and Q 13 to 14".
std::string describe(const Padding& padding);

/// The layer with the larger bounds. It is named for what it is: "fc (padded K 1000 to 1024)". Its MACs and tensors
/// count what the padding adds.
Layer padded(const Layer& layer, const Padding& padding);

/// MACs that the padding adds, as a fraction of those of the layer.
double extraMacs(const Layer& layer, const Padding& padding);

/// Empty when the padding is one of this layer: dimensions in order, each once, from the layer's bound to a larger one;
/// else what is wrong, one clause.
std::string whyNotPadding(const Layer& layer, const Padding& padding);

/// The network with a padded layer in place of one of its layers, in the operator graph as well. The tensors between
/// operators stay as they are. Its name ends in " (padded)" and a note says which layer is padded and what that adds.
/// Requires   index < network.layers.size() and a padding of that layer
Network withPaddedLayer(const Network& network, std::size_t index, const Padding& padding);

} // namespace nestloom::workload
