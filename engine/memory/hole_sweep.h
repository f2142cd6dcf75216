// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/sweep_attempts.h"

namespace nestloom::memory {

/// searchSweep() for buffers that leave some room: what a buffer leaves becomes a hole, an item of the order tree like
/// the buffers. Whatever begins takes the place of holes that are neighbours; what it does not need remains a hole.
/// Into which parts a hole falls is left open until they are used (OrderTree::cut()), so no room is given away early.
/// Buffers need neither alignment nor gaps nor offsets of their own.
/// Returns  offsets of all buffers, or nothing: given up (nothing is proven by that).
/// Stop     `nodes` counts placements tried, some 50 us each; the same seed gives the same answer.
SweepSearchResult searchHoleSweep(const std::vector<Buffer>& buffers, Bytes capacity, std::int64_t nodes,
                                  const RunControl& control);

} // namespace nestloom::memory
