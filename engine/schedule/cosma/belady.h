// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/cosma/spill_search.h"

namespace nestloom::schedule::cosma {

/// Replacement for a fixed order without a search, for graphs too large for one: where room is short, the tensor leaves
/// whose next use is furthest away (Belady); in the end every spill that turned out not to be needed is taken back,
/// dearest first. What is on chip at a step is at most `budget` or the operator's working set, whichever is larger, so
/// that a smaller budget than the real one leaves room between the tensors for the sake of their addresses.
/// The cost is the schedule's own; it is no bound. O(steps * tensors alive).
SpillSchedule beladySchedule(const GraphIndex& graph, const std::vector<std::uint32_t>& order, std::int64_t budget);

} // namespace nestloom::schedule::cosma
