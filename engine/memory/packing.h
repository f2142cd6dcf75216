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
                        // retries; "sweep 67", "rough 90": after so many exchanges; "blocks 5": steps looked at;
                        // "holes 89", "offsets 6": placements; "valleys 7", "order 800": packings
    friend bool operator==(const Packing&, const Packing&) = default;
};

/// Bytes of the peakLoad(): no packing can do with less.
Bytes load(const std::vector<Buffer>& buffers);

/// Finds addresses below `capacity` so that buffers in use at the same step do not overlap; alignments, gaps and
/// offsets of their own are respected.
/// Method    first fit in four orders; a short sweep and searchBlocks(), for buffers that leave no room; every order
///           by OffsetSearch, as far as the placements go, for buffers that last long beside short ones, as those of
///           networks do; a short rough sweep; then conflict-driven: the buffer that did not fit is moved before one of
///           those in its way, and the rest is placed again; then OffsetSearch, searchRoughSweep(), searchHoleSweep()
///           and searchSweep() in rounds, and between them annealOrder(), which goes on from the lowest packing so far;
///           without room at any step searchBlocks() and searchSweep() instead of the four. All these need at most
///           1,000 plain() buffers; of others conflicts are tried in four orders.
/// Optimal   placed within the capacity. Infeasible: the load exceeds the capacity, `reason` has the excess and the
/// step;
///           or buffers with offsets of their own are in each other's way; or every order was tried, and the solution
///           is the lowest packing that was met, above the capacity.
/// Feasible  not placed within the capacity; the solution is the lowest packing that was met, above the capacity.
/// Without
///           a workLimit it is searched for: by searchValleys(), OffsetSearch and annealOrder(), or by conflicts with a
///           larger capacity.
/// Stop      workLimit counts retries; for each, every other search may make one step, or ten placements. Without it
///           100,000 retries (25,000 in each order of more than 1,000 buffers), 6,000,000 placements and 900,000 steps
///           of each sweep, or 3,000,000 of searchBlocks() and 1,800,000 of searchSweep() when there is no room at any
///           step: some 50 seconds in all, when nothing is found. Obeyed within 0.1 s; results depend on it and on the
///           seed only.
SolveOutcome<Packing> pack(const std::vector<Buffer>& buffers, Bytes capacity, const RunControl& control);

} // namespace nestloom::memory
