// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/cosma/spill_state.h"

#include <functional>

namespace nestloom::schedule::cosma {

/// Calls `visit` with every inclusion-minimal choice of live tensors (positions in state.live) whose leaving makes room
/// for `op`, and with what that costs; choices dearer than `maxCost` are left out. Tensors that play the same part at
/// the same place are interchangeable: only how many of them leave is chosen. Nothing smaller than minimal is worth
/// trying: a tensor that may stay can still leave at the step where room is short, at the same price. `visit` returns
/// false to stop.
void forEachEviction(const GraphIndex& graph, const SpillState& state, std::uint32_t op, std::int64_t excess,
                     std::int64_t maxCost,
                     const std::function<bool(const std::vector<std::size_t>&, std::int64_t)>& visit);

} // namespace nestloom::schedule::cosma
