// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/declared_types.h"

#include "engine/onnx/node_names.h"
#include "engine/onnx/refusal.h"

#include <algorithm>
#include <set>

namespace nestloom::onnx {

namespace {

using Dimension = pb::TensorShapeProto::Dimension;

constexpr std::int64_t kMaxOpenExtent = 1'000'000'000;

bool isOpen(const Dimension& dimension)
{
    // Some exporters write 0 or -1 for "as large as you like".
    return !dimension.has_dim_value() || dimension.dim_value() == 0 || dimension.dim_value() == -1;
}

std::string nameOf(const Dimension& dimension, const std::string& tensor, int axis)
{
    const std::string name = dimension.has_dim_param() ? printable(dimension.dim_param()) : "";
    return name.empty() || name == "?" ? printable(tensor) + "." + std::to_string(axis) : name;
}

const pb::TypeProto::Tensor* tensorType(const pb::ValueInfoProto& value)
{
    return value.has_type() && value.type().has_tensor_type() ? &value.type().tensor_type() : nullptr;
}

/// Looks at one dimension of an input: its size, or 0 when it is open and noted as such.
class Filling {
public:
    explicit Filling(const Dimensions& dimensions) : m_dimensions(dimensions) {}

    std::int64_t extent(const Dimension& dimension, const std::string& tensor, int axis)
    {
        if (!isOpen(dimension))
            return dimension.dim_value();
        const std::string name = nameOf(dimension, tensor, axis);
        const bool isNew = m_names.insert(name).second;
        if (const auto size = m_dimensions.find(name); size != m_dimensions.end())
            return checked(name, size->second);
        if (isNew)
            m_open.push_back({name, printable(tensor), axis});
        return 0;
    }

    void checkNames() const
    {
        for (const auto& [name, size] : m_dimensions) {
            checked(name, size);
            if (m_names.contains(name))
                continue;
            std::string known;
            for (const std::string& other : m_names)
                known += (known.empty() ? "; open are '" : ", '") + other + "'";
            refuse("the file has no open dimension '" + name + "'"
                   + (known.empty() ? "; all its sizes are fixed" : known));
        }
    }

    std::vector<workload::OpenDimension> open() const { return m_open; }

private:
    static std::int64_t checked(const std::string& name, std::int64_t size)
    {
        if (size < 1 || size > kMaxOpenExtent)
            refuse("the size of dimension '" + name + "' must be between 1 and 10^9, not " + std::to_string(size));
        return size;
    }

    const Dimensions& m_dimensions;
    std::set<std::string> m_names;
    std::vector<workload::OpenDimension> m_open;
};

} // namespace

std::optional<TensorInfo> declaredType(const pb::ValueInfoProto& value, const Dimensions& dimensions)
{
    const pb::TypeProto::Tensor* type = tensorType(value);
    if (!type || !type->has_shape() || std::size_t(type->shape().dim_size()) > kMaxRank)
        return std::nullopt;
    TensorInfo info;
    info.type = type->elem_type();
    for (const Dimension& dimension : type->shape().dim()) {
        const auto size = dimensions.find(dimension.dim_param());
        if (isOpen(dimension) && (!dimension.has_dim_param() || size == dimensions.end()))
            return std::nullopt;
        info.shape.push_back(isOpen(dimension) ? size->second : dimension.dim_value());
    }
    return info;
}

GraphInputs graphInputs(const pb::GraphProto& graph, const Dimensions& dimensions)
{
    std::set<std::string> given;
    for (const pb::TensorProto& tensor : graph.initializer())
        given.insert(tensor.name());
    GraphInputs result;
    Filling filling(dimensions);
    for (const pb::ValueInfoProto& value : graph.input()) {
        if (given.contains(value.name()))
            continue;
        const std::string where = "input '" + printable(value.name()) + "': ";
        const pb::TypeProto::Tensor* type = tensorType(value);
        if (!type)
            refuse(where + "it is no tensor");
        if (!type->has_shape())
            refuse(where + "the file does not state its shape");
        TensorInfo info;
        info.type = type->elem_type();
        if (std::size_t(type->shape().dim_size()) > kMaxRank)
            refuse(where + std::to_string(type->shape().dim_size()) + " dimensions are more than "
                   + std::to_string(kMaxRank));
        for (int axis = 0; axis < type->shape().dim_size(); ++axis)
            info.shape.push_back(filling.extent(type->shape().dim(axis), value.name(), axis));
        try {
            checkInfo(info);
        } catch (const Refusal& refusal) {
            refuse(where + refusal.what());
        }
        result.inputs.emplace_back(value.name(), std::move(info));
    }
    filling.checkNames();
    result.open = filling.open();
    return result;
}

} // namespace nestloom::onnx
