// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/run_control.h"
#include "engine/memory/buffer.h"

#include <vector>

namespace nestloom::memory {

/// Address of each buffer, and the end of the highest one.
struct Packing {
    std::vector<Bytes> offsets;
    Bytes top{};
    std::string method; // "size", "area", "duration", "start": first fit in that order; "conflict 12": after 12
                        // retries; "offsets 6": after 6 placements
    friend bool operator==(const Packing&, const Packing&) = default;
};

/// Finds addresses below `capacity` so that buffers in use at the same step do not overlap; alignments, gaps and
/// offsets of their own are respected.
/// Method    first fit in four orders, which places most plans of networks; OffsetSearch, for up to 1,000 plain()
///           buffers; then searchConflicts(), for larger networks and those whose gaps no other search takes.
/// Optimal   placed within the capacity. Infeasible: the load exceeds the capacity, `reason` has the excess and the
///           step; or buffers with offsets of their own are in each other's way; or every order was tried, and the
///           solution is the lowest packing that was met, above the capacity.
/// Feasible  not placed within the capacity; the solution is the lowest packing that was met, above the capacity.
///           Without a workLimit it is searched for, with capacities between the given one and that of the lowest.
/// Stop      workLimit counts retries of searchConflicts(); for each, OffsetSearch may make ten placements. Without it
///           100,000 retries (25,000 in each order of more than 1,000 buffers) and some 10,000,000 placements: about
///           10 seconds, when nothing is found. Obeyed within 0.1 s; results depend on it and on the seed only.
SolveOutcome<Packing> pack(const std::vector<Buffer>& buffers, Bytes capacity, const RunControl& control);

} // namespace nestloom::memory
