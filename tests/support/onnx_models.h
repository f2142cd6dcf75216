// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/onnx/proto.h"

#include <cstdint>
#include <string>
#include <vector>

namespace nestloom::tests {

namespace pb = ::onnx;

/// A node that is being written: attributes are added one after the other.
class OnnxNode {
public:
    explicit OnnxNode(pb::NodeProto& node) : m_node(node) {}
    OnnxNode& with(const char* name, std::int64_t value)
    {
        add(name, pb::AttributeProto::INT).set_i(value);
        return *this;
    }
    OnnxNode& with(const char* name, int value) { return with(name, std::int64_t(value)); }
    OnnxNode& with(const char* name, const std::vector<std::int64_t>& values)
    {
        pb::AttributeProto& attribute = add(name, pb::AttributeProto::INTS);
        for (const std::int64_t value : values)
            attribute.add_ints(value);
        return *this;
    }
    OnnxNode& with(const char* name, const char* text)
    {
        add(name, pb::AttributeProto::STRING).set_s(text);
        return *this;
    }
    OnnxNode& type(const std::string& type, const std::vector<std::string>& inputs,
                   const std::vector<std::string>& outputs)
    {
        m_node.set_op_type(type);
        for (const std::string& input : inputs)
            m_node.add_input(input);
        for (const std::string& output : outputs)
            m_node.add_output(output);
        return *this;
    }
    /// Within a function: the attribute is the one of the call with the name `other`.
    OnnxNode& refersTo(const char* name, const char* other)
    {
        add(name, pb::AttributeProto::INTS).set_ref_attr_name(other);
        return *this;
    }
    OnnxNode& named(const std::string& name)
    {
        m_node.set_name(name);
        return *this;
    }
    OnnxNode& in(const std::string& domain)
    {
        m_node.set_domain(domain);
        return *this;
    }
    pb::NodeProto& proto() { return m_node; }

private:
    pb::AttributeProto& add(const char* name, pb::AttributeProto::AttributeType type)
    {
        pb::AttributeProto& attribute = *m_node.add_attribute();
        attribute.set_name(name);
        attribute.set_type(type);
        return attribute;
    }
    pb::NodeProto& m_node;
};

/// An ONNX file that is being written.
class OnnxModel {
public:
    explicit OnnxModel(std::int64_t operatorSet = 17)
    {
        m_model.set_ir_version(8);
        m_model.set_producer_name("test");
        m_model.add_opset_import()->set_version(operatorSet);
    }

    /// Extents of 0 are left open: without a name.
    OnnxModel& input(const std::string& name, const std::vector<std::int64_t>& shape, int type = pb::TensorProto::FLOAT)
    {
        describe(*graph().add_input(), name, shape, type);
        return *this;
    }
    /// Extents that are written as text are open dimensions with that name.
    OnnxModel& openInput(const std::string& name, const std::vector<std::string>& shape,
                         int type = pb::TensorProto::FLOAT)
    {
        pb::ValueInfoProto& value = *graph().add_input();
        describe(value, name, {}, type);
        for (const std::string& extent : shape) {
            auto& dimension = *value.mutable_type()->mutable_tensor_type()->mutable_shape()->add_dim();
            if (extent.find_first_not_of("0123456789") == std::string::npos && !extent.empty())
                dimension.set_dim_value(std::stoll(extent));
            else
                dimension.set_dim_param(extent);
        }
        return *this;
    }
    OnnxModel& output(const std::string& name)
    {
        graph().add_output()->set_name(name);
        return *this;
    }
    /// States the type of a value that a node makes.
    OnnxModel& states(const std::string& name, const std::vector<std::int64_t>& shape,
                      int type = pb::TensorProto::FLOAT)
    {
        describe(*graph().add_value_info(), name, shape, type);
        return *this;
    }
    /// A parameter, without its content: the importer does not look at it.
    OnnxModel& weights(const std::string& name, const std::vector<std::int64_t>& shape,
                       int type = pb::TensorProto::FLOAT)
    {
        pb::TensorProto& tensor = *graph().add_initializer();
        tensor.set_name(name);
        tensor.set_data_type(type);
        for (const std::int64_t extent : shape)
            tensor.add_dims(extent);
        return *this;
    }
    OnnxModel& numbers(const std::string& name, const std::vector<std::int64_t>& values, bool scalar = false)
    {
        pb::TensorProto& tensor = *graph().add_initializer();
        tensor.set_name(name);
        tensor.set_data_type(pb::TensorProto::INT64);
        if (!scalar)
            tensor.add_dims(std::int64_t(values.size()));
        for (const std::int64_t value : values)
            tensor.add_int64_data(value);
        return *this;
    }
    OnnxNode node(const std::string& type, const std::vector<std::string>& inputs,
                  const std::vector<std::string>& outputs)
    {
        return OnnxNode(*graph().add_node()).type(type, inputs, outputs);
    }

    pb::ModelProto& proto() { return m_model; }
    const pb::ModelProto& proto() const { return m_model; }
    pb::GraphProto& graph() { return *m_model.mutable_graph(); }
    std::string bytes() const { return m_model.SerializeAsString(); }

private:
    static void describe(pb::ValueInfoProto& value, const std::string& name, const std::vector<std::int64_t>& shape,
                         int type)
    {
        value.set_name(name);
        auto& tensor = *value.mutable_type()->mutable_tensor_type();
        tensor.set_elem_type(type);
        tensor.mutable_shape();
        for (const std::int64_t extent : shape)
            tensor.mutable_shape()->add_dim()->set_dim_value(extent);
    }
    pb::ModelProto m_model;
};

} // namespace nestloom::tests
