// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/chain_search.h"

#include <algorithm>

namespace nestloom::kapla {

void ChainSearch::addSingle(std::size_t place, const Segment& segment, const SegmentFigures& figures)
{
    m_links.push_back({place, segment, SegmentConstraint(1), figures, true, true});
}

void ChainSearch::add(std::size_t end, const Segment& segment, SchemeEstimate scheme)
{
    m_links.push_back({end, segment, std::move(scheme.constraint), scheme.figures, false, true});
}

std::vector<SegmentChain> ChainSearch::best(std::size_t layers, int most) const
{
    // A chain up to some layer: one up to an earlier layer, and a link.
    struct Step {
        std::size_t link = 0, begin = 0, before = 0; // `before`-th best of the chains up to `begin`
        SegmentFigures figures;
    };
    std::vector<std::vector<std::size_t>> ending(layers);
    for (std::size_t i = 0; i < m_links.size(); ++i)
        if (m_links[i].fits)
            ending[m_links[i].end].push_back(i);
    std::vector<std::vector<Step>> upTo(layers + 1);
    upTo[0].emplace_back();
    for (std::size_t end = 0; end < layers; ++end) {
        std::vector<Step>& steps = upTo[end + 1];
        for (const std::size_t i : ending[end]) {
            const ChainLink& link = m_links[i];
            const std::size_t begin = end + 1 - link.segment.layers.size();
            for (std::size_t before = 0; before < upTo[begin].size(); ++before) {
                const SegmentFigures& sum = upTo[begin][before].figures;
                steps.push_back({i, begin, before, {sum.cost + link.figures.cost, sum.cycles + link.figures.cycles}});
            }
        }
        std::stable_sort(steps.begin(), steps.end(), [this](const Step& a, const Step& b) {
            return better(m_goal, a.figures.cost, a.figures.cycles, b.figures.cost, b.figures.cycles);
        });
        steps.resize(std::min(steps.size(), std::size_t(std::max(1, most))));
    }
    std::vector<SegmentChain> chains;
    for (const Step& last : upTo[layers]) {
        SegmentChain& chain = chains.emplace_back(SegmentChain{{}, last.figures});
        const Step* step = &last;
        for (std::size_t at = layers; at > 0; at = step->begin, step = &upTo[step->begin][step->before])
            chain.links.push_back(step->link);
        std::reverse(chain.links.begin(), chain.links.end());
    }
    return chains;
}

void ChainSearch::learn(std::size_t link, const std::optional<SegmentFigures>& figures)
{
    m_links[link].isSolved = true;
    m_links[link].fits = figures.has_value();
    if (figures)
        m_links[link].figures = *figures;
}

} // namespace nestloom::kapla
