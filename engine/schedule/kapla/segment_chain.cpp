// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/segment_chain.h"

#include <algorithm>

namespace nestloom::kapla {

namespace {

using Timings = std::vector<SegmentTiming::LayerTiming>; // of one group of nodes

/// One segment after the others.
class SegmentPlacer {
public:
    SegmentPlacer(SegmentChain& chain, const ScheduledSegment& scheduled)
        : m_chain(chain), m_scheduled(scheduled), m_timing(scheduled.timing)
    {
        m_span.begin = chain.end;
        m_span.end = m_span.begin + double(m_timing.cycles());
        m_span.memoryEnd = m_span.begin + double(m_timing.dramCycles());
        m_span.first = chain.layers.size();
        m_span.count = scheduled.layers.size();
        m_span.parts = std::max<std::int64_t>(1, m_timing.batchGroups());
        m_stretch = m_timing.nodeCycles() > 0 ? double(m_timing.cycles()) / double(m_timing.nodeCycles()) : 1;
    }

    void place()
    {
        std::int64_t firstNode = 0;
        const LayerGroups groups = groupsOf(m_scheduled.segment);
        std::size_t index = 0;
        for (std::size_t group = 0; group < groups.size(); ++group) {
            const std::int64_t nodes = m_scheduled.segment.layers[index].placement.nodes.extent.size();
            placeGroup(group, groups[group].size(), index, firstNode, nodes);
            firstNode += nodes;
            index += groups[group].size();
        }
        m_chain.segments.push_back(m_span);
        m_chain.end = m_span.end;
    }

private:
    /// A moment of a part of the batch, from cycles times parts.
    double moment(std::int64_t part, double scaled) const
    {
        return m_span.begin
               + (double(part) * double(m_timing.criticalCycles()) + scaled) / double(m_span.parts) * m_stretch;
    }

    void placeGroup(std::size_t group, std::size_t turns, std::size_t index, std::int64_t firstNode, std::int64_t nodes)
    {
        const Timings& timings = m_timing.layers()[group];
        double all = 0, end = 0;
        for (const auto& one : timings) {
            all += double(one.cycles);
            end = std::max(end, double(one.done));
        }
        double before = 0;
        const double start = double(timings.front().start);
        for (std::size_t turn = 0; turn < turns; ++turn) {
            SegmentChain::Layer layer;
            layer.place = &m_scheduled.segment.layers[index + turn];
            layer.schedule = m_scheduled.layers[index + turn].get();
            layer.layer = layer.place->layer;
            layer.segment = m_chain.segments.size();
            layer.group = group;
            layer.firstNode = firstNode;
            layer.nodes = nodes;
            layer.turn = turn;
            layer.turns = turns;
            layer.before = before;
            layer.share = all > 0 ? double(timings[turn].cycles) / all : 1 / double(turns);
            before += layer.share;
            addBoxes(layer, start + (end - start) * layer.before, start + (end - start) * before);
        }
    }

    void addBoxes(SegmentChain::Layer layer, double begin, double end)
    {
        layer.begin = moment(0, begin);
        layer.end = moment(m_span.parts - 1, end);
        for (std::int64_t part = 0; part < m_span.parts && m_span.parts <= SegmentChain::kMostParts; ++part)
            m_chain.boxes.push_back({m_chain.layers.size(), moment(part, begin), moment(part, end)});
        m_chain.layers.push_back(layer);
    }

    SegmentChain& m_chain;
    const ScheduledSegment& m_scheduled;
    const SegmentTiming& m_timing;
    SegmentChain::Span m_span;
    double m_stretch = 1;
};

} // namespace

std::optional<std::size_t> SegmentChain::find(std::size_t layer) const
{
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (layers[i].layer == layer)
            return i;
    return std::nullopt;
}

SegmentChain segmentChain(const NodeRun& run)
{
    SegmentChain chain;
    if (!run.schedule)
        return chain;
    chain.nodes = run.machine.nodes.extent.size();
    for (const ScheduledSegment& segment : run.schedule->segments)
        SegmentPlacer(chain, segment).place();
    return chain;
}

} // namespace nestloom::kapla
