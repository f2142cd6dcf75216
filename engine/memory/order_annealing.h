// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/sweep_attempts.h"

namespace nestloom::memory {

/// Looks for a low packing near one that is known. Every packing without gaps below a buffer is an order of the
/// buffers, each laid on the highest of those before it that are in use at the same time. Buffers change places in the
/// order, or one goes elsewhere; by simulated annealing this brings down what is above the capacity, over all steps,
/// and a little the highest end. Only heights behind the first change and before they agree with the old ones again are
/// computed. Plain buffers only; `offsets` are those of the packing to begin with.
/// Returns  the lowest packing that was met, above the capacity or not
/// Stop     `nodes` counts packings; the same seed gives the same answer. 2 to 5 us each, when there are 450 buffers and
///          100 moments at which some begin or end; the time grows with both.
SweepSearchResult annealOrder(const std::vector<Buffer>& buffers, Bytes capacity, const std::vector<Bytes>& offsets,
                              std::int64_t nodes, const RunControl& control);

} // namespace nestloom::memory
