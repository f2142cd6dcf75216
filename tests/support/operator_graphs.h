// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/rng.h"
#include "engine/workload/operator_graph.h"

#include <algorithm>

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

/// Bytes that the operator with the largest working set needs: nothing can be planned in less.
inline std::int64_t leastWorkingSet(const workload::OperatorGraph& graph)
{
    std::int64_t most = 0;
    for (std::size_t o = 0; o < graph.operators.size(); ++o)
        most = std::max(most, workload::workingSet(graph, {std::uint32_t(o)}).count);
    return most;
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

/// A random graph in layers of up to `width` operators, each with one to three inputs, mostly of the layer before it;
/// tensors and parameters of 1 to 64 KiB.
inline workload::OperatorGraph layeredGraph(Rng& rng, std::size_t operators, std::size_t width)
{
    workload::OperatorGraph graph;
    graph.name = "layered";
    const auto size = [&] { return Bytes{std::int64_t(1 + rng.below(64)) * 1024}; };
    workload::append(graph, "op0", "input", {}, size());
    while (graph.operators.size() < operators) {
        const std::size_t begin = graph.operators.size(), count = 1 + rng.below(2 * width - 1);
        for (std::size_t i = 0; i < count && graph.operators.size() < operators; ++i) {
            std::vector<TensorId> inputs;
            for (std::uint64_t k = 1 + rng.below(3); k-- > 0;) {
                const std::size_t reach = rng.below(8) == 0 ? begin : std::min(begin, 2 * width);
                const TensorId input{std::uint32_t(begin - 1 - rng.below(reach))};
                if (std::find(inputs.begin(), inputs.end(), input) == inputs.end())
                    inputs.push_back(input);
            }
            workload::append(graph, "op" + std::to_string(graph.operators.size()), "conv", inputs, size(),
                             rng.below(2) == 0 ? std::vector{size()} : std::vector<Bytes>{});
        }
    }
    return graph;
}

} // namespace nestloom::tests
