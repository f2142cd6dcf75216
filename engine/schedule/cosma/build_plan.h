// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/memory_plan.h"
#include "engine/memory/packing.h"
#include "engine/schedule/cosma/spill_search.h"

namespace nestloom::schedule::cosma {

/// Gives addresses to a schedule: each tensor is on chip from the step that makes or retrieves it to the last step that
/// uses it before it leaves, and parameters during the step of their operator; memory::pack() places them.
/// Optimal     packed within the budget. Otherwise as memory::pack().
SolveOutcome<memory::MemoryPlan> buildPlan(const workload::OperatorGraph& graph, const GraphIndex& index,
                                           const SpillSchedule& schedule, Bytes budget, const RunControl& control);

} // namespace nestloom::schedule::cosma
