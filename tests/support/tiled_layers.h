// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/flexer/machine.h"
#include "engine/workload/network.h"

namespace nestloom::tests {

/// A convolution that does not fit into smallMachine() as a whole.
inline workload::Layer tiledConvolution(const std::string& name = "conv", std::int64_t channels = 32)
{
    workload::Layer layer;
    layer.name = name;
    layer.bounds[workload::LoopDimension::R] = 3;
    layer.bounds[workload::LoopDimension::S] = 3;
    layer.bounds[workload::LoopDimension::P] = 14;
    layer.bounds[workload::LoopDimension::Q] = 14;
    layer.bounds[workload::LoopDimension::C] = channels;
    layer.bounds[workload::LoopDimension::K] = 64;
    return layer;
}

inline schedule::flexer::Machine smallMachine(int npus = 2, std::int64_t scratchpad = 12 * 1024)
{
    schedule::flexer::Machine machine;
    machine.npus = npus;
    machine.arrayRows = machine.arrayColumns = 16;
    machine.scratchpad = Bytes{scratchpad};
    machine.dma = {16};
    return machine;
}

/// Three layers, the first and the last of equal shape.
inline workload::Network tiledNetwork()
{
    workload::Network network;
    network.name = "small";
    network.layers = {tiledConvolution("conv1"), tiledConvolution("conv2", 48), tiledConvolution("conv3")};
    return network;
}

} // namespace nestloom::tests
