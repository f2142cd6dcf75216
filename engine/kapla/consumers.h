// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/network.h"

#include <vector>

namespace nestloom::kapla {

/// The layers that read each layer's outputs, in the order of the network. None for outputs of the network.
inline std::vector<std::vector<std::size_t>> consumersOf(const Network& network)
{
    std::vector<std::vector<std::size_t>> consumers(network.layers.size());
    for (std::size_t layer = 0; layer < network.layers.size(); ++layer)
        for (const Source& source : network.layers[layer].sources)
            if (!source.isInput)
                consumers[source.at].push_back(layer);
    return consumers;
}

} // namespace nestloom::kapla
