// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/onnx/declared_types.h"
#include "engine/onnx/graph_builder.h"

#include <unordered_map>

namespace nestloom::onnx {

/// Imports the nodes of one graph, one after the other in a running order, into a GraphBuilder.
class NodeImport {
public:
    /// `needed` tells the nodes that will be imported.
    NodeImport(const pb::GraphProto& graph, const std::vector<bool>& needed, std::int64_t opset,
               const Dimensions& dimensions, GraphBuilder& builder);

    /// What became of the node; never throws a Refusal.
    workload::ImportedNode import(const pb::NodeProto& node);

    bool isUsed(const std::string& name) const { return m_uses.contains(name); }
    /// Shapes that the file states and that contradict those that follow from the network's inputs; one clause each.
    const std::vector<std::string>& contradictions() const { return m_contradictions; }
    /// Nodes that are not supported, and are an operator without layers all the same.
    std::size_t keptWithoutLayers() const { return m_kept; }

private:
    struct Shapes {
        std::vector<TensorInfo> outputs;
        std::string trouble; // why the rule did not give them; then they are those that the file states
        std::string missing; // an output that is used and whose shape is not known
    };

    void decide(const pb::NodeProto& node, workload::ImportedNode& report);
    NodeView view(const pb::NodeProto& node) const;
    Shapes shapesOf(const NodeView& node, const OperatorRule* rule) const;
    std::optional<TensorInfo> declared(const std::string& output) const;
    void addMissing(const NodeView& node, Shapes& shapes) const;
    void compare(const NodeView& node, const Shapes& shapes, workload::ImportedNode& report);
    bool fold(const NodeView& node, const OperatorRule* rule, Shapes& shapes, workload::ImportedNode& report);
    bool foldConstant(const NodeView& node, Shapes& shapes);
    void addOperator(const NodeView& node, const OperatorRule* rule, Shapes shapes, workload::ImportedNode& report);

    const Dimensions& m_dimensions;
    GraphBuilder& m_builder;
    std::int64_t m_opset;
    std::unordered_map<std::string, const pb::ValueInfoProto*> m_declared;
    std::unordered_map<std::string, int> m_uses;
    std::set<std::string> m_wanted; // values that nodes use or the graph gives out
    std::vector<std::string> m_contradictions;
    std::size_t m_kept = 0;
};

} // namespace nestloom::onnx
