// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/refusal.h"
#include "engine/onnx/shape_rules.h"

#include <algorithm>

namespace nestloom::onnx {

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
