// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/segment.h"

#include <algorithm>

namespace nestloom::kapla {

LayerGroups groupsOf(const Segment& segment)
{
    LayerGroups groups;
    for (const SegmentLayer& one : segment.layers) {
        if (groups.size() <= one.slot.spatial)
            groups.resize(one.slot.spatial + 1);
        groups[one.slot.spatial].push_back(one.layer);
    }
    return groups;
}

namespace {

/// Vertices first, first + 1, ..., last as a segment being extended.
class VertexRun {
public:
    VertexRun(const SchedulingGraph& graph, std::size_t first) : m_graph(graph), m_first(first), m_last(first) {}

    std::size_t last() const { return m_last; }

    /// Adds the next vertex. False when it shares no source with the run, or reads from two of its vertices.
    bool extend()
    {
        const std::size_t next = m_last + 1;
        if (next >= m_graph.vertices.size())
            return false;
        std::set<std::size_t> related;
        for (std::size_t vertex = m_first; vertex <= m_last; ++vertex) {
            related.insert(vertex);
            related.insert(m_graph.predecessors[vertex].begin(), m_graph.predecessors[vertex].end());
        }
        const auto& sources = m_graph.predecessors[next];
        const bool shares = std::ranges::any_of(sources, [&](std::size_t source) { return related.contains(source); });
        const auto inside = std::ranges::count_if(sources, [&](std::size_t source) { return contains(source); });
        if (!shares || inside > 1)
            return false;
        m_last = next;
        return true;
    }

    /// Vertices with readers inside have at most one outside: writing to memory for several is hardly less than for
    /// all.
    bool isWorthwhile() const
    {
        for (std::size_t vertex = m_first; vertex <= m_last; ++vertex) {
            const auto& readers = m_graph.successors[vertex];
            const auto inside = std::ranges::count_if(readers, [&](std::size_t reader) { return contains(reader); });
            if (inside > 0 && std::ptrdiff_t(readers.size()) - inside > 1)
                return false;
        }
        return true;
    }

private:
    bool contains(std::size_t vertex) const { return m_first <= vertex && vertex <= m_last; }

    const SchedulingGraph& m_graph;
    const std::size_t m_first;
    std::size_t m_last;
};

void addGroups(const SchedulingGraph& graph, std::size_t first, std::size_t last, const SegmentRules& rules,
               std::vector<LayerGroups>& all)
{
    if (last - first >= rules.longest || (first == last && graph.vertices[first].size() == 1))
        return;
    const LayerGroups spatial(graph.vertices.begin() + std::ptrdiff_t(first),
                              graph.vertices.begin() + std::ptrdiff_t(last) + 1);
    LayerGroups temporal(1);
    for (const auto& vertex : spatial)
        temporal.front().insert(temporal.front().end(), vertex.begin(), vertex.end());
    if (rules.spatial)
        all.push_back(spatial);
    if (rules.temporal && !(rules.spatial && temporal == spatial))
        all.push_back(temporal);
}

} // namespace

std::vector<LayerGroups> segmentCandidates(const SchedulingGraph& graph, const SegmentRules& rules)
{
    std::vector<LayerGroups> all;
    for (std::size_t first = graph.vertices.size(); first-- > 0;) {
        VertexRun run(graph, first);
        do {
            if (run.isWorthwhile())
                addGroups(graph, first, run.last(), rules, all);
        } while (run.extend());
    }
    return all;
}

SegmentsByEnd singleSegments(const Machine& machine, const Network& network, const SegmentRules& rules)
{
    SegmentsByEnd segments(network.layers.size());
    for (std::size_t layer = 0; layer < network.layers.size(); ++layer)
        segments[layer].push_back(*placed(machine, network, {{layer}}, rules));
    return segments;
}

SegmentsByEnd segmentsByEnd(const Machine& machine, const Network& network, const SchedulingGraph& graph,
                            const SegmentRules& rules)
{
    SegmentsByEnd segments = singleSegments(machine, network, rules);
    for (const LayerGroups& groups : segmentCandidates(graph, rules))
        if (auto segment = placed(machine, network, groups, rules))
            segments[groups.back().back()].push_back(std::move(*segment));
    return segments;
}

} // namespace nestloom::kapla
