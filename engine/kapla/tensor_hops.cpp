// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/tensor_hops.h"

#include "engine/base/integers.h"
#include "engine/base/ranges.h"

#include <limits>

namespace nestloom::kapla {

namespace {

/// Sum of the edges of a shortest tree over `nodes`, grown from the nodes whose `distance` to it is known (Prim).
std::int64_t grownTree(std::span<const Node> nodes, std::vector<std::int64_t> distance)
{
    std::vector<Node> left(nodes.begin(), nodes.end());
    std::int64_t sum = 0;
    while (!left.empty()) {
        std::size_t nearest = 0;
        for (std::size_t i = 1; i < left.size(); ++i)
            if (distance[i] < distance[nearest])
                nearest = i;
        sum += distance[nearest];
        const Node added = left[nearest];
        left[nearest] = left.back();
        distance[nearest] = distance.back();
        left.pop_back();
        distance.pop_back();
        for (std::size_t i = 0; i < left.size(); ++i)
            distance[i] = std::min(distance[i], hops(added, left[i]));
    }
    return sum;
}

/// Edges of a shortest tree over the nodes. Most groups of a partition are shifted copies of each other, so the last
/// tree is remembered by its shape.
class TreeOver {
public:
    std::int64_t operator()(std::span<const Node> nodes)
    {
        if (nodes.size() < 2)
            return 0;
        std::vector<Node> shape = collect(nodes, [&](const Node& node) {
            return Node{node.h - nodes[0].h, node.w - nodes[0].w};
        });
        if (shape == m_shape)
            return m_edges;
        std::vector<std::int64_t> distance =
            collect(nodes.subspan(1), [&](const Node& node) { return hops(nodes[0], node); });
        m_edges = grownTree(nodes.subspan(1), std::move(distance));
        m_shape = std::move(shape);
        return m_edges;
    }

private:
    std::vector<Node> m_shape;
    std::int64_t m_edges = 0;
};

std::int64_t toNearest(Node node, std::span<const Node> memory)
{
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (const Node& source : memory)
        least = std::min(least, hops(node, source));
    return least;
}

/// Words times hops from where a block lies to each of the nodes.
void addHops(const FmapRange& block, std::span<const Node> nodes, std::span<const HeldBlock> held,
             std::vector<std::int64_t>& sums)
{
    sums.assign(nodes.size(), 0);
    for (const HeldBlock& source : held)
        if (const std::int64_t shared = sharedWords(block, source.range); shared > 0)
            for (std::size_t i = 0; i < nodes.size(); ++i)
                sums[i] += shared * hops(nodes[i], source.node);
}

} // namespace

std::int64_t weightHops(const Demand& demand, const Layer& layer, std::span<const Node> memory, bool forwarding)
{
    std::int64_t sum = 0;
    std::vector<std::int64_t> distance;
    for (std::size_t block = 0; block < demand.blocks.size(); ++block) {
        const std::span<const Node> nodes = demand.nodesOf(block);
        distance.clear();
        const std::int64_t each =
            sumOf(nodes, [&](const Node& node) { return distance.emplace_back(toNearest(node, memory)); });
        const std::int64_t edges = forwarding ? grownTree(nodes, distance) : each;
        sum += words(demand.blocks[block]) * layer.windowHeight * layer.windowWidth * edges;
    }
    return sum;
}

std::int64_t inputHops(const Demand& demand, std::span<const HeldBlock> held, const FmapRange& whole, bool forwarding)
{
    std::int64_t sum = 0;
    std::vector<std::int64_t> sums;
    TreeOver treeOver;
    for (std::size_t block = 0; block < demand.blocks.size(); ++block) {
        const std::span<const Node> nodes = demand.nodesOf(block);
        addHops(demand.blocks[block], nodes, held, sums);
        if (forwarding)
            sum += *std::ranges::min_element(sums) + sharedWords(whole, demand.blocks[block]) * treeOver(nodes);
        else
            for (const std::int64_t one : sums)
                sum += one;
    }
    return sum;
}

std::int64_t outputHops(const Demand& demand, const DataLayout& layout, bool forwarding)
{
    const std::vector<HeldBlock> held = heldBlocks(layout);
    const FmapRange whole = wholeRange(layout);
    std::int64_t sum = 0;
    std::vector<std::int64_t> sums;
    TreeOver treeOver;
    for (std::size_t block = 0; block < demand.blocks.size(); ++block) {
        const std::span<const Node> nodes = demand.nodesOf(block);
        addHops(demand.blocks[block], nodes, held, sums);
        if (forwarding) {
            // Read by the nearest node, added up along the reversed tree; the way to the memory is in both.
            const std::int64_t nearest = *std::ranges::min_element(sums);
            sum += ceilDivide(2 * nearest + sharedWords(whole, demand.blocks[block]) * treeOver(nodes), 2);
        } else {
            // The middle node reads and writes; the others send it what they have added up.
            const std::size_t middle = nodes.size() / 2;
            for (std::size_t i = 0; i < nodes.size(); ++i)
                sum +=
                    i == middle ? sums[i] : ceilDivide(words(demand.blocks[block]) * hops(nodes[i], nodes[middle]), 2);
        }
    }
    return sum;
}

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
