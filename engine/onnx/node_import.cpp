// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/node_import.h"

#include "engine/onnx/fold_values.h"
#include "engine/onnx/node_order.h"
#include "engine/onnx/operator_parts.h"
#include "engine/onnx/refusal.h"

#include <algorithm>

namespace nestloom::onnx {

namespace {

using workload::ImportedNode;
using enum workload::NodeOutcome;

/// Has the result the elements of the first input, in another order, shape or type, or several times over?
bool keepsElements(const std::string& type)
{
    constexpr std::string_view kTypes[]{"Identity",  "Reshape", "Flatten",  "Squeeze",          "Unsqueeze",
                                        "Transpose", "Cast",    "CastLike", "DequantizeLinear", "QuantizeLinear",
                                        "Dropout",   "Expand",  "Tile"};
    return std::find(std::begin(kTypes), std::end(kTypes), type) != std::end(kTypes);
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

NodeImport::NodeImport(const pb::GraphProto& graph, const std::vector<bool>& needed, std::int64_t opset,
                       const Dimensions& dimensions, GraphBuilder& builder)
    : m_dimensions(dimensions), m_builder(builder), m_opset(opset)
{
    for (int i = 0; i < graph.node_size(); ++i)
        if (needed[std::size_t(i)])
            for (const std::string& input : graph.node(i).input())
                ++m_uses[input];
    for (const std::string& output : namesGivenOut(graph))
        ++m_uses[output];
    for (const auto& [name, count] : m_uses)
        m_wanted.insert(name);
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
            refuse("its input '" + printable(name)
                   + "' comes from a node that is not supported; with its shape stated in the file (value_info) this "
                     "is imported");
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
    addMissing(seen, shapes);
    if (!fold(seen, rule, shapes, report))
        addOperator(seen, rule, shapes, report);
    if (!shapes.missing.empty()) {
        report.outcome = Unsupported;
        report.reason +=
            "; the shape of its output '" + printable(shapes.missing) + "' is not known, and it is left out";
    }
    compare(seen, shapes, report);
}

std::optional<TensorInfo> NodeImport::declared(const std::string& output) const
{
    const auto value = m_declared.find(output);
    return value == m_declared.end() ? std::nullopt : declaredType(*value->second, m_dimensions);
}

/// Outputs that the rule knows nothing of, those of training for example: as libonnx or the file says.
void NodeImport::addMissing(const NodeView& node, Shapes& shapes) const
{
    std::vector<TensorInfo> byLibrary;
    for (std::size_t i = shapes.outputs.size(); i < node.outputCount(); ++i) {
        const std::string& name = node.proto().output(int(i));
        if (name.empty() || !m_wanted.contains(name)) {
            shapes.outputs.emplace_back(); // never looked at
            continue;
        }
        if (byLibrary.empty())
            try {
                byLibrary = outputsOf(node, nullptr);
            } catch (const Refusal&) {
                byLibrary.clear();
            }
        const auto stated = i < byLibrary.size() ? std::optional(byLibrary[i]) : declared(name);
        if (!stated) {
            shapes.missing = name;
            return;
        }
        checkInfo(*stated);
        shapes.outputs.push_back(*stated);
    }
}

void NodeImport::compare(const NodeView& node, const Shapes& shapes, ImportedNode& report)
{
    for (std::size_t i = 0; shapes.trouble.empty() && i < shapes.outputs.size() && i < node.outputCount(); ++i) {
        const std::string& name = node.proto().output(int(i));
        const auto stated = name.empty() ? std::nullopt : declared(name);
        if (!stated || stated->shape == shapes.outputs[i].shape || !m_builder.find(name))
            continue;
        m_contradictions.push_back("'" + printable(name) + "' is stated as " + text(stated->shape) + " and computed as "
                                   + text(shapes.outputs[i].shape));
        report.reason += "; the file states " + text(stated->shape) + " for '" + printable(name) + "', which is "
                         + text(shapes.outputs[i].shape);
    }
}

NodeImport::Shapes NodeImport::shapesOf(const NodeView& node, const OperatorRule* rule) const
{
    std::string trouble;
    try {
        return {outputsOf(node, rule), "", ""};
    } catch (const std::exception& error) {
        trouble = error.what();
    }
    std::vector<TensorInfo> stated;
    for (const std::string& output : node.proto().output()) {
        const auto one = declared(output);
        if (!one)
            break;
        checkInfo(*one);
        stated.push_back(*one);
    }
    if (stated.empty())
        refuse(trouble);
    return {stated, trouble, ""};
}

bool NodeImport::foldConstant(const NodeView& node, Shapes& shapes)
{
    for (std::size_t i = 0; i < shapes.outputs.size() && i < node.outputCount(); ++i) {
        TensorInfo& info = shapes.outputs[i];
        if (i == 0 && !info.values && shapes.trouble.empty())
            info.values = foldValues(node, info);
        if (info.values && info.values->size() != std::size_t(elementCount(info.shape)))
            info.values.reset();
        const bool isSame = i == 0 && node.inputCount() > 0 && keepsElements(node.type());
        m_builder.addParameter(node.proto().output(int(i)), info, isSame ? node.proto().input(0) : std::string());
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
            // What the rule for the shapes refused does not become layers of the shape that the file states.
            if (!shapes.trouble.empty())
                refuse(shapes.trouble);
            checkParts(node.proto());
            NodeLayers made = rule->layers(node, shapes.outputs.front());
            checkLayers(made.layers);
            if (made.layers.empty())
                refuse("no layer comes of it");
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
    } else if (!shapes.trouble.empty()) {
        report.reason += "; of the shape that the file states: " + printable(shapes.trouble);
    }
    if (rule && node.type() == "Gather" && node.input(0).parameter)
        report.reason = "reads rows of a table of " + std::to_string(elementCount(node.shape(0)))
                        + " elements, which is not held on chip";
    m_kept += report.outcome == Unsupported ? 1 : 0;
    m_builder.addOperator({node.proto(), rule, std::move(shapes.outputs), std::move(layers)}, m_wanted);
}

} // namespace nestloom::onnx
