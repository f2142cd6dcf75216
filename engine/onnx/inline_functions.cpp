// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/inline_functions.h"

#include "engine/onnx/node_names.h"
#include "engine/onnx/read_model.h"
#include "engine/onnx/refusal.h"

#include <map>

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

} // namespace

void inlineFunctions(pb::ModelProto& model)
{
    Inlining inlining(model);
    if (inlining.isEmpty())
        return;
    for (const pb::NodeProto& node : model.graph().node())
        inlining.expand(node, 0);
    inlining.moveInto(*model.mutable_graph());
}

} // namespace nestloom::onnx
