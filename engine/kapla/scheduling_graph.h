// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/network.h"

#include <set>
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

/// A network as segments see it. A vertex is a layer with filters and the layers without filters that work on its
/// outputs in place: each of them is the only reader of the layer before it. Layers without filters that have no such
/// place are vertices of their own. Vertices are numbered in a depth-first topological order, branch after branch: the
/// order in which they are scheduled.
struct SchedulingGraph {
    static constexpr std::size_t kInput = std::size_t(-1); // stands for all inputs of the network

    std::vector<std::vector<std::size_t>> vertices;  // layers of each, in the order in which they run
    std::vector<std::set<std::size_t>> predecessors; // vertices it reads from, or kInput
    std::vector<std::set<std::size_t>> successors;   // vertices that read from it

    /// All layers, in the order in which they are scheduled.
    std::vector<std::size_t> order() const;
};

SchedulingGraph schedulingGraph(const Network& network);

} // namespace nestloom::kapla
