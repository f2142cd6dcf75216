// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/block_forest.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace nestloom::memory {

/// Blocks of one span, by their positions in it, lowest bit first.
struct Pile {
    std::uint32_t span = 0;
    std::uint64_t members = 0;
    std::int64_t size = 0; // B
    int count = 0;
    double ways = 0; // piles of so many blocks of the span that differ in size
};

template <typename Visit>
void forEachMember(const BlockForest& forest, const Pile& pile, Visit visit)
{
    const std::vector<std::uint32_t>& blocks = forest.span(pile.span).blocks;
    for (std::uint64_t left = pile.members; left != 0; left &= left - 1)
        visit(blocks[std::size_t(std::countr_zero(left))]);
}

/// Adds the piles of a span that have few blocks or lack few of them, and the whole span: not more than some hundred of
/// so many blocks. Of equal blocks one is as good as the other. Of more than 63 blocks the smallest take part.
void addPiles(const BlockForest& forest, std::uint32_t span, std::vector<Pile>& piles);

/// The piles of the spans on one side of an event.
struct PileSide {
    std::vector<Pile> piles;
    std::vector<std::pair<std::size_t, std::size_t>> ofSpan;  // from and to
    std::vector<std::pair<std::int64_t, std::size_t>> bySize; // and which

    void fill(const BlockForest& forest, const std::vector<std::uint32_t>& spans);

    template <typename Visit>
    void forEachOfSize(std::int64_t size, Visit visit) const
    {
        const std::pair<std::int64_t, std::size_t> least{size, 0};
        for (auto found = std::lower_bound(bySize.begin(), bySize.end(), least);
             found != bySize.end() && found->first == size; ++found)
            visit(piles[found->second]);
    }
};

} // namespace nestloom::memory
