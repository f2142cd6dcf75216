// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/workload/operator_graph.h"

namespace nestloom::workload {

/// Operators that engines do not schedule, because they only move, compare or add data (pooling, concatenation, ...); inputs of
/// the graph are none of them.
std::vector<OperatorId> operatorsWithoutLayers(const OperatorGraph& graph);

} // namespace nestloom::workload
