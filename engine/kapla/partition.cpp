// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/partition.h"

#include "engine/base/checked_math.h"

#include <cmath>
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

} // namespace nestloom::kapla
