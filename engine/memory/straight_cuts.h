// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/sweep_attempts.h"

namespace nestloom::memory {

/// Looks for a packing of buffers that leave no room at any step, and only for one that straight cuts make: the memory
/// over time is cut through from one end to the other, along a step or an address, and so is every part, down to single
/// buffers. Far fewer packings are of this kind than of all, so wrong ways die out within a few steps, and what is left
/// of the right one is found among some thousand states where all orders of addresses are far too many.
///   state        at a step, such a packing is a tree of piles without any order (CutState)
///   moves        parts of one pile that end at the same step give their place to buffers of equal total size; which
///                ones is left open as long as there are many ways (CutMoves, SlotFillings)
///   beam         the states with the most ways to go on (CutWorth), forwards and backwards in time in turns; wider ones
///                the longer it lasts
/// Buffers need neither alignment nor gaps nor offsets of their own.
/// Returns  offsets of all buffers within the capacity, or nothing: given up (nothing is proven by that).
/// Stop     `nodes` counts states from which moves were tried, about 5 us each; the same seed gives the same answer.
SweepSearchResult searchStraightCuts(const std::vector<Buffer>& buffers, Bytes capacity, std::int64_t nodes,
                                     const RunControl& control);

} // namespace nestloom::memory
