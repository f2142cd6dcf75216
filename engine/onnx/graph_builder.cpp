// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/graph_builder.h"

#include "engine/base/integers.h"

#include <algorithm>
#include <numeric>

namespace nestloom::onnx {

namespace {

/// Elements that an output of pooling is made of; 0 when the node does not say: then it is all of them.
std::int64_t windowOf(const pb::NodeProto& node)
{
    for (const pb::AttributeProto& attribute : node.attribute())
        if (attribute.name() == "kernel_shape" && attribute.ints_size() > 0)
            return std::accumulate(attribute.ints().begin(), attribute.ints().end(), std::int64_t{1},
                                   [](std::int64_t a, std::int64_t b) { return checkedProduct(a, b).value_or(0); });
    return 0;
}

/// A table that indices choose rows from is not held on chip.
bool isLookup(const std::string& type) { return type.starts_with("Gather"); }

} // namespace

const KnownValue* GraphBuilder::find(const std::string& name) const
{
    const auto value = m_values.find(name);
    return value == m_values.end() ? nullptr : &value->second;
}

int GraphBuilder::bitsFor(const TensorInfo& info) const
{
    if (info.storedBits > 0)
        return info.storedBits;
    return m_floatBits && isFloat(info.type) ? *m_floatBits : bitsOf(info.type);
}

void GraphBuilder::addParameter(const std::string& name, TensorInfo info, const std::string& from)
{
    info.parameter = true;
    const KnownValue* source = find(from);
    std::string origin = source && !source->origin.empty() ? source->origin : name;
    m_values[name] = {std::move(info), std::nullopt, std::move(origin)};
}

TensorId GraphBuilder::addTensor(std::string name, const TensorInfo& info, OperatorId producer)
{
    workload::Tensor tensor;
    tensor.name = std::move(name);
    tensor.elementBits = bitsFor(info);
    tensor.size = sizeOf(info, tensor.elementBits);
    tensor.producer = producer;
    tensor.shape = info.shape;
    m_graph.tensors.push_back(std::move(tensor));
    return {std::uint32_t(m_graph.tensors.size() - 1)};
}

void GraphBuilder::addInput(const std::string& name, TensorInfo info)
{
    const OperatorId id{std::uint32_t(m_graph.operators.size())};
    const std::string shown = m_operatorNames.unique(printable(name));
    const TensorId tensor = addTensor(shown, info, id);
    m_graph.operators.push_back({shown, "input", {}, {tensor}, {}});
    m_values[name] = {std::move(info), tensor};
}

void GraphBuilder::addParameters(const NewOperator& added, workload::Operator& op)
{
    const int data = added.rule && added.rule->ownInputOnly ? 1 : added.node.input_size();
    std::set<std::string> once;
    for (int i = 0; i < std::min(data, added.node.input_size()); ++i) {
        const std::string& name = added.node.input(i);
        const KnownValue* value = find(name);
        if (!value || value->tensor || !once.insert(value->origin).second)
            continue;
        const std::int64_t elements = elementCount(find(value->origin)->info.shape);
        if (m_countedParameters.insert(value->origin).second)
            m_parameterElements += elements;
        if (isLookup(added.node.op_type()))
            continue;
        op.parameters.push_back(bytesFor(Bits{elements * bitsFor(value->info)}));
        m_parameterOrigins.back().push_back(value->origin);
    }
}

/// Parameters that several operators read get names in all of them. Those that are kept with different widths are two.
void GraphBuilder::nameSharedParameters()
{
    std::map<std::pair<std::string, std::int64_t>, int> readers;
    for (std::size_t o = 0; o < m_graph.operators.size(); ++o)
        for (std::size_t p = 0; p < m_parameterOrigins[o].size(); ++p)
            ++readers[{m_parameterOrigins[o][p], m_graph.operators[o].parameters[p].count}];
    std::map<std::pair<std::string, std::int64_t>, std::string> names;
    UniqueNames unique;
    for (std::size_t o = 0; o < m_graph.operators.size(); ++o) {
        workload::Operator& op = m_graph.operators[o];
        for (std::size_t p = 0; p < op.parameters.size(); ++p) {
            const std::pair key{m_parameterOrigins[o][p], op.parameters[p].count};
            if (readers[key] < 2)
                continue;
            if (const auto [known, isNew] = names.emplace(key, ""); isNew)
                known->second = unique.unique(printable(key.first));
            op.shared.resize(op.parameters.size());
            op.shared[p] = names[key];
        }
    }
}

void GraphBuilder::addOperator(NewOperator added, const std::set<std::string>& wanted)
{
    const OperatorId id{std::uint32_t(m_graph.operators.size())};
    workload::Operator op;
    op.name = m_operatorNames.unique(dottedName(added.node));
    op.type = workload::operatorType(printable(added.node.op_type()));
    for (const std::string& input : added.node.input()) {
        const KnownValue* value = find(input);
        if (!value || !value->tensor || std::ranges::find(op.inputs, *value->tensor) != op.inputs.end())
            continue;
        op.inputs.push_back(*value->tensor);
    }
    m_parameterOrigins.resize(m_graph.operators.size()); // without what a refused operator has left
    m_parameterOrigins.emplace_back();
    addParameters(added, op);
    for (workload::Layer& layer : added.layers) {
        layer.name = m_layerNames.unique(layer.name.empty() ? op.name : op.name + "." + layer.name);
        op.layers.push_back(std::move(layer));
    }
    if (op.layers.empty() && op.type.ends_with("pool"))
        op.window = windowOf(added.node);
    const auto isWanted = [&](int i) { return wanted.contains(added.node.output(i)); };
    const int known = std::min(int(added.outputs.size()), added.node.output_size());
    bool anyWanted = false;
    for (int i = 0; i < known; ++i)
        anyWanted = anyWanted || isWanted(i);
    for (int i = 0; i < known; ++i) {
        if (added.node.output(i).empty() || !(isWanted(i) || (i == 0 && !anyWanted)))
            continue;
        const TensorInfo& info = added.outputs[std::size_t(i)];
        const TensorId tensor = addTensor(i == 0 ? op.name : op.name + "." + std::to_string(i), info, id);
        op.outputs.push_back(tensor);
        m_values[added.node.output(i)] = {info, tensor};
    }
    for (const TensorId input : op.inputs) // once nothing can be refused any more
        m_graph.tensors[input.value].consumers.push_back(id);
    m_graph.operators.push_back(std::move(op));
}

void GraphBuilder::forward(const std::string& from, const std::string& to, TensorInfo info)
{
    const KnownValue* value = find(from);
    m_values[to] = {std::move(info), value ? value->tensor : std::nullopt, value ? value->origin : std::string()};
}

void GraphBuilder::narrow(const std::string& name, int bits)
{
    const KnownValue* value = find(name);
    if (!value || !value->tensor)
        return;
    workload::Tensor& tensor = m_graph.tensors[value->tensor->value];
    tensor.elementBits = bits;
    tensor.size = sizeOf(value->info, bits);
}

workload::OperatorGraph GraphBuilder::take(std::string name)
{
    m_graph.name = std::move(name);
    m_parameterOrigins.resize(m_graph.operators.size());
    nameSharedParameters();
    return std::move(m_graph);
}

} // namespace nestloom::onnx
