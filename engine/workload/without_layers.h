// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/workload/network.h"

namespace nestloom::workload {

/// Operators that engines do not schedule, because they only move, compare or add data (pooling, concatenation, ...);
/// inputs of the graph are none of them.
std::vector<OperatorId> operatorsWithoutLayers(const OperatorGraph& graph);

/// Why the engines that map layers can do nothing with a network that keeps the input rules; one clause. Empty when it
/// has layers.
std::string whyNothingToMap(const Network& network);

} // namespace nestloom::workload
