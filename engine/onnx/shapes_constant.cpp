// SPDX-License-Identifier: Apache-2.0
#include "engine/base/text.h"
#include "engine/onnx/refusal.h"
#include "engine/onnx/shape_rules.h"

#include <algorithm>
#include <cmath>

namespace nestloom::onnx {

std::vector<TensorInfo> constantShape(const NodeView& node)
{
    if (const pb::TensorProto* tensor = node.tensor("value"))
        return {constantInfo(*tensor)};
    TensorInfo info;
    info.parameter = true;
    Values values;
    if (node.has("value_int") || node.has("value_ints")) {
        info.type = pb::TensorProto::INT64;
        values.integers = node.has("value_int") ? Shape{node.integer("value_int", 0)} : node.integers("value_ints");
        info.shape = node.has("value_int") ? Shape{} : Shape{std::int64_t(values.integers.size())};
    } else if (node.has("value_float") || node.has("value_floats")) {
        values.real = true;
        values.reals =
            node.has("value_float") ? std::vector<double>{node.real("value_float", 0)} : node.reals("value_floats");
        info.shape = node.has("value_float") ? Shape{} : Shape{std::int64_t(values.reals.size())};
    } else {
        refuse("the constant is text or sparse");
    }
    info.values = std::move(values);
    return {info};
}

std::vector<TensorInfo> shapeShape(const NodeView& node)
{
    const Shape& shape = node.shape(0);
    const auto rank = std::int64_t(shape.size());
    const auto place = [&](std::int64_t written) {
        return std::clamp(written < 0 ? written + rank : written, std::int64_t{0}, rank);
    };
    const std::int64_t begin = place(node.integer("start", 0)), end = place(node.integer("end", rank));
    TensorInfo info;
    info.type = pb::TensorProto::INT64;
    info.parameter = true;
    info.values = Values{};
    for (std::int64_t i = begin; i < end; ++i)
        info.values->integers.push_back(shape[std::size_t(i)]);
    info.shape = {std::int64_t(info.values->integers.size())};
    return {info};
}

std::vector<TensorInfo> sizeShape(const NodeView& node)
{
    TensorInfo info;
    info.type = pb::TensorProto::INT64;
    info.parameter = true;
    info.values = Values{false, {elementCount(node.shape(0))}, {}};
    return {info};
}

std::vector<TensorInfo> constantOfShapeShape(const NodeView& node)
{
    TensorInfo info;
    info.shape = node.constantIntegers(0);
    info.parameter = true;
    const pb::TensorProto* value = node.tensor("value");
    const TensorInfo one = value ? constantInfo(*value) : TensorInfo{};
    info.type = one.type;
    checkShape(info.shape);
    const std::int64_t count = elementCount(info.shape);
    if (count <= std::int64_t(kMaxFolded)) {
        const bool real = value ? one.values && one.values->real : true;
        info.values = Values{real, {}, {}};
        if (real)
            info.values->reals.assign(std::size_t(count),
                                      one.values && one.values->size() > 0 ? one.values->reals[0] : 0);
        else if (one.values && one.values->size() > 0)
            info.values->integers.assign(std::size_t(count), one.values->integers[0]);
        else
            info.values.reset();
    }
    return {info};
}

std::vector<TensorInfo> rangeShape(const NodeView& node)
{
    double number[3];
    bool real = false;
    for (std::size_t i = 0; i < 3; ++i) {
        const TensorInfo& bound = node.input(i);
        if (!bound.values || bound.values->size() != 1)
            refuse("the shape depends on what is computed for input '" + node.proto().input(int(i)) + "'");
        number[i] = bound.values->number(0);
        if (!(std::abs(number[i]) <= 9e15)) // where doubles hold whole numbers
            refuse("a bound of the range is " + generalNumber(number[i]));
        real = real || bound.values->real;
    }
    const double count = number[2] == 0 ? -1 : std::ceil((number[1] - number[0]) / number[2]);
    if (!(count <= double(kMaxExtent)) || number[2] == 0)
        refuse("the range has no end");
    TensorInfo info;
    info.type = node.input(0).type;
    info.parameter = true;
    info.shape = {std::max<std::int64_t>(0, std::int64_t(std::max(count, 0.0)))};
    if (!real && info.shape[0] <= std::int64_t(kMaxFolded)) {
        info.values = Values{};
        for (std::int64_t i = 0; i < info.shape[0]; ++i)
            info.values->integers.push_back(std::int64_t(number[0]) + i * std::int64_t(number[2]));
    }
    return {info};
}

} // namespace nestloom::onnx
