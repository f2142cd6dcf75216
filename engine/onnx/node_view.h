// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/onnx/tensor_info.h"

#include <string>
#include <string_view>
#include <vector>

namespace nestloom::onnx {

/// A node together with what is known about its inputs, as the rules read it. Everything that a rule asks for and that
/// is missing or makes no sense ends in a Refusal that names it.
class NodeView {
public:
    /// `inputs` has an entry for each input of the node; null where an optional one is left out.
    NodeView(const pb::NodeProto& node, std::vector<const TensorInfo*> inputs, std::int64_t opset)
        : m_node(node), m_inputs(std::move(inputs)), m_opset(opset)
    {
    }

    const pb::NodeProto& proto() const { return m_node; }
    const std::string& type() const { return m_node.op_type(); }
    std::int64_t opset() const { return m_opset; }
    std::size_t inputCount() const { return m_inputs.size(); }
    std::size_t outputCount() const { return std::size_t(m_node.output_size()); }

    bool hasInput(std::size_t i) const { return i < m_inputs.size() && m_inputs[i]; }
    const TensorInfo& input(std::size_t i) const;
    const Shape& shape(std::size_t i) const { return input(i).shape; }
    std::string inputShapes() const; // "[1, 3, 8, 8], [4, 3, 3, 3]", of the first three

    bool has(std::string_view attribute) const { return find(attribute) != nullptr; }
    std::int64_t integer(std::string_view attribute, std::int64_t otherwise) const;
    double real(std::string_view attribute, double otherwise) const;
    std::string text(std::string_view attribute, std::string otherwise) const;
    std::vector<std::int64_t> integers(std::string_view attribute) const; // empty when there is none
    std::vector<double> reals(std::string_view attribute) const;
    const pb::TensorProto* tensor(std::string_view attribute) const; // null when there is none

    /// Content of a constant input. Refuses when it depends on the network's inputs.
    std::vector<std::int64_t> constantIntegers(std::size_t input) const;
    const Values& constantReals(std::size_t input) const { return constant(input, true); }
    /// What older operator sets say in an attribute and newer ones in an input; nothing when neither is there.
    std::optional<std::vector<std::int64_t>> integersOf(std::string_view attribute, std::size_t input) const;

    /// An axis in 0 .. rank-1; negative ones count from the end.
    std::size_t axis(std::int64_t written, std::size_t rank) const;

private:
    const pb::AttributeProto* find(std::string_view attribute) const;
    const Values& constant(std::size_t input, bool isReal) const;

    const pb::NodeProto& m_node;
    std::vector<const TensorInfo*> m_inputs;
    std::int64_t m_opset;
};

/// Refuses a number outside of least .. most, by its name.
std::int64_t within(std::string_view name, std::int64_t value, std::int64_t least, std::int64_t most);

} // namespace nestloom::onnx
