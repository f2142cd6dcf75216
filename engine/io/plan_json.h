// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/memory/memory_plan.h"
#include "engine/schedule/cosma/memory_run.h"

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

/// What decides a plan of a network's memory: {"engine", "parameters", "fused", "inputs_backed", "order",
/// "scratchpad_bytes", "seed"}, and "time_limit_ms" where there is one.
std::string memoryOptionsToJson(const schedule::cosma::MemoryRunOptions& options);
Result<schedule::cosma::MemoryRunOptions> memoryOptionsFromJson(std::string_view json);

/// How wide the elements of a network's graph are, and why: "of 16 bit as the words of eyeriss", as its notes have it.
std::string elementsOf(const workload::Network& network);

/// What `nestloom-cli plan --json` prints: {"network", "engine", "version", "operators", "tensors", "elements",
/// "fused", "parameters", "inputs_backed", "order", "budgets": {...}, "scratchpad_bytes", "status", "reason",
/// "cpu_seconds", "not_scheduled": as of every run (result_json.h)}, with "bound_bytes" where one is proven, and with a
/// plan "traffic_bytes", "baselines", "steps" and "places".
std::string memoryRunToJson(const workload::Network& network, const schedule::cosma::MemoryRunOptions& options,
                            const schedule::cosma::MemoryRun& run);

/// Where everything lies, by name: [{"tensor", "first_step", "last_step", "offset", "bytes"}, ..., {"operator",
/// "parameter", "offset", "bytes"}, ...]. For people and other programs; it cannot be read back.
std::string planPlacesToJson(const workload::OperatorGraph& graph, const memory::MemoryPlan& plan);

} // namespace nestloom::io
