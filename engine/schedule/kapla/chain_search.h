// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/kapla/scheme_estimate.h"

namespace nestloom::kapla {

/// A segment under one scheme, and what it costs: an estimate until it has been solved.
struct ChainLink {
    std::size_t end = 0; // place of its last layer in the order of scheduling
    Segment segment;
    SegmentConstraint constraint;
    SegmentFigures figures;
    bool isSolved = false;
    bool fits = true;
};

/// Segments that hold all layers up to some place, one after the other.
struct SegmentChain {
    std::vector<std::size_t> links;
    SegmentFigures figures;
};

/// Dynamic programming over segments (section IV-B of the paper): the cheapest chains up to each layer.
class ChainSearch {
public:
    explicit ChainSearch(Goal goal) : m_goal(goal) {}

    /// A layer by itself, which has been solved.
    void addSingle(std::size_t place, const Segment& segment, const SegmentFigures& figures);
    void add(std::size_t end, const Segment& segment, SchemeEstimate scheme);

    /// The `most` best chains over the first `layers` layers, best first. Chains that differ in the scheme of a segment
    /// only count as different.
    std::vector<SegmentChain> best(std::size_t layers, int most) const;

    std::size_t size() const { return m_links.size(); }
    const ChainLink& link(std::size_t i) const { return m_links[i]; }
    /// What a segment really costs; nothing = it does not fit.
    void learn(std::size_t link, const std::optional<SegmentFigures>& figures);

private:
    const Goal m_goal;
    std::vector<ChainLink> m_links;
};

} // namespace nestloom::kapla
