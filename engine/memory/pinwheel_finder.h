// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/piles.h"

#include <array>

namespace nestloom::memory {

/// Five piles that fill a rectangle, four around an inner one, so that no straight cut takes it apart:
///     left   | top    top       the bottom ends with the inner one, and beside them the right one begins;
///     left   | inner  | right   the left one ends where the top and the inner one begin
///     bottom   bottom | right
struct Pinwheel {
    enum Place { Bottom, Right, Top, Left, Inner };
    std::array<Pile, 5> piles;
};

/// Finds pinwheels one of whose two inner events is a given one.
class PinwheelFinder {
public:
    explicit PinwheelFinder(const BlockForest& forest) : m_forest(forest) {}

    /// From the piles that end and begin at the event.
    const std::vector<Pinwheel>& at(const PileSide& before, const PileSide& after);

private:
    void find(const PileSide& side, const PileSide& facing, std::size_t inner, std::size_t longer);
    void complete(const Pile& inner, const Pile& longer, const Pile& facing);

    const BlockForest& m_forest;
    bool m_atLast = false; // of the two events
    std::vector<Pile> m_opposite, m_fourth;
    std::vector<Pinwheel> m_found;
};

} // namespace nestloom::memory
