// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/partition.h"

#include "engine/base/integers.h"
#include "engine/kapla/factorisations.h"

#include <algorithm>
#include <limits>

namespace nestloom::kapla {

Node relativeNode(const Partition& partition, const PartIndex& part)
{
    Node node;
    for (const Split split : partition.order) {
        node.h = node.h * partition.of(split).h + part[index(split)].h;
        node.w = node.w * partition.of(split).w + part[index(split)].w;
    }
    return node;
}

std::vector<PartIndex> partIndices(const Partition& partition)
{
    std::vector<PartIndex> all{PartIndex{}};
    for (const Split split : kSplits) {
        std::vector<PartIndex> extended;
        extended.reserve(all.size() * std::size_t(partition.count(split)));
        for (PartIndex part : all)
            for (std::int64_t h = 0; h < partition.of(split).h; ++h)
                for (std::int64_t w = 0; w < partition.of(split).w; ++w) {
                    part[index(split)] = {h, w};
                    extended.push_back(part);
                }
        all = std::move(extended);
    }
    return all;
}

Share shareOf(const Partition& partition, const Layer& layer, std::int64_t batch)
{
    Share share{layer, ceilDivide(batch, partition.count(Split::Batch)), 1};
    share.layer.outputChannels = ceilDivide(layer.outputChannels, partition.count(Split::OutputChannels));
    share.layer.outputHeight = ceilDivide(layer.outputHeight, partition.of(Split::Pixels).h);
    share.layer.outputWidth = ceilDivide(layer.outputWidth, partition.of(Split::Pixels).w);
    // Layers without a reduction over channels have the input channels of their output channels.
    share.layer.inputChannels = forwardKind(layer.kind) == LayerKind::Convolution
                                    ? ceilDivide(layer.inputChannels, partition.count(Split::InputChannels))
                                    : share.layer.outputChannels * layer.channelStride;
    share.occupancy =
        double(layer.operations(batch)) / double(share.layer.operations(share.batch) * partition.extent().size());
    return share;
}

NeighbourDistance neighbourDistance(const Partition& partition, const NodeRegion& region, Split split)
{
    std::int64_t sumH = 0, pairsH = 0, sumW = 0, pairsW = 0;
    if (partition.count(split) > 1)
        for (const PartIndex& part : partIndices(partition)) {
            const Node here = nodeAt(region, relativeNode(partition, part));
            PartIndex other = part;
            if (part[index(split)].h > 0) {
                --other[index(split)].h;
                sumH += hops(here, nodeAt(region, relativeNode(partition, other)));
                ++pairsH;
                other = part;
            }
            if (part[index(split)].w > 0) {
                --other[index(split)].w;
                sumW += hops(here, nodeAt(region, relativeNode(partition, other)));
                ++pairsW;
            }
        }
    constexpr double none = std::numeric_limits<double>::infinity();
    return {pairsH > 0 ? double(sumH) / double(pairsH) : none, pairsW > 0 ? double(sumW) / double(pairsW) : none};
}

Partition projected(const Partition& partition, const NodeRegion& region)
{
    Partition result = partition;
    result.parts[index(Split::InputChannels)] = {};
    const Extent have = result.extent();
    const auto fit = [&result](std::int64_t Extent::*side, std::int64_t parts, std::int64_t room) {
        if (room > parts) {
            result.parts[index(Split::Batch)].*side *= room / parts;
            return;
        }
        for (auto split = result.order.rbegin(); split != result.order.rend(); ++split) {
            std::int64_t& count = result.parts[index(*split)].*side;
            if (room >= count) {
                room /= count;
            } else {
                count = room;
                room = 1;
            }
        }
    };
    fit(&Extent::h, have.h, region.extent.h);
    fit(&Extent::w, have.w, region.extent.w);
    return result;
}

namespace {

/// Whether padding `total` to a multiple of `parts` adds at most 10 %, or one.
bool dividesNearly(std::int64_t total, std::int64_t parts)
{
    const std::int64_t padded = ceilDivide(total, parts) * parts;
    return total >= parts && double(padded - total) <= std::max(0.1 * double(padded), 1.0);
}

bool batchDivides(const Partition& partition, std::int64_t batch, const PartitionRules& rules)
{
    const std::int64_t parts = partition.count(Split::Batch);
    return (rules.batch || parts == 1) && batch % parts == 0;
}

bool dividesWell(const Partition& partition, const Layer& layer, const PartitionRules& rules, bool isInput)
{
    const std::int64_t inputParts = partition.count(Split::InputChannels);
    if (!rules.hybrid) {
        const bool onePixel = layer.outputHeight == 1 && layer.outputWidth == 1;
        return inputParts == 1 && partition.count(onePixel ? Split::Pixels : Split::OutputChannels) == 1;
    }
    if (!dividesNearly(layer.outputChannels, partition.count(Split::OutputChannels))
        || !dividesNearly(layer.outputHeight, partition.of(Split::Pixels).h)
        || !dividesNearly(layer.outputWidth, partition.of(Split::Pixels).w))
        return false;
    if (inputParts > 1 && !rules.inputChannels)
        return false;
    if (isInput)
        return true;
    return forwardKind(layer.kind) == LayerKind::Convolution ? dividesNearly(layer.inputChannels, inputParts)
                                                             : inputParts == 1;
}

/// Channels and batches are divided along rows or columns of nodes, unless they take all rows or all columns.
bool spreadsInBothDirections(const Partition& partition, Extent nodes)
{
    for (const Split split : {Split::OutputChannels, Split::Batch, Split::InputChannels}) {
        const Extent parts = partition.of(split);
        if (1 < parts.h && parts.h < nodes.h && 1 < parts.w && parts.w < nodes.w)
            return true;
    }
    return false;
}

/// Without divided pixels, a partition in rows only or columns only is the same as its transpose: one of the two is
/// left.
bool isLaterTranspose(const Partition& partition)
{
    if (partition.count(Split::Pixels) != 1)
        return false;
    std::array<std::int64_t, 4> heights{}, widths{};
    for (std::size_t i = 0; i < 4; ++i) {
        if (partition.parts[i].h != 1 && partition.parts[i].w != 1)
            return false;
        heights[i] = partition.parts[i].h;
        widths[i] = partition.parts[i].w;
    }
    return heights > widths;
}

/// One nesting of each set of equivalent ones: trivial divisions first and in order, columns before rows; the batch is
/// the outermost one that is not trivial.
bool isCanonicalNesting(const Partition& partition)
{
    for (std::size_t i = 0; i + 1 < 4; ++i) {
        const Split outer = partition.order[i], inner = partition.order[i + 1];
        const Extent outerParts = partition.of(outer), innerParts = partition.of(inner);
        if (outerParts.size() == 1 && innerParts.size() == 1 && outer > inner)
            return false;
        if (outerParts.size() > 1 && innerParts.size() == 1)
            return false;
        if (outer != Split::Batch && innerParts.h == 1 && innerParts.w > 1 && outerParts.h > 1 && outerParts.w == 1)
            return false;
    }
    const auto trivial =
        std::size_t(std::ranges::count_if(kSplits, [&](Split split) { return partition.count(split) == 1; }));
    return partition.count(Split::Batch) == 1 || partition.order[trivial] == Split::Batch;
}

Partition naivePartition(const Layer& layer, Extent nodes)
{
    Partition partition;
    const bool onePixel = layer.outputHeight == 1 && layer.outputWidth == 1;
    partition.parts[index(onePixel ? Split::OutputChannels : Split::Pixels)] = nodes;
    return partition;
}

} // namespace

std::vector<Partition> partitions(const Layer& layer, std::int64_t batch, Extent nodes, const PartitionRules& rules,
                                  bool isInput)
{
    std::vector<Partition> all;
    const auto widths = factorisations<4>(nodes.w);
    for (const auto& heights : factorisations<4>(nodes.h))
        for (const auto& columns : widths) {
            Partition partition;
            for (std::size_t i = 0; i < 4; ++i)
                partition.parts[i] = {heights[i], columns[i]};
            if (!batchDivides(partition, batch, rules) || spreadsInBothDirections(partition, nodes)
                || !dividesWell(partition, layer, rules, isInput) || isLaterTranspose(partition))
                continue;
            partition.order = kSplits;
            do {
                if (isCanonicalNesting(partition))
                    all.push_back(partition);
            } while (std::next_permutation(partition.order.begin(), partition.order.end()));
        }
    if (all.empty())
        all.push_back(naivePartition(layer, nodes));
    return all;
}

} // namespace nestloom::kapla
