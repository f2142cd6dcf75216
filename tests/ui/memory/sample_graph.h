// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/cosma/cosma.h"
#include "engine/workload/network.h"
#include "tests/support/operator_graphs.h"

namespace nestloom::ui {

/// Addresses are found at once, so that tests are quick.
inline bool isEasy(const workload::OperatorGraph& graph, Bytes size)
{
    schedule::cosma::CosmaParams params;
    params.retries = 0;
    return schedule::cosma::solve(graph, size, params, {})->status == SolveStatus::Optimal;
}

/// A graph of 24 operators with parameters, KiB in size, whose least scratchpad makes spills.
inline workload::OperatorGraph spillingGraph()
{
    Rng rng(4);
    for (;;) {
        workload::OperatorGraph graph = tests::randomGraph(rng, 24, 8, true);
        for (workload::Tensor& tensor : graph.tensors)
            tensor.size = tensor.size * 1024;
        for (workload::Operator& op : graph.operators)
            for (Bytes& parameter : op.parameters)
                parameter = parameter * 1024;
        graph.name = "spilling";
        if (const auto budgets = schedule::cosma::budgets(graph, {}); budgets->least < budgets->peak)
            if (isEasy(graph, budgets->least) && isEasy(graph, budgets->half) && isEasy(graph, budgets->peak))
                return graph;
    }
}

inline workload::Network spillingNetwork() { return workload::networkOf(spillingGraph(), "for tests"); }

} // namespace nestloom::ui
