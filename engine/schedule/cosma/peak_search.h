// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/run_control.h"
#include "engine/schedule/cosma/graph_index.h"

namespace nestloom::schedule::cosma {

/// A legal order made in one go, for graphs too large to search: of the operators whose inputs exist, the one after
/// which fewest bytes are alive, compared with before; of equal ones the one that needs least meanwhile, then the one
/// that became ready last. O(operators * ready operators).
std::vector<std::uint32_t> listOrder(const GraphIndex& graph);

/// An order of the operators and the most bytes it has on chip at once when nothing is spilled.
struct PeakSchedule {
    std::vector<std::uint32_t> order;
    std::int64_t peak = 0; // B
};

/// Most bytes on chip at once in a given order without spilling.
std::int64_t peakOf(const GraphIndex& graph, const std::vector<std::uint32_t>& order);

/// The order with the least peak: best-first search over the sets of operators that have run, keyed by the peak so far.
/// An operator that fits under the highest key met and does not raise what stays alive is run at once: whatever comes
/// later, running it now leaves at least as much room (a "free move"). Only orders better than the default order and
/// listOrder() are looked for.
/// Optimal   proven. Feasible: stopped; the better one of these two, `stats.bound` is proven.
/// Stop      workLimit counts expanded states (default 2,000,000, fewer in large graphs: about a second of work).
SolveOutcome<PeakSchedule> leastPeak(const GraphIndex& graph, const RunControl& control);

} // namespace nestloom::schedule::cosma
