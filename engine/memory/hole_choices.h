// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/order_tree.h"

#include <cstdint>
#include <vector>

namespace nestloom::memory {

/// Room that no buffer uses at the step of a sweep, as an item of its order tree.
struct Hole {
    OrderTree::Leaf leaf;
    std::int64_t size = 0; // B
    bool fresh = false;    // a buffer left it at this step
};

/// Holes, as positions, that become neighbours to take in `arriving`, as positions too, and `rest` B that remain.
struct HoleChoice {
    std::vector<std::uint32_t> holes, arriving; // ascending
    std::int64_t rest = 0;
    double chance = 0; // grows with the number of such choices that exist by chance: the least first
};

/// Ways to place the first of the arriving sizes, and perhaps others along with it: into all fresh holes, into few
/// holes of just its size, or of little more, and into holes that are neighbours already. Ascending by chance.
std::vector<HoleChoice> holeChoices(const std::vector<Hole>& holes, const std::vector<std::int64_t>& arriving,
                                    std::int64_t capacity);

} // namespace nestloom::memory
