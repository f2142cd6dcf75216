// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/pinwheel_finder.h"

namespace nestloom::memory {

/// Piles that may be joined to a block: two of equal size, of which one ends where the other begins; or a Pinwheel.
struct Seam {
    enum Place { Before, After };
    std::array<Pile, 5> piles;
    std::size_t count = 2;
    std::uint32_t first = 0, at = 0, lastAt = 0, end = 0; // events
    std::int64_t size = 0;                                // B, of the block
    /// How much likelier it is that the packing we look for has this seam than that the sizes are equal by chance or
    /// that one of the piles belongs to another seam.
    double odds = 0;
};

/// All seams that are possible at an event, but for those that would as well be found among random sizes.
class SeamFinder {
public:
    explicit SeamFinder(BlockForest& forest) : m_forest(forest), m_pinwheels(forest) {}

    /// Valid until the spans of the event change; of a pinwheel, until one of its parts is not outermost any more.
    const std::vector<Seam>& at(std::uint32_t event);
    Block blockOf(const Seam& seam) const;

private:
    void match();
    void addPinwheels();
    void add(Seam seam, double byChance);
    double frequencyOf(const Pile& pile) const;
    void compete(std::uint32_t event);
    template <typename Visit>
    void forEachBefore(const Seam& seam, std::uint32_t event, Visit visit) const;
    template <typename Visit>
    void forEachAfter(const Seam& seam, std::uint32_t event, Visit visit) const;

    BlockForest& m_forest;
    PinwheelFinder m_pinwheels;
    PileSide m_before, m_after;
    std::vector<Seam> m_seams;
};

} // namespace nestloom::memory
