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

std::vector<Chain> ChainSearch::best(std::size_t layers, int most) const
{
    std::vector<std::vector<Chain>> upTo(layers + 1);
    upTo[0].emplace_back();
    for (std::size_t end = 0; end < layers; ++end) {
        std::vector<Chain>& chains = upTo[end + 1];
        for (std::size_t i = 0; i < m_links.size(); ++i) {
            const ChainLink& link = m_links[i];
            if (link.end != end || !link.fits)
                continue;
            for (const Chain& before : upTo[end + 1 - link.segment.layers.size()]) {
                chains.push_back(before);
                chains.back().links.push_back(i);
                chains.back().figures.cost += link.figures.cost;
                chains.back().figures.cycles += link.figures.cycles;
            }
        }
        std::stable_sort(chains.begin(), chains.end(), [this](const Chain& a, const Chain& b) {
            return better(m_goal, a.figures.cost, a.figures.cycles, b.figures.cost, b.figures.cycles);
        });
        chains.resize(std::min(chains.size(), std::size_t(std::max(1, most))));
    }
    return upTo[layers];
}

void ChainSearch::learn(std::size_t link, const std::optional<SegmentFigures>& figures)
{
    m_links[link].isSolved = true;
    m_links[link].fits = figures.has_value();
    if (figures)
        m_links[link].figures = *figures;
}

} // namespace nestloom::kapla
