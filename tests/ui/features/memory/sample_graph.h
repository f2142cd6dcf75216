// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/workload/network.h"
#include "tests/support/operator_graphs.h"

namespace nestloom::ui {

/// A graph of 20 operators with parameters, KiB in size, whose least scratchpad makes spills. It is planned in a few
/// milliseconds at every size.
inline workload::OperatorGraph spillingGraph()
{
    Rng rng(3);
    workload::OperatorGraph graph = tests::randomGraph(rng, 20, 8, true);
    for (workload::Tensor& tensor : graph.tensors)
        tensor.size = tensor.size * 1024;
    for (workload::Operator& op : graph.operators)
        for (Bytes& parameter : op.parameters)
            parameter = parameter * 1024;
    graph.name = "spilling";
    return graph;
}

inline workload::Network spillingNetwork() { return workload::networkOf(spillingGraph(), "for tests"); }

} // namespace nestloom::ui
