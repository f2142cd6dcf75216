// SPDX-License-Identifier: Apache-2.0
#include "engine/workload/operator_graph.h"

#include <algorithm>
#include <map>
#include <set>

namespace nestloom::workload {

namespace {

constexpr std::int64_t kMaxBytes = std::int64_t{1} << 62; // of all tensors together: sums of three fit 64 bits

constexpr std::int64_t kMaxWindow = 1'000'000'000; // elements; a larger one is a typing error

/// Collects findings about one graph.
class Check {
public:
    explicit Check(const OperatorGraph& graph) : m_graph(graph) {}

    std::vector<Finding> run()
    {
        if (m_graph.operators.empty())
            report("operators", "a graph needs at least one operator");
        for (std::size_t t = 0; t < m_graph.tensors.size(); ++t)
            checkTensor(t);
        for (std::size_t o = 0; o < m_graph.operators.size(); ++o)
            checkOperator(o);
        if (m_bytes > kMaxBytes)
            report("tensors", "all sizes together exceed 2^62 B");
        return std::move(m_findings);
    }

private:
    void report(std::string key, std::string message) { m_findings.push_back({std::move(key), std::move(message)}); }

    void addSize(Bytes size, const std::string& key)
    {
        if (size.count < 0)
            report(key, "a size of " + std::to_string(size.count) + " B is negative");
        else if (m_bytes <= kMaxBytes)
            m_bytes = size.count > kMaxBytes ? kMaxBytes + 1 : m_bytes + size.count;
    }

    void checkTensor(std::size_t t)
    {
        const Tensor& tensor = m_graph.tensors[t];
        const std::string key = "tensors[" + std::to_string(t) + "]";
        addSize(tensor.size, key + ".size");
        if (tensor.producer.value >= m_graph.operators.size())
            report(key + ".producer", "there is no operator " + std::to_string(tensor.producer.value));
        else if (!contains(m_graph.operators[tensor.producer.value].outputs, TensorId{std::uint32_t(t)}))
            report(key + ".producer",
                   "operator " + std::to_string(tensor.producer.value) + " does not list this tensor as an output");
        for (std::size_t i = 0; i < tensor.consumers.size(); ++i) {
            const OperatorId consumer = tensor.consumers[i];
            if (consumer.value >= m_graph.operators.size())
                report(key + ".consumers", "there is no operator " + std::to_string(consumer.value));
            else if (!contains(m_graph.operators[consumer.value].inputs, TensorId{std::uint32_t(t)}))
                report(key + ".consumers",
                       "operator " + std::to_string(consumer.value) + " does not list this tensor as an input");
            if (i > 0 && consumer <= tensor.consumers[i - 1])
                report(key + ".consumers", "consumers must be listed once each, in ascending order");
        }
    }

    void checkOperator(std::size_t o)
    {
        const Operator& op = m_graph.operators[o];
        const std::string key = "operators[" + std::to_string(o) + "]";
        const OperatorId self{std::uint32_t(o)};
        for (std::size_t p = 0; p < op.parameters.size(); ++p)
            addSize(op.parameters[p], key + ".parameters[" + std::to_string(p) + "]");
        if (!op.shared.empty() && op.shared.size() != op.parameters.size())
            report(key + ".parameters", "names of shared parameters do not fit the list of sizes");
        for (std::size_t p = 0; p < std::min(op.parameters.size(), op.shared.size()); ++p) {
            const auto [known, isNew] = m_shared.emplace(op.shared[p], op.parameters[p]);
            if (!op.shared[p].empty() && known->second != op.parameters[p])
                report(key + ".parameters[" + std::to_string(p) + "]",
                       "the parameter '" + op.shared[p] + "' has " + std::to_string(op.parameters[p].count)
                           + " B here and " + std::to_string(known->second.count) + " B above");
        }
        if (op.window < 0 || op.window > kMaxWindow)
            report(key + ".window", "a window must have 0 to " + std::to_string(kMaxWindow) + " elements");
        std::set<TensorId> seen;
        for (const TensorId t : op.inputs) {
            if (t.value >= m_graph.tensors.size())
                report(key + ".inputs", "there is no tensor " + std::to_string(t.value));
            else if (m_graph.tensors[t.value].producer.value >= o)
                report(key + ".inputs", "tensor " + std::to_string(t.value) + " is not made by an earlier operator");
            else if (!contains(m_graph.tensors[t.value].consumers, self))
                report(key + ".inputs",
                       "tensor " + std::to_string(t.value) + " does not list this operator as a consumer");
            if (!seen.insert(t).second)
                report(key + ".inputs", "tensor " + std::to_string(t.value) + " is listed twice");
        }
        for (const TensorId t : op.outputs) {
            if (t.value >= m_graph.tensors.size())
                report(key + ".outputs", "there is no tensor " + std::to_string(t.value));
            else if (m_graph.tensors[t.value].producer != self)
                report(key + ".outputs",
                       "tensor " + std::to_string(t.value) + " names another operator as its producer");
        }
    }

    template <typename T>
    static bool contains(const std::vector<T>& list, T item)
    {
        return std::ranges::find(list, item) != list.end();
    }

    const OperatorGraph& m_graph;
    std::vector<Finding> m_findings;
    std::int64_t m_bytes = 0;
    std::map<std::string, Bytes> m_shared; // parameters by name
};

} // namespace

std::string operatorType(std::string name)
{
    std::ranges::transform(name, name.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    for (const auto& [from, to] :
         {std::pair{"normalization", "norm"}, std::pair{"averagepool", "avgpool"}, std::pair{"globalavg", "avg"},
          std::pair{"globalmax", "max"}, std::pair{"fusedconv", "conv"}, std::pair{"fusedmatmul", "matmul"}})
        if (const std::size_t at = name.find(from); at != std::string::npos)
            name.replace(at, std::string_view(from).size(), to);
    return name;
}

std::vector<Finding> check(const OperatorGraph& graph) { return Check(graph).run(); }

OperatorGraph withoutParameters(OperatorGraph graph)
{
    for (Operator& op : graph.operators) {
        op.parameters.clear();
        op.shared.clear();
    }
    return graph;
}

std::vector<Layer> layersOf(const OperatorGraph& graph)
{
    std::vector<Layer> layers;
    for (const Operator& op : graph.operators)
        layers.insert(layers.end(), op.layers.begin(), op.layers.end());
    return layers;
}

Bytes parameterBytes(const OperatorGraph& graph)
{
    Bytes sum{};
    std::set<std::string> seen;
    for (const Operator& op : graph.operators)
        for (std::size_t p = 0; p < op.parameters.size(); ++p)
            if (p >= op.shared.size() || op.shared[p].empty() || seen.insert(op.shared[p]).second)
                sum += op.parameters[p];
    return sum;
}

Bytes workingSet(const OperatorGraph& graph, OperatorId id)
{
    const Operator& op = graph.operators[id.value];
    Bytes sum{};
    for (const auto* list : {&op.inputs, &op.outputs})
        for (const TensorId t : *list)
            sum += graph.tensors[t.value].size;
    for (const Bytes parameter : op.parameters)
        sum += parameter;
    return sum;
}

std::string_view workingSetParts(const Operator& op)
{
    return op.parameters.empty() ? "inputs and outputs" : "inputs, outputs and parameters";
}

TensorId append(OperatorGraph& graph, std::string name, std::string type, std::vector<TensorId> inputs,
                Bytes outputSize, std::vector<Bytes> parameters)
{
    const OperatorId op{std::uint32_t(graph.operators.size())};
    const TensorId output{std::uint32_t(graph.tensors.size())};
    std::vector<TensorId> once;
    for (const TensorId t : inputs)
        if (std::ranges::find(once, t) == once.end()) {
            once.push_back(t);
            graph.tensors[t.value].consumers.push_back(op);
        }
    graph.tensors.push_back({name, outputSize, op, {}});
    graph.operators.push_back({std::move(name), std::move(type), std::move(once), {output}, std::move(parameters)});
    return output;
}

} // namespace nestloom::workload
