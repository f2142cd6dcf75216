// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/partition_space.h"

#include <algorithm>
#include <limits>
#include <map>

namespace nestloom::kapla {

namespace {

/// Whether nodes that differ only in this division need the same data of the tensor.
bool shares(TensorRole role, LayerKind kind, Split split)
{
    switch (role) {
    case TensorRole::Weights: return split == Split::Batch || split == Split::Pixels;
    case TensorRole::Inputs: return split == Split::OutputChannels && forwardKind(kind) == LayerKind::Convolution;
    case TensorRole::Outputs: return split == Split::InputChannels;
    }
    return false;
}

/// The parts of the n-th node.
PartIndex partAt(const Partition& partition, std::int64_t n)
{
    PartIndex part;
    for (const Split split : kSplits) {
        const Extent parts = partition.of(split);
        part[index(split)] = {n / parts.w % parts.h, n % parts.w};
        n /= parts.size();
    }
    return part;
}

Range touched(Range outputs, std::int64_t stride, std::int64_t window)
{
    return {outputs.begin * stride, (outputs.end - 1) * stride + window};
}

/// The block of inputs or outputs that a node works with.
FmapRange blockOf(TensorRole role, const Layer& layer, std::int64_t batch, const Partition& partition,
                  const PartIndex& part)
{
    const auto along = [&](std::int64_t size, Split split) {
        const Extent parts = partition.of(split);
        return partOf({0, size}, part[index(split)].h * parts.w + part[index(split)].w, parts.size());
    };
    const Extent pixels = partition.of(Split::Pixels);
    const Node pixel = part[index(Split::Pixels)];
    FmapRange block{along(batch, Split::Batch), along(layer.outputChannels, Split::OutputChannels),
                    partOf({0, layer.outputHeight}, pixel.h, pixels.h),
                    partOf({0, layer.outputWidth}, pixel.w, pixels.w)};
    if (role == TensorRole::Outputs)
        return block;
    if (forwardKind(layer.kind) == LayerKind::Convolution)
        block[1] = along(layer.inputChannels, Split::InputChannels);
    block[2] = touched(block[2], layer.strideH, layer.windowHeight);
    block[3] = touched(block[3], layer.strideW, layer.windowWidth);
    return block;
}

} // namespace

double sampledDistance(TensorRole role, const Layer& layer, std::int64_t batch, const Partition& partition,
                       const NodeRegion& region, std::span<const HeldBlock> held)
{
    const std::int64_t nodes = region.extent.size(), samples = std::min<std::int64_t>(nodes, 16);
    double sum = 0, words = 0;
    for (std::int64_t i = 0; i < samples; ++i) {
        const PartIndex part =
            partAt(partition, i * nodes / samples + (i * 7) % std::max<std::int64_t>(1, nodes / samples));
        const FmapRange block = blockOf(role, layer, batch, partition, part);
        const Node node = nodeAt(region, relativeNode(partition, part));
        for (const HeldBlock& source : held) {
            const double shared = double(sharedWords(block, source.range));
            sum += shared * double(hops(node, source.node));
            words += shared;
        }
    }
    return words > 0 ? sum / words : 0;
}

Parts partsOf(const Partition& partition)
{
    const Extent pixels = partition.of(Split::Pixels);
    return {partition.count(Split::OutputChannels), pixels.h, pixels.w, partition.count(Split::Batch),
            partition.count(Split::InputChannels)};
}

std::int64_t nodesOf(const Parts& parts) { return parts[0] * parts[1] * parts[2] * parts[3] * parts[4]; }

Partition anyPartition(const Parts& parts)
{
    Partition partition;
    partition.parts[index(Split::OutputChannels)] = {parts[0], 1};
    partition.parts[index(Split::Pixels)] = {parts[1], parts[2]};
    partition.parts[index(Split::Batch)] = {parts[3], 1};
    partition.parts[index(Split::InputChannels)] = {parts[4], 1};
    return partition;
}

PartitionSpace partitionSpace(const Layer& layer, std::int64_t batch, Extent nodes, const PartitionRules& rules)
{
    std::map<Parts, std::vector<Partition>> byParts;
    for (const Partition& partition : partitions(layer, batch, nodes, rules))
        byParts[partsOf(partition)].push_back(partition);
    PartitionSpace space;
    for (auto& [parts, list] : byParts) {
        space.parts.push_back(parts);
        space.partitions.push_back(std::move(list));
    }
    return space;
}

double treeHops(TensorRole role, LayerKind kind, const Partition& partition)
{
    double edges = 0;
    std::int64_t pitchH = 1, pitchW = 1, spanH = 0,
                 spanW = 0; // of the nodes inside, and of those among them that share
    for (auto split = partition.order.rbegin(); split != partition.order.rend(); ++split) {
        const Extent parts = partition.of(*split);
        if (shares(role, kind, *split)) {
            edges = edges * double(parts.size()) + double(parts.h * (parts.w - 1) * (pitchW - spanW))
                    + double((parts.h - 1) * (pitchH - spanH));
            spanH += (parts.h - 1) * pitchH;
            spanW += (parts.w - 1) * pitchW;
        }
        pitchH *= parts.h;
        pitchW *= parts.w;
    }
    return edges;
}

double wholeWords(TensorRole role, const Layer& layer, std::int64_t batch)
{
    switch (role) {
    case TensorRole::Weights:
        return layer.hasFilters() ? double(layer.operations() / (layer.outputHeight * layer.outputWidth)) : 0;
    case TensorRole::Inputs: return double(layer.inputWords(batch));
    case TensorRole::Outputs: return double(layer.outputWords(batch));
    }
    return 0;
}

double meanMemoryDistance(const NodeRegion& nodes, const NodeRegion& memory)
{
    double sum = 0;
    const std::vector<Node> sources = nodesOf(memory);
    for (const Node& node : nodesOf(nodes)) {
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        for (const Node& source : sources)
            least = std::min(least, hops(node, source));
        sum += double(least);
    }
    return sum / double(nodes.extent.size());
}

} // namespace nestloom::kapla
