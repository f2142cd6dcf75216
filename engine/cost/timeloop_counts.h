// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/access_counts.h"

namespace nestloom::cost {

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
