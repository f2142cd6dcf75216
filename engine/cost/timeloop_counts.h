// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/access_counts.h"
#include "engine/cost/nest.h"
#include "engine/workload/layer.h"

namespace nestloom::cost {

/// What the children of one instance ask for while the temporal loops outside their tiles run. Unit: elements.
struct WalkSums {
    double asked = 0;         // reads of the parent: equal requests of several children count once
    double delivered = 0;     // arriving at all children together from the parent
    double fromNeighbour = 0; // taken from the neighbouring child's last tile instead

    WalkSums& operator+=(const WalkSums& other)
    {
        asked += other.asked;
        delivered += other.delivered;
        fromNeighbour += other.fromNeighbour;
        return *this;
    }
    friend WalkSums operator*(double weight, WalkSums sums)
    {
        return {weight * sums.asked, weight * sums.delivered, weight * sums.fromNeighbour};
    }
};

/// Timeloop's walk (see timeloop_counts.h) for the tiles held at `child` level, one of them per spatial child of level
/// `child` - 1. child == levelCount() stands for the MACs, which ask for one element in every iteration and hold none;
/// one beside a MAC that had the element in the iteration before takes it from there.
WalkSums walkTile(const workload::Layer& layer, const Nest& nest, TensorRole role, std::size_t child);

/// Counts exactly as Timeloop makes them, for the compatibility mode: as commit 019f107 of June 2022, or as 4cf6d4c of
/// March 2025, which leaves out the first fill of outputs at every level but the outermost.
///
/// Timeloop walks every temporal loop outside a tile at iterations 0 and 1 only, weighs iteration 1 by bound - 1, and
/// remembers the last tile and the last translation: equal translations fetch the uncovered slab, a change of
/// translation fetches the whole tile and forgets the translation. Walking is exponential in the number of loops. What
/// a step fetches depends only on the loop that steps and on the kind of step before it, so the same sums follow from a
/// recursion over (loop, kind of the step before), which is quadratic:
///   walk(j, s) = walk(j+1, s), then (n_j - 1) * [step(j) , walk(j+1, .)]
/// Neighbour-to-neighbour transfers, partial multicasts, the climb of bypassed traffic and the elided first reads
/// follow. Shapes, units and rounding are those of access_counts.h; reads and updates are rounded, fills truncated, as
/// there.
void countAccessesLikeTimeloop(const workload::Layer& layer, const Nest& nest, bool of2025, AccessCounts& counts);

/// "commit 019f107 of June 2022"
std::string_view commitOf(hardware::TimeloopVersion version);

} // namespace nestloom::cost
