// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/refusal.h"
#include "engine/onnx/shape_rules.h"

#include <onnx/defs/schema.h>
#include <onnx/defs/shape_inference.h>

#include <algorithm>

namespace nestloom::onnx {

namespace {

constexpr int kNewestOperatorSet = 17; // that libonnx 1.12 knows

/// Its arithmetic does not look for overflow. Ends of slices are as large as they like: it cuts them off.
void checkNumber(const NodeView& node, std::string_view name, std::int64_t number)
{
    constexpr std::int64_t kMost = (std::int64_t{1} << 31) - 1;
    if (node.type() != "Slice")
        within(name, number, -kMost, kMost);
}

/// What libonnx asks about a node while it infers: types, constants, attributes. It never sees the rest of the graph.
class Questions final : public pb::InferenceContext {
public:
    explicit Questions(const NodeView& node)
        : m_node(node), m_types(node.inputCount()), m_data(node.inputCount()), m_outputs(node.outputCount())
    {
        for (std::size_t i = 0; i < node.inputCount(); ++i)
            if (node.hasInput(i))
                describe(node.input(i), i);
        for (const pb::AttributeProto& attribute : node.proto().attribute()) {
            checkNumber(node, attribute.name(), attribute.i());
            for (const std::int64_t number : attribute.ints())
                checkNumber(node, attribute.name(), number);
        }
    }

    const pb::AttributeProto* getAttribute(const std::string& name) const override
    {
        for (const pb::AttributeProto& attribute : m_node.proto().attribute())
            if (attribute.name() == name)
                return &attribute;
        return nullptr;
    }
    size_t getNumInputs() const override { return m_types.size(); }
    const pb::TypeProto* getInputType(size_t i) const override
    {
        return i < m_types.size() && m_types[i].has_tensor_type() ? &m_types[i] : nullptr;
    }
    const pb::TensorProto* getInputData(size_t i) const override
    {
        return i < m_data.size() && m_data[i].has_data_type() ? &m_data[i] : nullptr;
    }
    size_t getNumOutputs() const override { return m_outputs.size(); }
    pb::TypeProto* getOutputType(size_t i) override
    {
        if (i >= m_outputs.size())
            refuse("it has fewer outputs than its definition asks for");
        return &m_outputs[i];
    }
    pb::GraphInferencer* getGraphAttributeInferencer(const std::string&) override
    {
        refuse("subgraphs are not followed");
    }
    const pb::SparseTensorProto* getInputSparseData(size_t) const override { return nullptr; }
    const pb::TensorShapeProto* getSymbolicInput(size_t) const override { return nullptr; }

    std::vector<TensorInfo> answer() const
    {
        std::vector<TensorInfo> infos;
        for (const pb::TypeProto& type : m_outputs) {
            if (!type.has_tensor_type() || !type.tensor_type().has_shape())
                break;
            TensorInfo info;
            info.type = type.tensor_type().elem_type();
            for (const auto& dimension : type.tensor_type().shape().dim()) {
                if (!dimension.has_dim_value())
                    return infos;
                info.shape.push_back(dimension.dim_value());
            }
            infos.push_back(std::move(info));
        }
        return infos;
    }

private:
    void describe(const TensorInfo& info, std::size_t i)
    {
        pb::TypeProto::Tensor& type = *m_types[i].mutable_tensor_type();
        type.set_elem_type(info.type);
        for (const std::int64_t extent : info.shape) {
            checkNumber(m_node, "a dimension", extent);
            type.mutable_shape()->add_dim()->set_dim_value(extent);
        }
        type.mutable_shape();
        const bool isShort = info.type == pb::TensorProto::INT32;
        if (!info.values || (!isShort && info.type != pb::TensorProto::INT64 && info.type != pb::TensorProto::FLOAT))
            return;
        m_data[i].set_data_type(info.type);
        m_data[i].mutable_dims()->Add(info.shape.begin(), info.shape.end());
        for (const double value : *info.values) {
            const bool isReal = info.type == pb::TensorProto::FLOAT;
            const std::int64_t whole = isReal ? 0 : wholeNumber(value);
            checkNumber(m_node, "a number of input " + std::to_string(i), whole);
            isReal    ? m_data[i].add_float_data(float(value))
            : isShort ? m_data[i].add_int32_data(std::int32_t(whole))
                      : m_data[i].add_int64_data(whole);
        }
    }

    const NodeView& m_node;
    std::vector<pb::TypeProto> m_types;
    std::vector<pb::TensorProto> m_data;
    std::vector<pb::TypeProto> m_outputs;
};

} // namespace

std::vector<TensorInfo> libraryShape(const NodeView& node, const std::string& type)
{
    const std::string domain = node.proto().domain() == "ai.onnx" ? "" : node.proto().domain();
    const auto set = int(std::clamp<std::int64_t>(node.opset(), 1, kNewestOperatorSet));
    const pb::OpSchema* schema = pb::OpSchemaRegistry::Schema(type, domain.empty() ? set : kNewestOperatorSet, domain);
    if (!schema)
        refuse("the operator is not known");
    if (!schema->has_type_and_shape_inference_function())
        refuse("there is no rule for its shape");
    std::vector<TensorInfo> infos;
    try {
        schema->Verify(node.proto()); // numbers of inputs and outputs and attributes, so that it may rely on them
        Questions questions(node);
        schema->GetTypeAndShapeInferenceFunction()(questions);
        infos = questions.answer();
    } catch (const Refusal&) {
        throw;
    } catch (const std::exception& error) { // "[ShapeInferenceError] axis must be in [-rank, rank-1]."
        const std::string why = error.what();
        refuse("for inputs of " + node.inputShapes()
               + ", libonnx says: " + why.substr(why[0] == '[' ? why.find(']') + 2 : 0));
    }
    return infos;
}

} // namespace nestloom::onnx
