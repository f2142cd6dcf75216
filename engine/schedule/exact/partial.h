// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/exact/charges.h"
#include "engine/schedule/exact/tile_lattice.h"

#include <array>
#include <cstdint>

namespace nestloom::schedule::exact {

/// Levels that fetch inputs whose next tile may still overlap the last one.
inline constexpr std::size_t kMaxSliding = 3;

/// A level whose input tile moves, with what fetchesWithHalo() of the cost model keeps while it walks outward.
template <std::size_t F>
struct Sliding {
    double fetches = 0;   // of one instance so far, elements
    double instances = 1; // spatial loops outside the level so far
    float backDown = 0, backRight = 0;
    std::uint32_t tile = 0;         // node
    std::array<double, F> charge{}; // for every element fetched
};

/// The loops of a nest from the MACs up to some place in it, as far as what is outside can tell them apart.
/// All counts are those of the whole accelerator over the whole layer, as if all loops still to come moved the tensor;
/// a loop of bound n that re-uses it divides them by n. Figures of one instance of several (Charges::isShared) are
/// those of all instances over the children that the spatial loops outside their level have spread them over so far.
template <std::size_t F>
struct Partial {
    using Sum = std::array<double, F>;
    Sum settled{};            // figures that no loop outside changes
    PerTensor<Sum> open{};    // weights, outputs: charged unless the loops outside go on re-using the tile
    PerTensor<double> sent{}; // elements asked of the next level outside that keeps the tensor
    Sum firsts{};             // given back: first visits, times spatial reduction loops still to come
    double lanes = 1;         // product of the spatial bounds
    std::array<Sliding<F>, kMaxSliding> sliding; // inner to outer
    std::uint8_t slidingCount = 0;
    bool weightsStay = false, outputsStay = false; // no loop since their last level has moved them
    bool inputsSlide =
        false;         // the last of `sliding` is the last level that keeps inputs; `sent` then is its `shared` part
    double shared = 1; // of what that level fetches, the part that is asked of the level outside
    Spread spread{{1, 1, 1, 1}}; // spatial loops since that level, along axes with halo
    Reached reached{{1, 1}};     // by them; of loops of several levels the fewest
    std::uint32_t step = 0;      // its last one, see NestSearch
    std::uint32_t held = 0;      // of the level at work: factors and ...
    std::uint8_t present = 0;    // ... dimensions that its limits ask about, see LoopLimits
};

} // namespace nestloom::schedule::exact
