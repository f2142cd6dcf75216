// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/sweep_attempts.h"

namespace nestloom::memory {

/// Looks for a low packing, wherever the best one may be. Fills the lowest valley of the skyline first, again and
/// again: the buffer that comes there next lasts long, is large, ends at the valley's walls and passes steps that have
/// little room left. Which one is taken otherwise is a taste, by buffer; small changes of the tastes are kept when the
/// steps that reach highest come down, and in the beginning sometimes when they do not (simulated annealing). Plain
/// buffers only.
/// Returns  the lowest packing that was met, above the capacity or not.
/// Stop     `nodes` counts packings, 0.1 to 1 ms each; the same seed gives the same answer.
SweepSearchResult searchValleys(const std::vector<Buffer>& buffers, Bytes capacity, std::int64_t nodes,
                                const RunControl& control);

} // namespace nestloom::memory
