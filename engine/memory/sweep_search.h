// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/sweep_attempts.h"

namespace nestloom::memory {

/// Looks for a packing of buffers that leave no room at any step, where placing one after the other fails. Sweeps over
/// the steps and keeps every order that the buffers in use may have by address, as one OrderTree: where buffers end,
/// those that begin take their places, so sets of equal total size are exchanged, and the ones that leave must be
/// neighbours (OrderTree::neighbourSets()). Only which sets these are is searched:
///   beam         the `width` trees with the most orders left go on from step to step, wider ones the longer it lasts;
///                forwards and backwards in time in turns; where many buffers begin at one step, one exchange after
///                the other
///   foresight    trees in which the buffers that end at one of the next steps can be neighbours go first
///   dominance    trees that differ by interchangeable buffers only are one
///   fillers      room to spare is filled with made-up buffers that begin and end where the load changes
/// Buffers need neither alignment nor gaps nor offsets of their own.
/// Stop     `nodes` counts exchanges tried, about 10 us each; the same seed gives the same answer.
SweepSearchResult searchSweep(const std::vector<Buffer>& buffers, Bytes capacity, std::int64_t nodes,
                              const RunControl& control);

/// The same for buffers that leave a little room everywhere, as if each had lost some of its bytes: sets of nearly
/// equal size are exchanged, nearer than chance would have it, and there are no fillers. The order of addresses at
/// every step is what is found; the addresses follow from it at the end, and may end above the capacity.
SweepSearchResult searchRoughSweep(const std::vector<Buffer>& buffers, Bytes capacity, std::int64_t nodes,
                                   const RunControl& control);

} // namespace nestloom::memory
