// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/data_layout.h"
#include "engine/kapla/demand.h"
#include "engine/kapla/machine.h"

namespace nestloom::kapla {

/// Words times hops of moving each block of a tensor once between where it lies and the nodes that work with it.
/// With `forwarding`, a block goes to the nearest node only, which passes it on along a shortest tree over the others.

/// Weights lie at every memory node.
std::int64_t weightHops(const Demand& demand, const Layer& layer, std::span<const Node> memory, bool forwarding);

/// Inputs lie where earlier layers have put them.
std::int64_t inputHops(const Demand& demand, std::span<const HeldBlock> held, const FmapRange& whole, bool forwarding);

/// Outputs of one block are added up by the nodes that share its input channels, and written once. Rounded up for each
/// block, since half of the moves are one-way.
std::int64_t outputHops(const Demand& demand, const DataLayout& layout, bool forwarding);

/// Feature maps that a layer reads, block by block as they lie. Empty for tensors that are not read from a layout:
/// weights, and what the layer makes.
struct HeldTensor {
    std::vector<HeldBlock> blocks;
    FmapRange whole{};
};
using HeldTensors = PerTensor<HeldTensor>;

/// `inputs`: what the layer reads, one feature map after the other along the channels. A layer reads its inputs; for
/// their gradients it reads those of the outputs instead; for the gradients of the weights both, the inputs first.
HeldTensors heldTensors(const Layer& layer, const DataLayout& inputs);

/// Where the feature map ends up that a partitioned layer makes: its outputs, or the gradients of its inputs.
DataLayout outputLayout(const Placement& placement, const Layer& layer, std::int64_t batch, const Partition& partition);

/// Words times hops of moving once what lies at fixed places whatever the layout of the inputs: weights, and what is
/// made.
PerTensor<std::int64_t> fixedHops(const Machine& machine, const Placement& placement, const Layer& layer,
                                  std::int64_t batch, const Partition& partition);

/// The same of the feature maps that are read.
PerTensor<std::int64_t> readHops(const Machine& machine, const Placement& placement, const Layer& layer,
                                 std::int64_t batch, const Partition& partition, const HeldTensors& held);

} // namespace nestloom::kapla
