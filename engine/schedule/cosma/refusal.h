// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/workload/operator_graph.h"

#include <optional>
#include <string>

namespace nestloom::schedule::cosma {

/// Fails   InvalidInput for the first finding in the graph.
Status checkGraph(const workload::OperatorGraph& graph);

/// The operator that needs most at once, when that is more than the budget. Nothing = every operator has room.
std::optional<OperatorId> operatorWithoutRoom(const workload::OperatorGraph& graph, Bytes budget);

/// Why nothing can be planned in `budget`: the operator of the largest working set, what it needs, how many bytes are
/// missing and the budget that would do, in one sentence. Empty when every working set fits.
std::string lackOfRoom(const workload::OperatorGraph& graph, Bytes budget);

} // namespace nestloom::schedule::cosma
