// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/packing.h"

#include <optional>

namespace nestloom::memory {

/// Looks for a packing of buffers that leave no room at any step, where placing one after the other fails. Sweeps over
/// the steps and keeps every order that the buffers in use may have by address, as one OrderTree: where buffers end,
/// those that begin take their places, so sets of equal total size are exchanged, and the ones that leave must be
/// neighbours. Only which sets these are is searched:
///   beam         the `width` trees with the most orders left go on from step to step, wider ones the longer it lasts;
///                forwards and backwards in time in turns
///   dominance    trees that differ by interchangeable buffers only are one
///   fillers      room to spare is filled with made-up buffers that begin and end where the load changes
/// Buffers need neither alignment nor gaps nor offsets of their own.
/// Returns  offsets of all buffers, or nothing: given up (nothing is proven by that).
/// Stop     `nodes` counts exchanges tried, about 50 us each; the same seed gives the same answer.
struct SweepSearchResult {
    std::optional<std::vector<Bytes>> offsets;
    std::int64_t nodes = 0;
    StopCause cause = StopCause::Completed;
};
SweepSearchResult searchSweep(const std::vector<Buffer>& buffers, Bytes capacity, std::int64_t nodes,
                              const RunControl& control);

/// Buffers that take room, without the others, perhaps with time running backwards; `from` has where each came from.
std::vector<Buffer> swept(const std::vector<Buffer>& buffers, std::vector<std::size_t>& from, bool backwards);

} // namespace nestloom::memory
