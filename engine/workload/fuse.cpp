// SPDX-License-Identifier: Apache-2.0
#include "engine/workload/fuse.h"

#include <algorithm>
#include <array>

namespace nestloom::workload {

namespace {

using namespace std::string_view_literals;

constexpr std::array kFollowers{"batchnorm"sv, "bn"sv,   "relu"sv,        "relu6"sv,    "leakyrelu"sv, "prelu"sv,
                                "elu"sv,       "selu"sv, "hardswish"sv,   "silu"sv,     "mish"sv,      "sigmoid"sv,
                                "tanh"sv,      "gelu"sv, "hardsigmoid"sv, "softplus"sv, "clip"sv};
constexpr std::array kLeaders{"conv"sv, "convtranspose"sv, "linear"sv, "gemm"sv, "matmul"sv, "add"sv};

template <typename List>
bool holds(const List& list, std::string_view word)
{
    return std::ranges::find(list, word) != list.end();
}

/// Builds the fused graph operator by operator.
class Fusion {
public:
    explicit Fusion(const OperatorGraph& graph) : m_graph(graph), m_tensorOf(graph.tensors.size()) {}

    void run()
    {
        m_fused.name = m_graph.name;
        for (const Operator& op : m_graph.operators) {
            if (joins(op))
                join(op);
            else
                copy(op);
            m_into.push_back(op.outputs.empty() ? OperatorId{std::uint32_t(m_fused.operators.size() - 1)}
                                                : producerOf(op.outputs[0]));
        }
    }
    OperatorGraph takeGraph() { return std::move(m_fused); }
    std::vector<OperatorId> takeOperators() { return std::move(m_into); }

private:
    /// The operator of the fused graph that makes the tensor, so far.
    OperatorId producerOf(TensorId oldTensor) const
    {
        return m_fused.tensors[m_tensorOf[oldTensor.value].value].producer;
    }

    bool joins(const Operator& op)
    {
        if (!isFusedIntoProducer(op.type) || op.inputs.size() != 1 || op.outputs.size() != 1)
            return false;
        const Operator& leader = m_fused.operators[producerOf(op.inputs[0]).value];
        return m_graph.tensors[op.inputs[0].value].consumers.size() == 1 && leader.outputs.size() == 1
               && holds(kLeaders, leader.type);
    }

    void join(const Operator& op)
    {
        Operator& leader = m_fused.operators[producerOf(op.inputs[0]).value];
        leader.shared.resize(leader.parameters.size());
        leader.shared.insert(leader.shared.end(), op.shared.begin(), op.shared.end());
        leader.parameters.insert(leader.parameters.end(), op.parameters.begin(), op.parameters.end());
        leader.shared.resize(leader.parameters.size());
        if (std::ranges::all_of(leader.shared, [](const std::string& name) { return name.empty(); }))
            leader.shared.clear();
        leader.layers.insert(leader.layers.end(), op.layers.begin(), op.layers.end());
        const TensorId output = leader.outputs[0];
        m_fused.tensors[output.value] = withoutConsumers(op.outputs[0], m_fused.tensors[output.value].producer);
        m_tensorOf[op.outputs[0].value] = output;
    }

    void copy(Operator op)
    {
        const OperatorId self{std::uint32_t(m_fused.operators.size())};
        for (TensorId& input : op.inputs) {
            input = m_tensorOf[input.value];
            m_fused.tensors[input.value].consumers.push_back(self);
        }
        for (TensorId& output : op.outputs) {
            m_tensorOf[output.value] = {std::uint32_t(m_fused.tensors.size())};
            m_fused.tensors.push_back(withoutConsumers(output, self));
            output = m_tensorOf[output.value];
        }
        m_fused.operators.push_back(std::move(op));
    }

    Tensor withoutConsumers(TensorId old, OperatorId producer) const
    {
        Tensor tensor = m_graph.tensors[old.value];
        tensor.producer = producer;
        tensor.consumers.clear();
        return tensor;
    }

    const OperatorGraph& m_graph;
    OperatorGraph m_fused;
    std::vector<TensorId> m_tensorOf; // of the fused graph, by tensor of the graph
    std::vector<OperatorId> m_into;   // likewise, by operator
};

} // namespace

bool isFusedIntoProducer(std::string_view type) { return holds(kFollowers, type); }

OperatorGraph fused(const OperatorGraph& graph)
{
    Fusion fusion(graph);
    fusion.run();
    return fusion.takeGraph();
}

std::vector<OperatorId> fusedInto(const OperatorGraph& graph)
{
    Fusion fusion(graph);
    fusion.run();
    return fusion.takeOperators();
}

} // namespace nestloom::workload
