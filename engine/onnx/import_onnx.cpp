// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/import_onnx.h"

#include "engine/onnx/node_import.h"
#include "engine/onnx/node_names.h"
#include "engine/onnx/node_order.h"
#include "engine/onnx/proto.h"
#include "engine/onnx/read_model.h"
#include "engine/onnx/refusal.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

namespace nestloom::onnx {

namespace {

constexpr int kMaxDepth = 16;

class Inlining {
public:
    explicit Inlining(const pb::ModelProto& model)
    {
        for (const pb::FunctionProto& function : model.functions())
            m_functions[{function.domain(), function.name()}] = &function;
    }

    bool isEmpty() const { return m_functions.empty(); }

    void expand(const pb::NodeProto& node, int depth)
    {
        const auto function = m_functions.find({node.domain(), node.op_type()});
        if (function != m_functions.end())
            return expandCall(node, *function->second, depth);
        *m_nodes.Add() = node;
        if (m_nodes.size() > kMaxNodes)
            refuse("with its functions, the graph has more than " + std::to_string(kMaxNodes) + " nodes");
    }

    void moveInto(pb::GraphProto& graph) { graph.mutable_node()->Swap(&m_nodes); }

private:
    using Names = std::map<std::string, std::string>; // of values within the function, to those of the graph

    void expandCall(const pb::NodeProto& call, const pb::FunctionProto& function, int depth)
    {
        if (depth >= kMaxDepth)
            refuse("functions call each other more than " + std::to_string(kMaxDepth) + " deep; the last one is '"
                   + printable(function.name()) + "'");
        if (++m_calls > kMaxNodes)
            refuse("functions are called more than " + std::to_string(kMaxNodes) + " times");
        const std::string prefix = "call" + std::to_string(m_calls) + "/";
        Names names;
        for (int i = 0; i < function.input_size(); ++i)
            names[function.input(i)] = i < call.input_size() ? call.input(i) : "";
        for (int i = 0; i < function.output_size(); ++i)
            names[function.output(i)] =
                i < call.output_size() && !call.output(i).empty() ? call.output(i) : prefix + function.output(i);
        for (const pb::NodeProto& inner : function.node())
            expand(renamed(inner, call, names, prefix), depth + 1);
    }

    static pb::NodeProto renamed(const pb::NodeProto& inner, const pb::NodeProto& call, Names& names,
                                 const std::string& prefix)
    {
        pb::NodeProto node = inner;
        const std::string own = inner.name().empty() && inner.output_size() > 0 ? inner.output(0) : inner.name();
        node.set_name(dottedName(call) + "/" + own);
        const auto rename = [&](std::string& value) {
            if (!value.empty())
                value = names.try_emplace(value, prefix + value).first->second;
        };
        for (std::string& value : *node.mutable_input())
            rename(value);
        for (std::string& value : *node.mutable_output())
            rename(value);
        node.clear_attribute();
        for (const pb::AttributeProto& attribute : inner.attribute())
            addAttribute(attribute, call, node);
        return node;
    }

    /// An attribute of its own, or that of the call which it refers to.
    static void addAttribute(const pb::AttributeProto& attribute, const pb::NodeProto& call, pb::NodeProto& node)
    {
        if (attribute.ref_attr_name().empty()) {
            *node.add_attribute() = attribute;
            return;
        }
        for (const pb::AttributeProto& given : call.attribute())
            if (given.name() == attribute.ref_attr_name()) {
                *node.add_attribute() = given;
                node.mutable_attribute(node.attribute_size() - 1)->set_name(attribute.name());
            }
    }

    std::map<std::pair<std::string, std::string>, const pb::FunctionProto*> m_functions;
    google::protobuf::RepeatedPtrField<pb::NodeProto> m_nodes;
    int m_calls = 0;
};

/// Puts the nodes of functions that the file defines itself in place of the nodes that call them; names of the nodes
/// become paths below that of the call.
/// Throws   Refusal when functions call each other more than 16 deep, or when the graph grows beyond kMaxNodes
void inlineFunctions(pb::ModelProto& model)
{
    Inlining inlining(model);
    if (inlining.isEmpty())
        return;
    for (const pb::NodeProto& node : model.graph().node())
        inlining.expand(node, 0);
    inlining.moveInto(*model.mutable_graph());
}

using workload::ImportOptions;
using workload::NetworkImport;
using workload::NodeOutcome;

constexpr std::int64_t kNewestKnownFormat = 13; // ir_version of the files that we were written for
constexpr std::int64_t kNewestKnownSet = 23;    // the operator set that our rules were written for

std::int64_t operatorSet(const pb::ModelProto& model)
{
    for (const pb::OperatorSetIdProto& set : model.opset_import())
        if (set.domain().empty() || set.domain() == "ai.onnx")
            return within("the version of the operator set", set.version(), 1, 1000);
    return 1; // files older than operator sets
}

void addInitialisers(const pb::GraphProto& graph, GraphBuilder& builder)
{
    const auto add = [&](const std::string& name, const pb::TensorProto& tensor, const Shape* dense) {
        try {
            TensorInfo info = constantInfo(tensor);
            if (dense) {
                info.shape = *dense;
                info.values.reset();
                checkShape(info.shape);
            }
            builder.addParameter(name, std::move(info), name);
        } catch (const Refusal& refusal) {
            refuse("initialiser '" + printable(name) + "': " + refusal.what());
        }
    };
    for (const pb::TensorProto& tensor : graph.initializer())
        add(tensor.name(), tensor, nullptr);
    for (const pb::SparseTensorProto& tensor : graph.sparse_initializer()) {
        const Shape dense(tensor.dims().begin(), tensor.dims().end());
        add(tensor.values().name(), tensor.values(), &dense);
    }
}

constexpr const char* kNotNeeded = "no output of the network depends on it: it is not counted";

std::vector<std::string> notesOf(const pb::ModelProto& model, const ImportOptions& options, const NetworkImport& import,
                                 const std::vector<std::string>& contradictions)
{
    std::vector<std::string> notes;
    const std::int64_t set = operatorSet(model);
    const std::string producer =
        printable(model.producer_name() + (model.producer_version().empty() ? "" : " ") + model.producer_version());
    notes.push_back("imported from ONNX, operator set " + std::to_string(set)
                    + (producer.empty() ? "" : ", written by " + producer));
    if (model.ir_version() > kNewestKnownFormat)
        notes.push_back("format version " + std::to_string(model.ir_version()) + " is newer than "
                        + std::to_string(kNewestKnownFormat) + ": what is new in it is not read");
    if (set > kNewestKnownSet)
        notes.push_back("operator set " + std::to_string(set) + " is newer than " + std::to_string(kNewestKnownSet)
                        + ", whose definitions were used");
    for (const auto& [name, size] : options.dimensions)
        notes.push_back("dimension " + name + " = " + std::to_string(size));
    if (options.elementBits)
        notes.push_back("floating-point tensors are counted with " + std::to_string(*options.elementBits)
                        + " bits for each element");
    if (const std::size_t lost = count(import, NodeOutcome::Unsupported))
        notes.push_back(std::to_string(lost) + " of " + std::to_string(import.nodes.size())
                        + " nodes are not supported: they have no layers, or are missing");
    const auto unneeded =
        std::ranges::count_if(import.nodes, [](const auto& node) { return node.reason == kNotNeeded; });
    if (unneeded > 0)
        notes.push_back(std::to_string(unneeded) + " of " + std::to_string(import.nodes.size())
                        + " nodes are not counted: no output of the network depends on them");
    if (!contradictions.empty())
        notes.push_back(
            "the file contradicts the shapes that follow from its inputs, which are used: tensor "
            + contradictions.front()
            + (contradictions.size() > 1 ? ", and " + std::to_string(contradictions.size() - 1) + " more" : ""));
    return notes;
}

/// Says why nothing is left: the first node that was not understood, else why the last one is not needed.
[[noreturn]] void refuseNothing(const NetworkImport& import)
{
    for (const workload::ImportedNode& node : import.nodes)
        if (node.outcome == NodeOutcome::Unsupported)
            refuse("nothing of the network can be imported; the first node, " + node.type + " '" + node.name
                   + "': " + node.reason);
    const workload::ImportedNode& last = import.nodes.back();
    refuse("nothing is left of the network: no node computes anything; the last one, " + last.type + " '" + last.name
           + "': " + last.reason);
}

NetworkImport importModel(const pb::ModelProto& model, const std::string& name, const ImportOptions& options)
{
    if (options.elementBits)
        within("the number of bits of an element", *options.elementBits, 1, 64);
    const pb::GraphProto& graph = model.graph();
    const std::int64_t set = operatorSet(model);
    const std::vector<int> order = runningOrder(graph);
    GraphInputs inputs = graphInputs(graph, options.dimensions);
    NetworkImport result;
    result.openDimensions = std::move(inputs.open);
    if (!result.openDimensions.empty())
        return result;

    GraphBuilder builder(options.elementBits);
    addInitialisers(graph, builder);
    const std::vector<bool> needed = nodesNeeded(graph, order);
    NodeImport nodes(graph, needed, set, options.dimensions, builder);
    for (auto& [input, info] : inputs.inputs)
        if (nodes.isUsed(input))
            builder.addInput(input, std::move(info));
    for (const int i : order) {
        const pb::NodeProto& node = graph.node(i);
        result.nodes.push_back(
            needed[std::size_t(i)]
                ? nodes.import(node)
                : workload::ImportedNode{dottedName(node), printable(node.op_type()), NodeOutcome::Folded, kNotNeeded});
    }

    result.parameterElements = builder.parameterElements();
    workload::OperatorGraph operators = builder.take(name);
    const bool any =
        std::ranges::any_of(operators.operators, [](const workload::Operator& op) { return op.type != "input"; });
    if (!any)
        refuseNothing(result);
    result.network =
        workload::networkOf(std::move(operators), "", notesOf(model, options, result, nodes.contradictions()));
    // What was kept as an operator is told with those that nothing costs.
    if (const std::size_t lost = count(result, NodeOutcome::Unsupported) - nodes.keptWithoutLayers())
        result.network.missing = std::to_string(lost) + " of " + std::to_string(result.nodes.size())
                                 + " nodes of the file, which are not supported";
    for (const workload::Finding& finding : workload::check(result.network))
        refuse("the network does not keep the input rules: " + finding.key + ": " + finding.message);
    return result;
}

Result<NetworkImport> read(std::istream& content, std::int64_t size, const std::filesystem::path& path,
                           const ImportOptions& options)
{
    std::string why;
    try {
        const std::string stem = printable(path.stem().string());
        pb::ModelProto model = readModel(content, size);
        inlineFunctions(model);
        return importModel(model, stem.empty() ? "network" : stem, options);
    } catch (const std::bad_alloc&) {
        why = "the network's structure does not fit into memory";
    } catch (const std::exception& error) {
        why = printable(error.what());
    }
    return Error{ErrorCode::InvalidInput, why, path.string()};
}

} // namespace

Result<NetworkImport> parseOnnx(std::string_view content, const std::string& fileName, const ImportOptions& options)
{
    std::istringstream stream{std::string(content)};
    return read(stream, std::int64_t(content.size()), fileName, options);
}

Result<NetworkImport> importOnnx(const std::filesystem::path& path, const ImportOptions& options)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        return Error{ErrorCode::Io, std::filesystem::exists(path, error) ? "this is no file" : "there is no such file",
                     path.string()};
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    std::ifstream file(path, std::ios::binary);
    if (error || !file)
        return Error{ErrorCode::Io, "the file cannot be read", path.string()};
    return read(file, std::int64_t(size), path, options);
}

bool looksLikeOnnx(std::string_view head)
{
    // Begins with the field ir_version, a small number; then comes another field of a ModelProto.
    if (head.size() < 4 || head[0] != 0x08 || head[1] < 1 || head[1] > 32)
        return false;
    const int field = static_cast<unsigned char>(head[2]) >> 3;
    return (field >= 2 && field <= 8) || field == 14 || field == 20;
}

} // namespace nestloom::onnx
