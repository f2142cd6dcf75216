// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/pinwheel_finder.h"

namespace nestloom::memory {

namespace {

constexpr double kMostWaysOfTwo = 30; // of two piles that meet a third one; more take longer than they help

} // namespace

const std::vector<Pinwheel>& PinwheelFinder::at(const PileSide& before, const PileSide& after)
{
    m_found.clear();
    for (const bool atLast : {true, false}) {
        m_atLast = atLast;
        const PileSide &side = atLast ? before : after, &facing = atLast ? after : before;
        for (std::size_t inner = 0; inner < side.ofSpan.size(); ++inner)
            for (std::size_t longer = 0; longer < side.ofSpan.size(); ++longer)
                find(side, facing, inner, longer);
    }
    return m_found;
}

/// Seen from the last event: the bottom is longer, the right one faces both, the left one is opposite to that, and the
/// top is the fourth. Seen from the first one: the top, the left one, the right one and the bottom.
void PinwheelFinder::find(const PileSide& side, const PileSide& facing, std::size_t inner, std::size_t longer)
{
    const auto [firstInner, endInner] = side.ofSpan[inner];
    const auto [firstLonger, endLonger] = side.ofSpan[longer];
    const Span& a = m_forest.span(side.piles[firstInner].span);
    const Span& b = m_forest.span(side.piles[firstLonger].span);
    if (m_atLast ? b.first >= a.first : b.end <= a.end)
        return;
    const std::uint32_t opposite = m_atLast ? m_forest.spanOf(b.first, a.first) : m_forest.spanOf(a.end, b.end);
    if (opposite == Block::kNone)
        return;
    m_opposite.clear();
    addPiles(m_forest, opposite, m_opposite);
    for (std::size_t i = firstInner; i < endInner; ++i)
        for (std::size_t j = firstLonger; j < endLonger; ++j) {
            const Pile &one = side.piles[i], &other = side.piles[j];
            if (one.ways * other.ways <= kMostWaysOfTwo)
                facing.forEachOfSize(one.size + other.size, [&](const Pile& pile) { complete(one, other, pile); });
        }
}

void PinwheelFinder::complete(const Pile& inner, const Pile& longer, const Pile& facing)
{
    const Span &middle = m_forest.span(inner.span), &of = m_forest.span(facing.span);
    const std::uint32_t fourth =
        m_atLast ? m_forest.spanOf(middle.first, of.end) : m_forest.spanOf(of.first, middle.end);
    if (fourth == Block::kNone)
        return;
    m_fourth.clear();
    addPiles(m_forest, fourth, m_fourth);
    for (const Pile& opposite : m_opposite)
        for (const Pile& last : m_fourth)
            if (opposite.size == last.size + inner.size)
                m_found.push_back(m_atLast ? Pinwheel{{longer, facing, last, opposite, inner}}
                                           : Pinwheel{{last, opposite, longer, facing, inner}});
}

} // namespace nestloom::memory
