// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/seam_finder.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace nestloom::memory {

namespace {

/// Measured on rectangles cut at random; halving or doubling them changes little.
constexpr double kSeamsOfTwo = 1.5;     // at an event, of single blocks, on either side
constexpr double kFurtherPart = 0.4;    // seams with one block more in a pile, relative to those without
constexpr double kAllOfSpan = 0.6;      // with the whole span as pile
constexpr double kChanceOfEqual = 0.4;  // that a pile has a size of another, times the size
constexpr double kMostByChance = 2;     // matches of piles of such sizes, above which they say nothing
constexpr double kMostWays = 300;       // piles of a span with so many blocks
constexpr std::size_t kMostBlocks = 63; // of a span; of more the smallest

template <typename Visit>
void forEachMember(const BlockForest& forest, const Pile& pile, Visit visit)
{
    const std::vector<std::uint32_t>& blocks = forest.span(pile.span).blocks;
    for (std::uint64_t left = pile.members; left != 0; left &= left - 1)
        visit(blocks[std::size_t(std::countr_zero(left))]);
}

} // namespace

/// Piles of few blocks, those that lack few, and the whole span; of equal blocks one is as good as the other.
void SeamFinder::addPiles(std::uint32_t id, std::vector<Pile>& piles)
{
    const Span& span = m_forest.span(id);
    const int count = int(std::min(span.blocks.size(), kMostBlocks));
    m_most = 0;
    for (double ways = 1; m_most < count; ++m_most) {
        ways *= double(count - m_most) / double(m_most + 1);
        if (ways > kMostWays)
            break;
    }
    const std::size_t begin = piles.size();
    addLowPiles(span, 0, 0, {id}, piles);
    if (m_most < count) {
        Pile all{id, ~std::uint64_t{0} >> (64 - count), 0, count};
        for (int i = 0; i < count; ++i)
            all.size += m_forest.block(span.blocks[std::size_t(i)]).size;
        for (std::size_t i = begin, end = piles.size(); i < end; ++i)
            if (count - piles[i].count > m_most)
                piles.push_back(
                    {id, all.members & ~piles[i].members, all.size - piles[i].size, count - piles[i].count});
        piles.push_back(all);
    }
    std::array<double, kMostBlocks + 1> ways{};
    for (std::size_t i = begin; i < piles.size(); ++i)
        ++ways[std::size_t(piles[i].count)];
    for (std::size_t i = begin; i < piles.size(); ++i)
        piles[i].ways = ways[std::size_t(piles[i].count)];
}

void SeamFinder::addLowPiles(const Span& span, std::size_t from, std::uint64_t members, Pile pile,
                             std::vector<Pile>& piles)
{
    pile.members = members;
    if (pile.count > 0)
        piles.push_back(pile);
    if (pile.count++ == m_most)
        return;
    const std::size_t count = std::min(span.blocks.size(), kMostBlocks);
    const std::int64_t below = pile.size;
    for (std::size_t i = from; i < count; ++i) {
        const std::int64_t size = m_forest.block(span.blocks[i]).size;
        if (i > from && size == m_forest.block(span.blocks[i - 1]).size)
            continue;
        pile.size = below + size;
        addLowPiles(span, i + 1, members | std::uint64_t{1} << i, pile, piles);
    }
}

const std::vector<Seam>& SeamFinder::at(std::uint32_t event)
{
    m_seams.clear();
    m_before.clear();
    m_after.clear();
    for (const std::uint32_t span : m_forest.spansEndingAt(event))
        addPiles(span, m_before);
    for (const std::uint32_t span : m_forest.spansBeginningAt(event))
        addPiles(span, m_after);
    match();
    const double pairs = double(m_forest.spansEndingAt(event).size()) * double(m_forest.spansBeginningAt(event).size());
    for (Seam& seam : m_seams)
        seam.odds /= pairs;
    compete();
    return m_seams;
}

void SeamFinder::match()
{
    m_sizes.clear();
    for (std::size_t i = 0; i < m_after.size(); ++i)
        m_sizes.emplace_back(m_after[i].size, i);
    std::sort(m_sizes.begin(), m_sizes.end());
    const auto frequency = [&](const Pile& pile) {
        if (pile.count > 1 && std::size_t(pile.count) == m_forest.span(pile.span).blocks.size())
            return kAllOfSpan;
        return std::pow(kFurtherPart, pile.count - 1);
    };
    for (const Pile& before : m_before) {
        const std::pair<std::int64_t, std::size_t> least{before.size, 0};
        for (auto found = std::lower_bound(m_sizes.begin(), m_sizes.end(), least);
             found != m_sizes.end() && found->first == before.size; ++found) {
            const Pile& after = m_after[found->second];
            const double byChance = before.ways * after.ways * std::min(1.0, kChanceOfEqual / double(before.size));
            if (byChance <= kMostByChance)
                m_seams.push_back({before, after, kSeamsOfTwo * frequency(before) * frequency(after) / byChance});
        }
    }
}

/// A block has one seam on either side.
void SeamFinder::compete()
{
    for (const Seam& seam : m_seams) {
        forEachMember(m_forest, seam.before, [&](std::uint32_t id) { m_forest.block(id).oddsBefore = 0; });
        forEachMember(m_forest, seam.after, [&](std::uint32_t id) { m_forest.block(id).oddsAfter = 0; });
    }
    for (const Seam& seam : m_seams) {
        forEachMember(m_forest, seam.before, [&](std::uint32_t id) { m_forest.block(id).oddsBefore += seam.odds; });
        forEachMember(m_forest, seam.after, [&](std::uint32_t id) { m_forest.block(id).oddsAfter += seam.odds; });
    }
    for (Seam& seam : m_seams) {
        double others = 0;
        forEachMember(m_forest, seam.before,
                      [&](std::uint32_t id) { others += m_forest.block(id).oddsBefore - seam.odds; });
        forEachMember(m_forest, seam.after,
                      [&](std::uint32_t id) { others += m_forest.block(id).oddsAfter - seam.odds; });
        seam.odds /= 1 + others;
    }
}

} // namespace nestloom::memory
