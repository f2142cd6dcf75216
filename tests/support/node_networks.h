// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/machine.h"
#include "engine/kapla/network.h"

#include <string>

namespace nestloom::kapla {

/// 4x4 nodes of 8x8 PEs as KAPLA's authors configure them: 64 B of registers in a PE, 64 KiB of buffer in a node, words
/// of 16 bit, energies in joule, 25.6 words of DRAM a cycle.
inline Machine fourByFour()
{
    Machine machine;
    machine.nodes = rectangle(RegionKind::Nodes, {4, 4}, {}, {1, 1});
    machine.memory = rectangle(RegionKind::Memory, {2, 2}, {}, {3, 3});
    machine.array = {8, 8};
    machine.bufferWords = 32768;
    machine.registerWords = 32;
    machine.busWords = 8;
    machine.dramWordsPerCycle = 25.6;
    machine.costs = {0.9984e-12, 401.890275e-12, 2.832545e-12, 1.6416e-12, 0.0940885e-12, 9.76e-12, 1.27286881e-9};
    machine.features.mayBypassBuffer.values.fill(false);
    machine.features.bufferSharing = true;
    return machine;
}

namespace detail {

inline std::size_t add(Network& network, std::string name, const Layer& layer, std::vector<std::size_t> sources)
{
    NetworkLayer added{std::move(name), layer, {}};
    for (const std::size_t source : sources)
        added.sources.push_back({false, source});
    if (sources.empty())
        added.sources.push_back({true, 0});
    network.layers.push_back(std::move(added));
    return network.layers.size() - 1;
}

} // namespace detail

/// He et al. 2016: a stem, 16 bottleneck blocks in four stages, a classifier.
inline Network resnet50OnNodes()
{
    Network network{"resnet50", {{"image", 3, 224, 224}}, {}};
    std::size_t last = detail::add(network, "conv1", convolution(3, 64, 112, 7, 2), {});
    last = detail::add(network, "pool1", pooling(64, 56, 3, 2), {last});
    std::int64_t channels = 64;
    constexpr std::array<std::int64_t, 4> blocks{3, 4, 6, 3};
    for (std::size_t stage = 0; stage < blocks.size(); ++stage) {
        const std::int64_t width = 64 << stage, size = 56 >> stage;
        for (std::int64_t block = 0; block < blocks[stage]; ++block) {
            const std::string name = "conv" + std::to_string(stage + 2) + "_" + std::to_string(block);
            const std::int64_t stride = stage > 0 && block == 0 ? 2 : 1;
            const std::size_t a =
                detail::add(network, name + "_a", convolution(channels, width, size, 1, stride), {last});
            const std::size_t b = detail::add(network, name + "_b", convolution(width, width, size, 3), {a});
            const std::size_t c = detail::add(network, name + "_c", convolution(width, 4 * width, size, 1), {b});
            const std::size_t shortcut =
                block == 0
                    ? detail::add(network, name + "_br", convolution(channels, 4 * width, size, 1, stride), {last})
                    : last;
            last = detail::add(network, name + "_res", elementWise(4 * width, size, 2), {shortcut, c});
            channels = 4 * width;
        }
    }
    last = detail::add(network, "pool5", pooling(channels, 1, 7, 7), {last});
    detail::add(network, "fc", fullyConnected(channels, 1000), {last});
    return network;
}

/// Krizhevsky et al. 2012, without the division over two devices.
inline Network alexnetOnNodes()
{
    Network network{"alexnet", {{"image", 3, 227, 227}}, {}};
    std::size_t last = detail::add(network, "conv1", convolution(3, 96, 55, 11, 4), {});
    last = detail::add(network, "pool1", pooling(96, 27, 3, 2), {last});
    last = detail::add(network, "conv2", convolution(96, 256, 27, 5), {last});
    last = detail::add(network, "pool2", pooling(256, 13, 3, 2), {last});
    last = detail::add(network, "conv3", convolution(256, 384, 13, 3), {last});
    last = detail::add(network, "conv4", convolution(384, 384, 13, 3), {last});
    last = detail::add(network, "conv5", convolution(384, 256, 13, 3), {last});
    last = detail::add(network, "pool3", pooling(256, 6, 3, 2), {last});
    last = detail::add(network, "fc1", fullyConnected(256, 4096, 6), {last});
    last = detail::add(network, "fc2", fullyConnected(4096, 4096), {last});
    detail::add(network, "fc3", fullyConnected(4096, 1000), {last});
    return network;
}

/// Chi et al. 2016 (PRIME): the large multi-layer perceptron.
inline Network mlpOnNodes()
{
    Network network{"mlp", {{"image", 784, 1, 1}}, {}};
    std::size_t last = detail::add(network, "fc1", fullyConnected(784, 1500), {});
    last = detail::add(network, "fc2", fullyConnected(1500, 1000), {last});
    last = detail::add(network, "fc3", fullyConnected(1000, 500), {last});
    detail::add(network, "fc4", fullyConnected(500, 10), {last});
    return network;
}

} // namespace nestloom::kapla
