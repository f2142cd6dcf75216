// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/node_import.h"

#include "engine/onnx/fold_values.h"
#include "engine/onnx/node_order.h"
#include "engine/onnx/refusal.h"

#include <algorithm>

namespace nestloom::onnx {

namespace {

using workload::ImportedNode;
using enum workload::NodeOutcome;

bool isControlFlow(const std::string& type)
{
    return type == "If" || type == "Loop" || type == "Scan" || type == "SequenceMap";
}

void checkTypes(const std::vector<TensorInfo>& outputs)
{
    for (const TensorInfo& info : outputs) {
        checkShape(info.shape);
        bitsOf(info.type);
    }
}

/// Layers that keep the input rules of layers.
void checkLayers(const std::vector<workload::Layer>& layers)
{
    for (const workload::Layer& layer : layers)
        for (const workload::Finding& finding : workload::check(layer))
            refuse((finding.key.empty() ? "" : finding.key + ": ") + finding.message);
}

std::string layerWords(const NodeLayers& made)
{
    const std::string shape = made.layers.size() == 1 ? workload::describeShape(made.layers.front())
                                                      : std::to_string(made.layers.size()) + " layers";
    return made.remark.empty() ? shape : shape + "; " + made.remark;
}

} // namespace

NodeImport::NodeImport(const pb::GraphProto& graph, std::int64_t opset, const Dimensions& dimensions,
                       GraphBuilder& builder)
    : m_dimensions(dimensions), m_builder(builder), m_opset(opset), m_wanted(namesUsed(graph))
{
    for (const pb::NodeProto& node : graph.node())
        for (const std::string& input : node.input())
            ++m_uses[input];
    for (const std::string& output : namesGivenOut(graph)) {
        ++m_uses[output];
        m_wanted.insert(output);
    }
    for (const auto* list : {&graph.value_info(), &graph.output()})
        for (const pb::ValueInfoProto& value : *list)
            if (value.has_type())
                m_declared[value.name()] = &value;
}

ImportedNode NodeImport::import(const pb::NodeProto& node)
{
    ImportedNode report{dottedName(node), printable(node.op_type()), Unsupported, ""};
    try {
        decide(node, report);
    } catch (const std::exception& error) { // a Refusal, or what libonnx throws
        report.outcome = Unsupported;
        report.reason = printable(error.what());
    }
    return report;
}

NodeView NodeImport::view(const pb::NodeProto& node) const
{
    std::vector<const TensorInfo*> inputs;
    for (const std::string& name : node.input()) {
        const KnownValue* value = name.empty() ? nullptr : m_builder.find(name);
        if (!name.empty() && !value)
            refuse("its input '" + printable(name) + "' comes from a node that is not supported");
        inputs.push_back(value ? &value->info : nullptr);
    }
    return {node, std::move(inputs), m_opset};
}

void NodeImport::decide(const pb::NodeProto& node, ImportedNode& report)
{
    if (isControlFlow(node.op_type()))
        refuse("control flow is not followed into its subgraphs");
    const NodeView seen = view(node);
    const OperatorRule* rule = findRule(node.domain(), node.op_type());
    Shapes shapes = shapesOf(seen, rule);
    if (!fold(seen, rule, shapes, report))
        addOperator(seen, rule, std::move(shapes), report);
}

std::optional<std::vector<TensorInfo>> NodeImport::declared(const pb::NodeProto& node) const
{
    std::vector<TensorInfo> infos;
    for (const std::string& output : node.output()) {
        const auto value = m_declared.find(output);
        const auto info = value == m_declared.end() ? std::nullopt : declaredType(*value->second, m_dimensions);
        if (!info)
            break;
        infos.push_back(*info);
    }
    return infos.empty() ? std::nullopt : std::optional(infos);
}

NodeImport::Shapes NodeImport::shapesOf(const NodeView& node, const OperatorRule* rule) const
{
    std::string trouble;
    try {
        Shapes shapes{rule ? rule->shapes(node) : libraryShape(node), ""};
        checkTypes(shapes.outputs);
        return shapes;
    } catch (const std::exception& error) {
        trouble = error.what();
    }
    const auto stated = declared(node.proto());
    if (!stated)
        refuse(trouble);
    checkTypes(*stated);
    return {*stated, trouble};
}

bool NodeImport::foldConstant(const NodeView& node, Shapes& shapes)
{
    for (std::size_t i = 0; i < shapes.outputs.size() && i < node.outputCount(); ++i) {
        TensorInfo& info = shapes.outputs[i];
        if (i == 0 && !info.values && shapes.trouble.empty())
            info.values = foldValues(node, info);
        if (info.values && info.values->size() != std::size_t(elementCount(info.shape)))
            info.values.reset();
        m_builder.addParameter(node.proto().output(int(i)), info);
    }
    return true;
}

bool NodeImport::fold(const NodeView& node, const OperatorRule* rule, Shapes& shapes, ImportedNode& report)
{
    bool constant = node.inputCount() > 0;
    for (std::size_t i = 0; i < node.inputCount(); ++i)
        constant = constant && (!node.hasInput(i) || node.input(i).parameter);
    report.outcome = Folded;
    const bool madeConstant = shapes.outputs.front().parameter; // Constant, Shape, Range, ...
    if (constant || madeConstant) {
        report.reason = madeConstant && rule ? std::string(rule->reason) : "computed from constants alone";
        return foldConstant(node, shapes);
    }
    const std::string& from = node.proto().input_size() > 0 ? node.proto().input(0) : std::string();
    const std::string& to = node.proto().output_size() > 0 ? node.proto().output(0) : std::string();
    if (rule && rule->outcome == Folded) {
        report.reason = rule->reason;
        m_builder.forward(from, to, shapes.outputs.front());
        return true;
    }
    const TensorInfo& result = shapes.outputs.front();
    if (node.type() == "Cast" && bitsOf(result.type) == bitsOf(node.input(0).type)) {
        report.reason = "elements stay as wide as they are: its input is used in its place";
        m_builder.forward(from, to, result);
        return true;
    }
    if (node.type() == "QuantizeLinear" && m_uses[from] == 1) {
        report.reason =
            "nothing else uses its input, which is kept with " + std::to_string(bitsOf(result.type)) + " bits";
        m_builder.narrow(from, bitsOf(result.type));
        m_builder.forward(from, to, result);
        return true;
    }
    return false;
}

void NodeImport::addOperator(const NodeView& node, const OperatorRule* rule, Shapes shapes, ImportedNode& report)
{
    report.outcome = rule ? rule->outcome : Planned;
    report.reason = rule ? std::string(rule->reason) : "no layers; its shape is inferred by libonnx";
    std::vector<workload::Layer> layers;
    if (rule && rule->layers) {
        try {
            NodeLayers made = rule->layers(node, shapes.outputs.front());
            checkLayers(made.layers);
            report.reason = layerWords(made);
            layers = std::move(made.layers);
        } catch (const Refusal& refusal) {
            report.outcome = Unsupported;
            report.reason = std::string("kept as a step without layers: ") + refusal.what();
        }
    } else if (!rule && !shapes.trouble.empty()) {
        report.outcome = Unsupported;
        report.reason =
            "kept as a step without layers, of the shape that the file states: " + printable(shapes.trouble);
    }
    if (rule && rule->type == "Gather" && node.input(0).parameter)
        report.reason = "reads rows of a table of " + std::to_string(elementCount(node.shape(0)))
                        + " elements, which is not held on chip";
    m_builder.addOperator({node.proto(), rule, std::move(shapes.outputs), std::move(layers)}, m_wanted);
}

} // namespace nestloom::onnx
