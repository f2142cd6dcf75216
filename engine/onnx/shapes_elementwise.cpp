// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/refusal.h"
#include "engine/onnx/shape_rules.h"

#include <algorithm>

namespace nestloom::onnx {

namespace {

Shape broadcastAll(const NodeView& node)
{
    // Before operator set 7, inputs were stretched to the shape of the first one, at an axis that could be given.
    if (node.has("axis") || node.has("broadcast"))
        return node.shape(0);
    Shape shape = node.shape(0);
    for (std::size_t i = 1; i < node.inputCount(); ++i)
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

std::vector<TensorInfo> sameShape(const NodeView& node) { return {{node.input(0).type, node.shape(0)}}; }

std::vector<TensorInfo> castShape(const NodeView& node)
{
    const int type =
        node.type() == "CastLike" ? node.input(1).type : int(within("the type", node.integer("to", 0), 1, 64));
    return {{type, node.shape(0)}};
}

std::vector<TensorInfo> broadcastShape(const NodeView& node) { return {{node.input(0).type, broadcastAll(node)}}; }

std::vector<TensorInfo> comparisonShape(const NodeView& node) { return {{pb::TensorProto::BOOL, broadcastAll(node)}}; }

std::vector<TensorInfo> quantizeShape(const NodeView& node)
{
    const int type = node.hasInput(2) ? node.input(2).type : int(node.integer("output_dtype", pb::TensorProto::UINT8));
    return {{type > 0 && type < 64 ? type : int(pb::TensorProto::UINT8), node.shape(0)}};
}

std::vector<TensorInfo> dequantizeShape(const NodeView& node)
{
    // A quantised weight stays as it is stored: the scale belongs to the operator that uses it.
    return {{node.input(1).type, node.shape(0), false, bitsOf(node.input(0).type)}};
}

std::vector<TensorInfo> quantizedBinaryShape(const NodeView& node) // a, its scale, its zero point, b, ...
{
    return {{node.input(0).type, broadcast(node.shape(0), node.shape(3))}};
}

std::vector<TensorInfo> dropoutShape(const NodeView& node)
{
    return {{node.input(0).type, node.shape(0)}, {pb::TensorProto::BOOL, node.shape(0)}};
}

std::vector<TensorInfo> layerNormalizationShape(const NodeView& node)
{
    const Shape& shape = node.shape(0);
    Shape mean = shape;
    const std::size_t axis = shape.empty() ? 0 : node.axis(node.integer("axis", -1), shape.size());
    std::fill(mean.begin() + std::ptrdiff_t(axis), mean.end(), 1);
    return {{node.input(0).type, shape}, {pb::TensorProto::FLOAT, mean}, {pb::TensorProto::FLOAT, mean}};
}

std::vector<TensorInfo> reduceShape(const NodeView& node)
{
    // From operator set 18 on, all of them take their axes as ReduceSum does from 13 on.
    return libraryShape(node, node.opset() >= 18 ? "ReduceSum" : node.type());
}

/// What are copies in input 0 are copies here: scales and zero points that go with it are single numbers.
Shape elementwiseCopies(const NodeView& node, const Shape& out)
{
    for (std::size_t i = 1; i < node.inputCount(); ++i)
        if (node.hasInput(i) && elementCount(node.shape(i)) != 1)
            return {};
    return keptCopies(node, out);
}

/// Those that all inputs have which are not stretched there.
Shape broadcastCopies(const NodeView& node, const Shape& out)
{
    Shape copies(out.size(), 1);
    if (node.has("axis") || node.has("broadcast"))
        return copies;
    for (std::size_t back = 1; back <= out.size(); ++back) {
        std::int64_t& here = copies[out.size() - back];
        bool isFirst = true;
        for (std::size_t i = 0; i < node.inputCount(); ++i) {
            if (!node.hasInput(i) || node.shape(i).size() < back || node.shape(i)[node.shape(i).size() - back] == 1)
                continue;
            const std::int64_t own = node.input(i).copiesAlong(node.shape(i).size() - back);
            here = isFirst || own == here ? own : 1;
            isFirst = false;
        }
    }
    return copies;
}

} // namespace nestloom::onnx
