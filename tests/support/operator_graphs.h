// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/rng.h"
#include "engine/workload/operator_graph.h"

namespace nestloom::tests {

/// input (8 B) -> a (4 B) -> b (2 B), and both a and b go into c (3 B).
inline workload::OperatorGraph diamond()
{
    workload::OperatorGraph graph;
    graph.name = "diamond";
    const TensorId input = workload::append(graph, "input", "input", {}, {8});
    const TensorId a = workload::append(graph, "a", "conv", {input}, {4});
    const TensorId b = workload::append(graph, "b", "conv", {a}, {2});
    workload::append(graph, "c", "add", {a, b}, {3});
    return graph;
}

/// A random graph: every operator but the first uses one to three earlier tensors, preferably recent ones.
inline workload::OperatorGraph randomGraph(Rng& rng, std::size_t operators, std::size_t window = 4,
                                           bool parameters = false)
{
    workload::OperatorGraph graph;
    graph.name = "random";
    for (std::size_t o = 0; o < operators; ++o) {
        std::vector<TensorId> inputs;
        const std::uint64_t count = o == 0 ? 0 : 1 + rng.below(3);
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t back = 1 + rng.below(rng.below(5) == 0 ? o : std::min<std::uint64_t>(window, o));
            inputs.push_back({std::uint32_t(o - back)});
        }
        const Bytes weights{parameters ? std::int64_t(rng.below(4)) : 0};
        workload::append(graph, "op" + std::to_string(o), o == 0 ? "input" : "conv", inputs,
                         {std::int64_t(1 + rng.below(6))},
                         weights.count > 0 ? std::vector{weights} : std::vector<Bytes>{});
    }
    return graph;
}

/// The graph with a second input that a random later operator uses, so that inputs are worth spilling.
inline workload::OperatorGraph randomInputs(const workload::OperatorGraph& graph, Rng& rng)
{
    workload::OperatorGraph result;
    result.name = graph.name;
    const TensorId second = workload::append(result, "second", "input", {}, {std::int64_t(2 + rng.below(6))});
    const std::uint64_t user = 1 + rng.below(graph.operators.size() - 1);
    for (std::size_t o = 0; o < graph.operators.size(); ++o) {
        const workload::Operator& op = graph.operators[o];
        std::vector<TensorId> inputs;
        for (const TensorId t : op.inputs)
            inputs.push_back({t.value + 1});
        if (o == user || o + 1 == graph.operators.size())
            inputs.push_back(second);
        workload::append(result, op.name, op.type, inputs, graph.tensors[op.outputs[0].value].size, op.parameters);
    }
    return result;
}

} // namespace nestloom::tests
