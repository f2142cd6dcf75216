// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/demand.h"

#include <algorithm>
#include <utility>

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

/// Ranges ascend, so equal ones are neighbours.
void findEqualRanges(Cut& cut)
{
    cut.same.reserve(cut.ranges.size());
    for (std::size_t i = 0; i < cut.ranges.size(); ++i)
        cut.same.push_back(i > 0 && cut.ranges[i] == cut.ranges[i - 1] ? cut.same.back() : i);
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
    if (forwardKind(layer.kind) == LayerKind::Convolution) {
        cuts[1] = cut({0, layer.inputChannels}, Split::InputChannels, partition.count(Split::InputChannels));
    } else {
        const std::int64_t before = layer.windowChannels / 2;
        for (Range& range : cuts[1].ranges)
            range = {std::max<std::int64_t>(0, range.begin - before),
                     std::min(layer.inputChannels, range.end + layer.windowChannels - before)};
        if (forwardKind(layer.kind) == LayerKind::Depthwise)
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
    cuts[0] = cut({0, forwardKind(layer.kind) == LayerKind::Convolution ? layer.inputChannels : 1},
                  Split::InputChannels, partition.count(Split::InputChannels));
    cuts[1] = cut({0, layer.outputChannels}, Split::OutputChannels, partition.count(Split::OutputChannels));
    cuts[2] = {Split::Pixels, 0, std::vector<Range>(std::size_t(partition.count(Split::Pixels)), Range{0, 1}), {}};
    cuts[3] = cuts[2];
    return cuts;
}

bool hasEmptyRange(const std::array<Cut, 4>& cuts)
{
    return std::ranges::any_of(cuts, [](const Cut& cut) {
        return std::ranges::any_of(cut.ranges, [](const Range& range) { return range.size() <= 0; });
    });
}

/// Whether a node has nothing to do because its part of some dimension is empty.
bool isEmptyFor(const std::array<Cut, 4>& cuts, const Partition& partition, const PartIndex& part)
{
    return std::ranges::any_of(cuts,
                               [&](const Cut& cut) { return cut.ranges[partAlong(cut, partition, part)].size() <= 0; });
}

/// Collects blocks in the order in which they are first needed, then their nodes.
class DemandBuilder {
public:
    explicit DemandBuilder(std::array<Cut, 4> cuts) : m_cuts(std::move(cuts))
    {
        std::size_t combinations = 1;
        for (Cut& cut : m_cuts) {
            findEqualRanges(cut);
            combinations *= cut.ranges.size();
        }
        m_blockAt.assign(combinations, kNone);
    }

    void add(const Partition& partition, const PartIndex& part, const Node& node)
    {
        FmapRange range;
        std::size_t key = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            const std::size_t at = partAlong(m_cuts[i], partition, part);
            range[i] = m_cuts[i].ranges[at];
            key = key * m_cuts[i].ranges.size() + m_cuts[i].same[at];
        }
        if (words(range) <= 0)
            return;
        if (m_blockAt[key] == kNone) {
            m_blockAt[key] = m_demand.blocks.size();
            m_demand.blocks.push_back(range);
            m_count.push_back(0);
        }
        m_nodes.push_back({m_blockAt[key], node});
        ++m_count[m_blockAt[key]];
    }

    Demand result()
    {
        m_demand.firstNode.push_back(0);
        for (const std::size_t nodes : m_count)
            m_demand.firstNode.push_back(m_demand.firstNode.back() + nodes);
        m_demand.nodes.resize(m_demand.firstNode.back());
        std::vector<std::size_t> next(m_demand.firstNode.begin(), m_demand.firstNode.end() - 1);
        for (const auto& [block, node] : m_nodes)
            m_demand.nodes[next[block]++] = node;
        return std::move(m_demand);
    }

private:
    static constexpr std::size_t kNone = std::size_t(-1);
    std::array<Cut, 4> m_cuts;
    std::vector<std::size_t> m_blockAt; // by the equal ranges of all cuts
    std::vector<std::size_t> m_count;   // nodes of each block
    std::vector<std::pair<std::size_t, Node>> m_nodes;
    Demand m_demand;
};

} // namespace

Demand demandOf(TensorRole role, const Layer& layer, std::int64_t batch, const Partition& partition,
                const NodeRegion& region)
{
    if (role == TensorRole::Weights && !layer.hasFilters())
        return {{}, {}, {0}};
    const std::array<Cut, 4> inputs = inputCuts(layer, batch, partition), outputs = outputCuts(layer, batch, partition);
    DemandBuilder builder(role == TensorRole::Weights  ? weightCuts(layer, partition)
                          : role == TensorRole::Inputs ? inputs
                                                       : outputs);
    const bool someIdle = hasEmptyRange(inputs) || hasEmptyRange(outputs);
    for (const PartIndex& part : partIndices(partition))
        if (!someIdle || (!isEmptyFor(inputs, partition, part) && !isEmptyFor(outputs, partition, part)))
            builder.add(partition, part, nodeAt(region, relativeNode(partition, part)));
    return builder.result();
}

} // namespace nestloom::kapla
