// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/refusal.h"
#include "engine/onnx/shape_rules.h"

#include <algorithm>

namespace nestloom::onnx {

namespace {

TensorInfo info(int type, Shape shape)
{
    TensorInfo result;
    result.type = type;
    result.shape = std::move(shape);
    return result;
}

/// A tensor whose elements follow from those of input 0, one by one: what are copies there are copies here.
TensorInfo mapped(const NodeView& node, int type)
{
    TensorInfo result = info(type, node.shape(0));
    result.copies = node.input(0).copies;
    return result;
}

/// The same where other inputs (scales, zero points) go with it: only if these are single numbers.
TensorInfo mappedWith(const NodeView& node, int type)
{
    TensorInfo result = mapped(node, type);
    for (std::size_t i = 1; i < node.inputCount(); ++i)
        if (node.hasInput(i) && elementCount(node.shape(i)) != 1)
            result.copies.clear();
    return result;
}

/// Copies along the dimensions of what inputs broadcast to: those that all inputs have which are not stretched there.
Shape copiesOfAll(const NodeView& node, const Shape& shape)
{
    Shape copies(shape.size(), 1);
    bool any = false;
    for (std::size_t back = 1; back <= shape.size(); ++back) {
        std::int64_t& here = copies[shape.size() - back];
        bool isFirst = true;
        for (std::size_t i = 0; i < node.inputCount(); ++i) {
            if (!node.hasInput(i) || node.shape(i).size() < back || node.shape(i)[node.shape(i).size() - back] == 1)
                continue;
            const std::int64_t own = node.input(i).copiesAlong(node.shape(i).size() - back);
            here = isFirst || own == here ? own : 1;
            isFirst = false;
        }
        any = any || here > 1;
    }
    return any ? copies : Shape{};
}

Shape broadcastAll(const NodeView& node, std::size_t first)
{
    // Before operator set 7, inputs were stretched to the shape of the first one, at an axis that could be given.
    if (node.has("axis") || node.has("broadcast"))
        return node.shape(first);
    Shape shape = node.shape(first);
    for (std::size_t i = first + 1; i < node.inputCount(); ++i)
        if (node.hasInput(i))
            shape = broadcast(shape, node.shape(i));
    return shape;
}

} // namespace

Shape broadcast(const Shape& a, const Shape& b)
{
    const Shape& longer = a.size() >= b.size() ? a : b;
    const Shape& shorter = a.size() >= b.size() ? b : a;
    Shape result = longer;
    for (std::size_t i = 0; i < shorter.size(); ++i) {
        std::int64_t& extent = result[longer.size() - shorter.size() + i];
        if (extent != shorter[i] && extent != 1 && shorter[i] != 1)
            refuse("shapes " + text(a) + " and " + text(b) + " do not broadcast");
        extent = extent == 1 ? shorter[i] : extent;
    }
    return result;
}

std::vector<TensorInfo> sameShape(const NodeView& node) { return {info(node.input(0).type, node.shape(0))}; }

std::vector<TensorInfo> elementwiseShape(const NodeView& node) { return {mappedWith(node, node.input(0).type)}; }

std::vector<TensorInfo> castShape(const NodeView& node)
{
    const int type =
        node.type() == "CastLike" ? node.input(1).type : int(within("the type", node.integer("to", 0), 1, 64));
    return {mapped(node, type)};
}

std::vector<TensorInfo> broadcastShape(const NodeView& node)
{
    TensorInfo result = info(node.input(0).type, broadcastAll(node, 0));
    if (!node.has("axis") && !node.has("broadcast"))
        result.copies = copiesOfAll(node, result.shape);
    return {result};
}

std::vector<TensorInfo> comparisonShape(const NodeView& node)
{
    return {info(pb::TensorProto::BOOL, broadcastAll(node, 0))};
}

std::vector<TensorInfo> whereShape(const NodeView& node) { return {info(node.input(1).type, broadcastAll(node, 0))}; }

std::vector<TensorInfo> quantizeShape(const NodeView& node)
{
    const int type = node.hasInput(2) ? node.input(2).type : int(node.integer("output_dtype", pb::TensorProto::UINT8));
    return {mappedWith(node, type > 0 && type < 64 ? type : int(pb::TensorProto::UINT8))};
}

std::vector<TensorInfo> dequantizeShape(const NodeView& node)
{
    // A quantised weight stays as it is stored: the scale belongs to the operator that uses it.
    TensorInfo result = mappedWith(node, node.input(1).type);
    result.storedBits = bitsOf(node.input(0).type);
    return {result};
}

std::vector<TensorInfo> dynamicQuantizeShape(const NodeView& node)
{
    return {info(pb::TensorProto::UINT8, node.shape(0)), info(pb::TensorProto::FLOAT, {}),
            info(pb::TensorProto::UINT8, {})};
}

std::vector<TensorInfo> quantizedBinaryShape(const NodeView& node) // a, its scale, its zero point, b, ...
{
    return {info(node.input(0).type, broadcast(node.shape(0), node.shape(3)))};
}

std::vector<TensorInfo> dropoutShape(const NodeView& node)
{
    return {mapped(node, node.input(0).type), info(pb::TensorProto::BOOL, node.shape(0))};
}

std::vector<TensorInfo> layerNormalizationShape(const NodeView& node)
{
    const Shape& shape = node.shape(0);
    Shape mean = shape;
    const std::size_t axis = shape.empty() ? 0 : node.axis(node.integer("axis", -1), shape.size());
    std::fill(mean.begin() + std::ptrdiff_t(axis), mean.end(), 1);
    return {info(node.input(0).type, shape), info(pb::TensorProto::FLOAT, mean), info(pb::TensorProto::FLOAT, mean)};
}

namespace {

Shape reduced(const NodeView& node, const std::vector<std::int64_t>& axes, bool keep)
{
    Shape shape = node.shape(0);
    std::vector<bool> drop(shape.size(), axes.empty());
    for (const std::int64_t axis : axes)
        drop[node.axis(axis, shape.size())] = true;
    Shape result;
    for (std::size_t i = 0; i < shape.size(); ++i)
        if (!drop[i] || keep)
            result.push_back(drop[i] ? 1 : shape[i]);
    return result;
}

} // namespace

std::vector<TensorInfo> reduceShape(const NodeView& node)
{
    const auto axes = node.integersOf("axes", 1).value_or(std::vector<std::int64_t>{});
    if (axes.empty() && node.integer("noop_with_empty_axes", 0) != 0)
        return sameShape(node);
    return {{node.input(0).type, reduced(node, axes, node.integer("keepdims", 1) != 0)}};
}

std::vector<TensorInfo> argShape(const NodeView& node)
{
    return {{pb::TensorProto::INT64, reduced(node, {node.integer("axis", 0)}, node.integer("keepdims", 1) != 0)}};
}

std::vector<TensorInfo> topKShape(const NodeView& node)
{
    const auto k = node.integersOf("k", 1);
    if (!k || k->size() != 1)
        refuse("K is missing");
    Shape shape = node.shape(0);
    shape[node.axis(node.integer("axis", -1), shape.size())] = within("K", k->front(), 0, kMaxExtent);
    return {{node.input(0).type, shape}, {pb::TensorProto::INT64, shape}};
}

} // namespace nestloom::onnx
