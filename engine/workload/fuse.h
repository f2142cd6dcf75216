// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/workload/operator_graph.h"

namespace nestloom::workload {

/// The graph in which batch normalisations and activations are part of the convolution, linear operator or addition
/// whose output only they use, as inference libraries run them: one operator with the first one's name, layers and
/// inputs, the last one's output and the parameters of all. Names, order and everything else stay.
OperatorGraph fused(const OperatorGraph& graph);

/// By operator of the graph, the operator of fused(graph) that it is part of.
std::vector<OperatorId> fusedInto(const OperatorGraph& graph);

/// Do operators of this type join the one before them?
bool isFusedIntoProducer(std::string_view type);

} // namespace nestloom::workload
