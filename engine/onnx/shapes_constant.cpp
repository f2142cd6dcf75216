// SPDX-License-Identifier: Apache-2.0
#include "engine/base/text.h"
#include "engine/onnx/refusal.h"
#include "engine/onnx/shape_rules.h"

#include <algorithm>
#include <cmath>

namespace nestloom::onnx {

namespace {

TensorInfo folded(int type, Shape shape, Values values)
{
    return {.type = type, .shape = std::move(shape), .parameter = true, .values = std::move(values)};
}

Values numbersOf(const Shape& list) { return Values(list.begin(), list.end()); }

} // namespace

std::vector<TensorInfo> constantShape(const NodeView& node)
{
    if (const pb::TensorProto* tensor = node.tensor("value"))
        return {constantInfo(*tensor)};
    const bool isWhole = node.has("value_int") || node.has("value_ints");
    if (!isWhole && !node.has("value_float") && !node.has("value_floats"))
        refuse("the constant is text or sparse");
    TensorInfo info = folded(isWhole ? pb::TensorProto::INT64 : pb::TensorProto::FLOAT, {}, {});
    if (node.has("value_int"))
        info.values = Values{double(node.integer("value_int", 0))};
    else if (node.has("value_float"))
        info.values = Values{node.real("value_float", 0)};
    else if (isWhole)
        info.values = numbersOf(node.integers("value_ints"));
    else
        info.values = node.reals("value_floats");
    if (!node.has("value_int") && !node.has("value_float"))
        info.shape = {std::int64_t(info.values->size())};
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
    Shape part;
    for (std::int64_t i = begin; i < end; ++i)
        part.push_back(shape[std::size_t(i)]);
    return {folded(pb::TensorProto::INT64, {std::int64_t(part.size())}, numbersOf(part))};
}

std::vector<TensorInfo> sizeShape(const NodeView& node)
{
    return {folded(pb::TensorProto::INT64, {}, {double(elementCount(node.shape(0)))})};
}

std::vector<TensorInfo> constantOfShapeShape(const NodeView& node)
{
    const Shape shape = node.constantIntegers(0);
    checkShape(shape);
    const pb::TensorProto* value = node.tensor("value");
    const TensorInfo one = value ? constantInfo(*value) : folded(pb::TensorProto::FLOAT, {}, {0});
    TensorInfo info = folded(one.type, shape, {});
    if (const std::int64_t count = elementCount(shape);
        one.values && !one.values->empty() && count <= std::int64_t(kMaxFolded))
        info.values->assign(std::size_t(count), one.values->front());
    else
        info.values.reset();
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
        number[i] = bound.values->front();
        if (!(std::abs(number[i]) <= 9e15)) // where doubles hold whole numbers
            refuse("a bound of the range is " + generalNumber(number[i]));
        real = real || isFloat(bound.type);
    }
    const double count = number[2] == 0 ? -1 : std::ceil((number[1] - number[0]) / number[2]);
    if (!(count <= double(kMaxExtent)) || number[2] == 0)
        refuse("the range has no end");
    TensorInfo info = folded(node.input(0).type, {std::int64_t(std::max(count, 0.0))}, {});
    if (real || info.shape[0] > std::int64_t(kMaxFolded))
        info.values.reset();
    for (std::int64_t i = 0; info.values && i < info.shape[0]; ++i)
        info.values->push_back(number[0] + double(i) * number[2]);
    return {info};
}

} // namespace nestloom::onnx
