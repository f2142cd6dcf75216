// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/machine.h"
#include "engine/kapla/network.h"

namespace nestloom::kapla {

/// Nodes of 8x8 PEs with memory at the corners.
inline Machine smallMachine(Extent nodes, Features features = {})
{
    Machine machine;
    machine.nodes = rectangle(RegionKind::Nodes, nodes, {}, {1, 1});
    machine.memory = rectangle(RegionKind::Memory, {2, 2}, {}, {nodes.h - 1, nodes.w - 1});
    machine.array = {8, 8};
    machine.bufferWords = 4096;
    machine.registerWords = 64;
    machine.dramWordsPerCycle = 8;
    machine.costs.idle = 4;
    machine.features = features;
    return machine;
}

/// Layers that read one after the other.
inline Network chain(const std::vector<Layer>& layers)
{
    Network network{
        "chain",
        {{"image", layers.front().inputChannels, layers.front().inputHeight(), layers.front().inputWidth()}},
        {}};
    for (std::size_t i = 0; i < layers.size(); ++i)
        network.layers.push_back(
            {"layer" + std::to_string(i), layers[i], {i == 0 ? Source{true, 0} : Source{false, i - 1}}});
    return network;
}

/// Two convolutions of equal work, which share the nodes evenly.
inline Network twoConvolutions() { return chain({convolution(16, 16, 8, 3), convolution(16, 16, 8, 3)}); }

/// A mobile block: convolution, depthwise convolution, convolution.
inline Network mobileBlock() { return chain({convolution(4, 8, 4, 1), depthwise(8, 4, 3), convolution(8, 4, 4, 1)}); }

/// A convolution whose outputs are read by two others, which an element-wise layer adds up.
inline Network residual()
{
    Network network{"residual", {{"image", 8, 8, 8}}, {}};
    network.layers.push_back({"stem", convolution(8, 8, 8, 1), {{true, 0}}});
    network.layers.push_back({"left", convolution(8, 8, 8, 3), {{false, 0}}});
    network.layers.push_back({"right", convolution(8, 8, 8, 3), {{false, 0}}});
    network.layers.push_back({"sum", elementWise(8, 8, 2), {{false, 1}, {false, 2}}});
    network.layers.push_back({"head", convolution(8, 16, 8, 1), {{false, 3}}});
    return network;
}

} // namespace nestloom::kapla
