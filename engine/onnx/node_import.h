// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/onnx/declared_types.h"
#include "engine/onnx/graph_builder.h"

#include <unordered_map>

namespace nestloom::onnx {

/// Imports the nodes of one graph, one after the other in a running order, into a GraphBuilder.
class NodeImport {
public:
    NodeImport(const pb::GraphProto& graph, std::int64_t opset, const Dimensions& dimensions, GraphBuilder& builder);

    /// What became of the node; never throws a Refusal.
    workload::ImportedNode import(const pb::NodeProto& node);

private:
    struct Shapes {
        std::vector<TensorInfo> outputs;
        std::string trouble; // why the rule did not give them; then they are those that the file states
    };

    void decide(const pb::NodeProto& node, workload::ImportedNode& report);
    NodeView view(const pb::NodeProto& node) const;
    Shapes shapesOf(const NodeView& node, const OperatorRule* rule) const;
    std::optional<std::vector<TensorInfo>> declared(const pb::NodeProto& node) const;
    bool fold(const NodeView& node, const OperatorRule* rule, Shapes& shapes, workload::ImportedNode& report);
    bool foldConstant(const NodeView& node, Shapes& shapes);
    void addOperator(const NodeView& node, const OperatorRule* rule, Shapes shapes, workload::ImportedNode& report);

    const Dimensions& m_dimensions;
    GraphBuilder& m_builder;
    std::int64_t m_opset;
    std::unordered_map<std::string, const pb::ValueInfoProto*> m_declared;
    std::unordered_map<std::string, int> m_uses;
    std::set<std::string> m_wanted; // values that nodes use or the graph gives out
};

} // namespace nestloom::onnx
