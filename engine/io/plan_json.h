// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/memory/memory_plan.h"

#include <string>
#include <string_view>

namespace nestloom::io {

/// A memory plan as one line of JSON. Operators are numbered as the graph lists them, tensors as its operators make
/// them: the numbers hold for the graph that is read back from the YAML of this one.
/// {"budget": B, "traffic": B, "inputs_backed": bool, "order": [operator, ...],
///  "residencies": [[tensor, first step, last step, offset], ...], "parameters": [[operator, parameter, offset], ...]}
std::string memoryPlanToJson(const workload::OperatorGraph& graph, const memory::MemoryPlan& plan);

/// Fails   InvalidInput for anything else, also for numbers that the graph does not have. Whether the plan is one for
///         this graph is for memory::verify() to say.
Result<memory::MemoryPlan> memoryPlanFromJson(const workload::OperatorGraph& graph, std::string_view json);

/// Where everything lies, by name: [{"tensor", "first_step", "last_step", "offset", "bytes"}, ..., {"operator",
/// "parameter", "offset", "bytes"}, ...]. For people and other programs; it cannot be read back.
std::string planPlacesToJson(const workload::OperatorGraph& graph, const memory::MemoryPlan& plan);

} // namespace nestloom::io
