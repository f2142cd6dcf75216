// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/tensor_hops.h"

namespace nestloom::kapla {

namespace {

HeldTensor heldTensor(const DataLayout& layout)
{
    if (layout.empty())
        return {};
    return {heldBlocks(layout), wholeRange(layout)};
}

/// The pieces of a layout within a range of channels, counted from its beginning.
DataLayout channelsOf(const DataLayout& layout, Range channels)
{
    DataLayout part;
    for (LayoutPiece piece : layout)
        if (piece.range[1].begin >= channels.begin && piece.range[1].end <= channels.end) {
            piece.range[1] = {piece.range[1].begin - channels.begin, piece.range[1].end - channels.begin};
            part.push_back(piece);
        }
    return part;
}

/// The division of a layer's inputs, written as if they were outputs: their channels are divided by the input channels.
Partition ofInputs(Partition partition)
{
    std::swap(partition.parts[index(Split::OutputChannels)], partition.parts[index(Split::InputChannels)]);
    for (Split& split : partition.order)
        split = split == Split::OutputChannels  ? Split::InputChannels
                : split == Split::InputChannels ? Split::OutputChannels
                                                : split;
    return partition;
}

} // namespace

HeldTensors heldTensors(const Layer& layer, const DataLayout& inputs)
{
    HeldTensors held;
    switch (made(layer.kind)) {
    case TensorRole::Outputs: held[TensorRole::Inputs] = heldTensor(inputs); break;
    case TensorRole::Inputs: held[TensorRole::Outputs] = heldTensor(inputs); break;
    case TensorRole::Weights:
        held[TensorRole::Inputs] = heldTensor(channelsOf(inputs, {0, layer.inputChannels}));
        held[TensorRole::Outputs] =
            heldTensor(channelsOf(inputs, {layer.inputChannels, layer.inputChannels + layer.outputChannels}));
        break;
    }
    return held;
}

DataLayout outputLayout(const Placement& placement, const Layer& layer, std::int64_t batch, const Partition& partition)
{
    if (made(layer.kind) == TensorRole::Inputs) {
        const FmapRange whole{
            {{0, batch}, {0, layer.inputChannels}, {0, layer.inputHeight()}, {0, layer.inputWidth()}}};
        const bool reduces = forwardKind(layer.kind) == LayerKind::Convolution;
        return {{whole, placement.destination,
                 projected(reduces ? ofInputs(partition) : partition, placement.destination)}};
    }
    const FmapRange whole{{{0, batch}, {0, layer.outputChannels}, {0, layer.outputHeight}, {0, layer.outputWidth}}};
    return {{whole, placement.destination, projected(partition, placement.destination)}};
}

PerTensor<std::int64_t> fixedHops(const Machine& machine, const Placement& placement, const Layer& layer,
                                  std::int64_t batch, const Partition& partition)
{
    const bool forwards = machine.features.forwards();
    const auto demand = [&](TensorRole role) { return demandOf(role, layer, batch, partition, placement.nodes); };
    PerTensor<std::int64_t> hops;
    // Gradients of weights are added up along the tree over which weights would be spread.
    hops[TensorRole::Weights] = weightHops(demand(TensorRole::Weights), layer, nodesOf(machine.memory), forwards);
    const TensorRole role = made(layer.kind);
    if (role == TensorRole::Weights)
        return hops;
    const DataLayout outputs = outputLayout(placement, layer, batch, partition);
    const bool stay = outputs.front().partition == partition && outputs.front().region == placement.nodes;
    hops[role] = stay ? 0 : outputHops(demand(role), outputs, forwards);
    return hops;
}

PerTensor<std::int64_t> readHops(const Machine& machine, const Placement& placement, const Layer& layer,
                                 std::int64_t batch, const Partition& partition, const HeldTensors& held)
{
    PerTensor<std::int64_t> hops;
    for (const TensorRole role : {TensorRole::Inputs, TensorRole::Outputs})
        if (!held[role].blocks.empty())
            hops[role] = inputHops(demandOf(role, layer, batch, partition, placement.nodes), held[role].blocks,
                                   held[role].whole, machine.features.forwards());
    return hops;
}

} // namespace nestloom::kapla
