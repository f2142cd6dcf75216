// SPDX-License-Identifier: Apache-2.0
#include "engine/base/number_text.h"
#include "engine/onnx/refusal.h"
#include "engine/onnx/shape_rules.h"

#include <algorithm>
#include <cmath>

namespace nestloom::onnx {

namespace {

Shape scaled(const Shape& in, const Shape& axes, const std::vector<double>& scales)
{
    if (scales.size() != axes.size())
        refuse("there are " + std::to_string(scales.size()) + " scales for the shape " + text(in));
    Shape out = in;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        std::int64_t& extent = out[std::size_t(axes[i])];
        const double size = std::floor(double(extent) * scales[i]);
        if (!(size >= 0 && size <= double(kMaxExtent)))
            refuse("a scale is " + generalNumber(scales[i]));
        extent = std::int64_t(size);
    }
    return out;
}

Shape sized(const NodeView& node, const Shape& axes, const Shape& sizes)
{
    if (sizes.size() != axes.size())
        refuse("there are " + std::to_string(sizes.size()) + " sizes for the shape " + text(node.shape(0)));
    Shape out = node.shape(0);
    const std::string policy = node.text("keep_aspect_ratio_policy", "stretch");
    double scale = 0;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const std::int64_t extent = out[std::size_t(axes[i])];
        const double one = extent > 0 ? double(within("a size", sizes[i], 0, kMaxExtent)) / double(extent) : 0;
        scale = i == 0 ? one : policy == "not_smaller" ? std::max(scale, one) : std::min(scale, one);
    }
    for (std::size_t i = 0; i < axes.size(); ++i) {
        std::int64_t& extent = out[std::size_t(axes[i])];
        extent = policy == "stretch" ? sizes[i] : std::int64_t(std::llround(scale * double(extent)));
    }
    return out;
}

} // namespace

/// Resize (from operator set 11: x, roi, scales, sizes; in 10: x, scales) and Upsample (x, scales).
std::vector<TensorInfo> resizeShape(const NodeView& node)
{
    const Shape& in = node.shape(0);
    Shape axes = node.integers("axes");
    for (std::int64_t& axis : axes)
        axis = std::int64_t(node.axis(axis, in.size()));
    if (axes.empty())
        for (std::size_t i = 0; i < in.size(); ++i)
            axes.push_back(std::int64_t(i));
    TensorInfo out;
    out.type = node.input(0).type;
    const std::size_t at = node.type() == "Upsample" || node.inputCount() == 2 ? 1 : 2;
    if (node.hasInput(3) && node.input(3).shape != Shape{0})
        out.shape = sized(node, axes, node.constantIntegers(3));
    else
        out.shape = scaled(in, axes, node.hasInput(at) ? node.constantReals(at) : node.reals("scales"));
    return {out};
}

} // namespace nestloom::onnx
