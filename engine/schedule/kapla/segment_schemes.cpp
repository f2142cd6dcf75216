// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/segment_schemes.h"

#include <algorithm>

namespace nestloom::kapla {

namespace {

bool isFiner(const SchemeEstimate& scheme, const SchemeEstimate& than)
{
    return std::equal(scheme.numbers.begin(), scheme.numbers.end(), than.numbers.begin(), std::greater_equal<>());
}

} // namespace

SegmentSchemes::SegmentSchemes(std::vector<SchemeEstimate> schemes, Goal goal)
{
    std::stable_sort(schemes.begin(), schemes.end(), [goal](const SchemeEstimate& a, const SchemeEstimate& b) {
        return better(goal, a.figures.cost, a.figures.cycles, b.figures.cost, b.figures.cycles);
    });
    const std::vector<bool> dominated = dominatedSchemes(schemes);
    std::vector<SchemeEstimate> finer, worse;
    for (std::size_t i = 0; i < schemes.size(); ++i) {
        const bool isWaiting = std::any_of(m_schemes.begin(), m_schemes.end(),
                                           [&](const SchemeEstimate& kept) { return isFiner(schemes[i], kept); });
        m_pareto += dominated[i] ? 0 : 1;
        (dominated[i] ? worse : isWaiting ? finer : m_schemes).push_back(std::move(schemes[i]));
    }
    m_first = m_schemes.size();
    for (std::vector<SchemeEstimate>* more : {&finer, &worse})
        std::move(more->begin(), more->end(), std::back_inserter(m_schemes));
}

std::optional<SchemeEstimate> SegmentSchemes::next()
{
    if (m_next == m_schemes.size())
        return std::nullopt;
    return std::move(m_schemes[m_next++]);
}

} // namespace nestloom::kapla
