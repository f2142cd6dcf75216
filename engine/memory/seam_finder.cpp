// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/seam_finder.h"

#include <algorithm>
#include <cmath>

namespace nestloom::memory {

namespace {

/// Measured on rectangles cut at random; halving or doubling them changes little.
constexpr double kSeamsOfTwo = 1.5;    // at an event, of single blocks, on either side
constexpr double kPinwheels = 0.3;     // of single blocks
constexpr double kFurtherPart = 0.4;   // seams with one block more in a pile, relative to those without
constexpr double kAllOfSpan = 0.6;     // with the whole span as pile
constexpr double kChanceOfEqual = 0.4; // that a pile has a size of another, times the size
constexpr double kMostByChance = 2;    // matches of piles of such sizes, above which they say nothing

double chanceOfEqual(std::int64_t size) { return std::min(1.0, kChanceOfEqual / double(size)); }

} // namespace

const std::vector<Seam>& SeamFinder::at(std::uint32_t event)
{
    m_seams.clear();
    const std::vector<std::uint32_t>& ending = m_forest.spansEndingAt(event);
    const std::vector<std::uint32_t>& beginning = m_forest.spansBeginningAt(event);
    if (ending.empty() || beginning.empty())
        return m_seams;
    m_before.fill(m_forest, ending);
    m_after.fill(m_forest, beginning);
    match();
    addPinwheels();
    for (Seam& seam : m_seams)
        seam.odds /= double(ending.size()) * double(beginning.size());
    compete(event);
    return m_seams;
}

double SeamFinder::frequencyOf(const Pile& pile) const
{
    if (pile.count > 1 && std::size_t(pile.count) == m_forest.span(pile.span).blocks.size())
        return kAllOfSpan;
    return std::pow(kFurtherPart, pile.count - 1);
}

/// Unless it would as well be found by chance.
void SeamFinder::add(Seam seam, double byChance)
{
    seam.odds = seam.count == 2 ? kSeamsOfTwo : kPinwheels;
    for (std::size_t i = 0; i < seam.count; ++i) {
        byChance *= seam.piles[i].ways;
        seam.odds *= frequencyOf(seam.piles[i]);
    }
    seam.odds /= byChance;
    if (byChance <= kMostByChance)
        m_seams.push_back(seam);
}

void SeamFinder::match()
{
    for (const Pile& before : m_before.piles)
        m_after.forEachOfSize(before.size, [&](const Pile& after) {
            const Span &from = m_forest.span(before.span), &to = m_forest.span(after.span);
            add({{before, after}, 2, from.first, from.end, from.end, to.end, before.size}, chanceOfEqual(before.size));
        });
}

void SeamFinder::addPinwheels()
{
    for (const Pinwheel& found : m_pinwheels.at(m_before, m_after)) {
        const Pile &left = found.piles[Pinwheel::Left], &right = found.piles[Pinwheel::Right];
        const Span &from = m_forest.span(left.span), &to = m_forest.span(right.span);
        add({found.piles, 5, from.first, from.end, to.first, to.end, left.size + found.piles[Pinwheel::Bottom].size},
            chanceOfEqual(left.size) * chanceOfEqual(right.size));
    }
}

Block SeamFinder::blockOf(const Seam& seam) const
{
    Block block{seam.first, seam.end, seam.size, seam.at, seam.lastAt, {}};
    const std::int64_t below = seam.piles[0].size;
    const std::int64_t ofPinwheel[] = {0, 0, seam.piles[Pinwheel::Right].size, below, below};
    for (std::size_t i = 0; i < seam.count; ++i) {
        std::int64_t address = seam.count == 2 ? 0 : ofPinwheel[i];
        forEachMember(m_forest, seam.piles[i], [&](std::uint32_t id) {
            block.parts.push_back(id);
            block.addresses.push_back(address);
            address += m_forest.block(id).size;
        });
    }
    return block;
}

template <typename Visit>
void SeamFinder::forEachBefore(const Seam& seam, std::uint32_t event, Visit visit) const
{
    if (seam.count == 2)
        return forEachMember(m_forest, seam.piles[Seam::Before], visit);
    if (event == seam.at)
        return forEachMember(m_forest, seam.piles[Pinwheel::Left], visit);
    forEachMember(m_forest, seam.piles[Pinwheel::Bottom], visit);
    forEachMember(m_forest, seam.piles[Pinwheel::Inner], visit);
}

template <typename Visit>
void SeamFinder::forEachAfter(const Seam& seam, std::uint32_t event, Visit visit) const
{
    if (seam.count == 2)
        return forEachMember(m_forest, seam.piles[Seam::After], visit);
    if (event == seam.lastAt)
        return forEachMember(m_forest, seam.piles[Pinwheel::Right], visit);
    forEachMember(m_forest, seam.piles[Pinwheel::Top], visit);
    forEachMember(m_forest, seam.piles[Pinwheel::Inner], visit);
}

/// A block has one seam on either side.
void SeamFinder::compete(std::uint32_t event)
{
    BlockForest& forest = m_forest;
    for (const Seam& seam : m_seams) {
        forEachBefore(seam, event, [&](std::uint32_t id) { forest.block(id).oddsBefore = 0; });
        forEachAfter(seam, event, [&](std::uint32_t id) { forest.block(id).oddsAfter = 0; });
    }
    for (const Seam& seam : m_seams) {
        forEachBefore(seam, event, [&](std::uint32_t id) { forest.block(id).oddsBefore += seam.odds; });
        forEachAfter(seam, event, [&](std::uint32_t id) { forest.block(id).oddsAfter += seam.odds; });
    }
    for (Seam& seam : m_seams) {
        double others = 0;
        forEachBefore(seam, event, [&](std::uint32_t id) { others += forest.block(id).oddsBefore - seam.odds; });
        forEachAfter(seam, event, [&](std::uint32_t id) { others += forest.block(id).oddsAfter - seam.odds; });
        seam.odds /= 1 + others;
    }
}

} // namespace nestloom::memory
