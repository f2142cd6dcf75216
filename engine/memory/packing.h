// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/run_control.h"
#include "engine/base/solve_outcome.h"
#include "engine/memory/buffer.h"

#include <vector>

namespace nestloom::memory {

/// Address of each buffer, and the end of the highest one.
struct Packing {
    std::vector<Bytes> offsets;
    Bytes top{};
    std::string method; // "size", "area", "duration", "start": first fit in that order; "conflict 12": after 12
                        // retries; "sweep 67": after 67 exchanges; "skyline 345": after 345 placements
    friend bool operator==(const Packing&, const Packing&) = default;
};

/// Most bytes in use at once, and the first step at which they are.
struct PeakLoad {
    Bytes load{};
    std::size_t step = 0;
};
PeakLoad peakLoad(const std::vector<Buffer>& buffers);
/// Its bytes: no packing can do with less.
Bytes load(const std::vector<Buffer>& buffers);

/// Finds addresses below `capacity` so that buffers in use at the same step do not overlap; alignments, gaps and
/// offsets of their own are respected.
/// Method    first fit in four orders; a short searchSweep(), for buffers that leave no room; then conflict-driven: the
///           buffer that did not fit is moved before one of those in its way, and the rest is placed again; then a long
///           searchSweep() and searchSkyline(), for buffers that leave next to no room.
///           The sweep and the skyline need at most 1,000 plain buffers (isPlain()); others are placed by the rest.
/// Optimal   placed within the capacity. Infeasible: the load exceeds the capacity, `reason` has the excess and the step;
///           or buffers with offsets of their own are in each other's way.
/// Feasible  not placed within the capacity; the solution is the lowest packing that was met, above the capacity.
/// Stop      workLimit counts retries (default 100,000; for each, the sweep may try an exchange and the skyline search
/// make three placements: some ten seconds in all, when nothing is found); obeyed within 0.1 s; results
/// depend on it and on the seed only.
SolveOutcome<Packing> pack(const std::vector<Buffer>& buffers, Bytes capacity, const RunControl& control);

} // namespace nestloom::memory
