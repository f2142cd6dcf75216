// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/demand.h"

#include <map>

namespace nestloom::kapla {

namespace {

/// The ranges along one dimension of a tensor, one for each part of the division that cuts it.
struct Cut {
    Split split = Split::Batch;
    int side = 0;                  // 0: rows and columns together, 1: rows only, 2: columns only
    std::vector<Range> ranges;     // by part
    std::vector<std::size_t> same; // by part: the first part with an equal range
};

Cut cut(Range whole, Split split, std::int64_t parts, int side = 0)
{
    Cut result{split, side, {}, {}};
    for (std::int64_t i = 0; i < parts; ++i)
        result.ranges.push_back(partOf(whole, i, parts));
    return result;
}

void findEqualRanges(Cut& cut)
{
    std::map<Range, std::size_t> first;
    for (std::size_t i = 0; i < cut.ranges.size(); ++i)
        cut.same.push_back(first.emplace(cut.ranges[i], i).first->second);
}

std::size_t partAlong(const Cut& cut, const Partition& partition, const PartIndex& part)
{
    const Node at = part[index(cut.split)];
    return std::size_t(cut.side == 1 ? at.h : cut.side == 2 ? at.w : at.h * partition.of(cut.split).w + at.w);
}

/// Output pixels to the input pixels their windows touch.
Range touched(Range outputs, std::int64_t stride, std::int64_t window)
{
    const std::int64_t begin = outputs.begin * stride;
    return {begin, std::max(begin, (outputs.end - 1) * stride + window)};
}

std::array<Cut, 4> outputCuts(const Layer& layer, std::int64_t batch, const Partition& partition)
{
    const Extent pixels = partition.of(Split::Pixels);
    return {cut({0, batch}, Split::Batch, partition.count(Split::Batch)),
            cut({0, layer.outputChannels}, Split::OutputChannels, partition.count(Split::OutputChannels)),
            cut({0, layer.outputHeight}, Split::Pixels, pixels.h, 1),
            cut({0, layer.outputWidth}, Split::Pixels, pixels.w, 2)};
}

std::array<Cut, 4> inputCuts(const Layer& layer, std::int64_t batch, const Partition& partition)
{
    std::array<Cut, 4> cuts = outputCuts(layer, batch, partition);
    if (layer.kind == LayerKind::Convolution) {
        cuts[1] = cut({0, layer.inputChannels}, Split::InputChannels, partition.count(Split::InputChannels));
    } else {
        const std::int64_t before = layer.windowChannels / 2;
        for (Range& range : cuts[1].ranges)
            range = {std::max<std::int64_t>(0, range.begin - before),
                     std::min(layer.inputChannels, range.end + layer.windowChannels - before)};
        if (layer.kind == LayerKind::Depthwise)
            cuts[1] = cut({0, layer.outputChannels}, Split::OutputChannels, partition.count(Split::OutputChannels));
    }
    for (Range& range : cuts[2].ranges)
        range = touched(range, layer.strideH, layer.windowHeight);
    for (Range& range : cuts[3].ranges)
        range = touched(range, layer.strideW, layer.windowWidth);
    return cuts;
}

std::array<Cut, 4> weightCuts(const Layer& layer, const Partition& partition)
{
    std::array<Cut, 4> cuts;
    cuts[0] = cut({0, layer.kind == LayerKind::Convolution ? layer.inputChannels : 1}, Split::InputChannels,
                  partition.count(Split::InputChannels));
    cuts[1] = cut({0, layer.outputChannels}, Split::OutputChannels, partition.count(Split::OutputChannels));
    cuts[2] = {Split::Pixels, 0, std::vector<Range>(std::size_t(partition.count(Split::Pixels)), Range{0, 1}), {}};
    cuts[3] = cuts[2];
    return cuts;
}

} // namespace

Demand demandOf(TensorRole role, const Layer& layer, std::int64_t batch, const Partition& partition,
                const NodeRegion& region)
{
    Demand demand;
    demand.firstNode.push_back(0);
    if (role == TensorRole::Weights && !layer.hasFilters())
        return demand;
    std::array<Cut, 4> cuts = role == TensorRole::Weights  ? weightCuts(layer, partition)
                              : role == TensorRole::Inputs ? inputCuts(layer, batch, partition)
                                                           : outputCuts(layer, batch, partition);
    std::size_t combinations = 1;
    for (Cut& cut : cuts) {
        findEqualRanges(cut);
        combinations *= cut.ranges.size();
    }
    constexpr std::size_t none = std::size_t(-1);
    std::vector<std::size_t> blockAt(combinations, none);
    std::vector<std::size_t> blockOfPart, count;
    const std::vector<PartIndex> parts = partIndices(partition);
    for (const PartIndex& part : parts) {
        FmapRange range;
        std::size_t key = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            const std::size_t at = partAlong(cuts[i], partition, part);
            range[i] = cuts[i].ranges[at];
            key = key * cuts[i].ranges.size() + cuts[i].same[at];
        }
        if (words(range) <= 0) {
            blockOfPart.push_back(none);
            continue;
        }
        if (blockAt[key] == none) {
            blockAt[key] = demand.blocks.size();
            demand.blocks.push_back(range);
            count.push_back(0);
        }
        blockOfPart.push_back(blockAt[key]);
        ++count[blockAt[key]];
    }
    for (const std::size_t nodes : count)
        demand.firstNode.push_back(demand.firstNode.back() + nodes);
    demand.nodes.resize(demand.firstNode.back());
    std::vector<std::size_t> next(demand.firstNode.begin(), demand.firstNode.end() - 1);
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (blockOfPart[i] != none)
            demand.nodes[next[blockOfPart[i]]++] = nodeAt(region, relativeNode(partition, parts[i]));
    return demand;
}

} // namespace nestloom::kapla
