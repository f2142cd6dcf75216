// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/rng.h"
#include "engine/memory/block_forest.h"

namespace nestloom::memory {

/// Blocks of one span, by their positions in it, lowest bit first.
struct Pile {
    std::uint32_t span = 0;
    std::uint64_t members = 0;
    std::int64_t size = 0; // B
    int count = 0;
    double ways = 0; // piles of so many blocks of the span that differ in size
};

/// Two piles of equal size that may be joined where one ends and the other begins.
struct Seam {
    Pile before, after;
    /// How much likelier it is that the packing we look for has this seam than that the sizes are equal by chance or
    /// that one of the piles belongs to another seam.
    double odds = 0;
};

/// All seams that are possible at an event, but for those that would as well be found among random sizes.
class SeamFinder {
public:
    explicit SeamFinder(BlockForest& forest) : m_forest(forest) {}

    /// Valid until the spans of the event change.
    const std::vector<Seam>& at(std::uint32_t event);

private:
    void addPiles(std::uint32_t span, std::vector<Pile>& piles);
    void addLowPiles(const Span& span, std::size_t from, std::uint64_t members, Pile pile, std::vector<Pile>& piles);
    void match();
    void compete();

    BlockForest& m_forest;
    std::vector<Pile> m_before, m_after;
    std::vector<std::pair<std::int64_t, std::size_t>> m_sizes; // of the piles after, and which
    std::vector<Seam> m_seams;
    int m_most = 0; // blocks of a pile that is made one by one
};

} // namespace nestloom::memory
