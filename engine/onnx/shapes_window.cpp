// SPDX-License-Identifier: Apache-2.0
#include "engine/base/integers.h"
#include "engine/base/text.h"
#include "engine/onnx/node_names.h"
#include "engine/onnx/refusal.h"
#include "engine/onnx/shape_rules.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nestloom::onnx {

namespace {

constexpr std::int64_t kMaxWindow = 1'000'000; // of kernels, strides, dilations and pads; products stay within 64 bits

Shape listOf(const NodeView& node, std::string_view attribute, std::size_t length, std::int64_t otherwise,
             std::int64_t least)
{
    Shape list = node.integers(attribute);
    if (list.empty())
        list.assign(length, otherwise);
    if (list.size() != length)
        refuse("the attribute '" + std::string(attribute) + "' has " + std::to_string(list.size()) + " numbers where "
               + std::to_string(length) + " belong");
    for (const std::int64_t value : list)
        within(attribute, value, least, kMaxWindow);
    return list;
}

std::size_t spatialOf(const Shape& shape)
{
    if (shape.size() < 3)
        refuse("the input of shape " + text(shape) + " has no spatial dimensions");
    return shape.size() - 2;
}

} // namespace

FilterWindow readWindow(const NodeView& node, Shape kernel, std::size_t spatial)
{
    FilterWindow window;
    window.kernel = node.has("kernel_shape") ? listOf(node, "kernel_shape", spatial, 1, 1) : std::move(kernel);
    if (window.kernel.size() != spatial)
        refuse("the kernel " + text(window.kernel) + " does not match " + std::to_string(spatial) + " dimensions");
    for (const std::int64_t extent : window.kernel)
        within("the kernel", extent, 1, kMaxWindow);
    window.stride = listOf(node, "strides", spatial, 1, 1);
    window.dilation = listOf(node, "dilations", spatial, 1, 1);
    const Shape pads = listOf(node, "pads", 2 * spatial, 0, -kMaxWindow);
    window.padBefore.assign(pads.begin(), pads.begin() + std::ptrdiff_t(spatial));
    window.padAfter.assign(pads.begin() + std::ptrdiff_t(spatial), pads.end());
    window.autoPad = node.text("auto_pad", "NOTSET");
    if (window.autoPad.empty())
        window.autoPad = "NOTSET";
    constexpr std::array<std::string_view, 4> kKinds{"NOTSET", "SAME_LOWER", "SAME_UPPER", "VALID"};
    if (std::ranges::find(kKinds, window.autoPad) == kKinds.end())
        refuse("auto_pad is '" + printable(window.autoPad)
               + "', which is none of NOTSET, SAME_LOWER, SAME_UPPER, VALID");
    return window;
}

std::int64_t windowCount(const FilterWindow& window, std::size_t d, std::int64_t in, bool roundUp)
{
    const std::int64_t stride = window.stride[d];
    if (window.autoPad == "SAME_UPPER" || window.autoPad == "SAME_LOWER")
        return ceilDivide(in, stride);
    const bool valid = window.autoPad == "VALID";
    const std::int64_t before = valid ? 0 : window.padBefore[d], after = valid ? 0 : window.padAfter[d];
    const std::int64_t reach = (window.kernel[d] - 1) * window.dilation[d] + 1;
    const std::int64_t free = in + before + after - reach;
    if (free < 0)
        refuse("a filter that reaches over " + std::to_string(reach) + " pixels does not fit into "
               + std::to_string(in + before + after));
    std::int64_t count = (roundUp ? ceilDivide(free, stride) : free / stride) + 1;
    if (roundUp && count > 1 && (count - 1) * stride >= in + before)
        --count; // a window must begin on a pixel or in the padding before
    return count;
}

std::vector<TensorInfo> convolutionShape(const NodeView& node)
{
    const bool quantised = node.type() == "QLinearConv"; // x, scale, zero point, w, ...
    const Shape& x = node.shape(0);
    const Shape& w = node.shape(quantised ? 3 : 1);
    const std::size_t spatial = spatialOf(x);
    if (w.size() != x.size())
        refuse("weights of shape " + text(w) + " do not match an input of shape " + text(x));
    const FilterWindow window = readWindow(node, Shape(w.begin() + 2, w.end()), spatial);
    if (!std::equal(window.kernel.begin(), window.kernel.end(), w.begin() + 2))
        refuse("kernel_shape " + text(window.kernel) + " differs from weights of shape " + text(w));
    const std::int64_t groups = within("group", node.integer("group", 1), 1, kMaxExtent);
    if (w[1] < 1 || x[1] % groups != 0 || x[1] / groups != w[1] || w[0] < 1 || w[0] % groups != 0)
        refuse("weights of shape " + text(w) + " do not match " + std::to_string(x[1]) + " channels in "
               + std::to_string(groups) + " groups");
    TensorInfo y;
    y.type = node.type() == "ConvInteger" ? int(pb::TensorProto::INT32) : node.input(0).type;
    if (quantised && node.hasInput(7))
        y.type = node.input(7).type;
    y.shape = {x[0], w[0]};
    for (std::size_t d = 0; d < spatial; ++d)
        y.shape.push_back(windowCount(window, d, x[d + 2]));
    return {y};
}

std::vector<TensorInfo> transposedConvolutionShape(const NodeView& node)
{
    const Shape& x = node.shape(0);
    const Shape& w = node.shape(1); // [C, K / groups, kernel...]
    const std::size_t spatial = spatialOf(x);
    if (w.size() != x.size() || w[0] != x[1])
        refuse("weights of shape " + text(w) + " do not match an input of shape " + text(x));
    const FilterWindow window = readWindow(node, Shape(w.begin() + 2, w.end()), spatial);
    const std::int64_t groups = within("group", node.integer("group", 1), 1, kMaxExtent);
    if (x[1] % groups != 0)
        refuse(std::to_string(x[1]) + " channels do not divide into " + std::to_string(groups) + " groups");
    const Shape extra = listOf(node, "output_padding", spatial, 0, 0);
    const Shape stated = node.integers("output_shape");
    TensorInfo y = {node.input(0).type, {x[0], w[1] * groups}};
    for (std::size_t d = 0; d < spatial; ++d) {
        const std::int64_t full =
            (x[d + 2] - 1) * window.stride[d] + extra[d] + (window.kernel[d] - 1) * window.dilation[d] + 1;
        if (stated.size() >= spatial)
            y.shape.push_back(within("output_shape", stated[stated.size() - spatial + d], 1, kMaxExtent));
        else if (window.autoPad == "SAME_UPPER" || window.autoPad == "SAME_LOWER")
            y.shape.push_back(x[d + 2] * window.stride[d]);
        else
            y.shape.push_back(full - (window.autoPad == "VALID" ? 0 : window.padBefore[d] + window.padAfter[d]));
    }
    return {y};
}

std::vector<TensorInfo> poolShape(const NodeView& node)
{
    const Shape& x = node.shape(0);
    const std::size_t spatial = spatialOf(x);
    if (!node.has("kernel_shape"))
        refuse("the attribute 'kernel_shape' is missing");
    const FilterWindow window = readWindow(node, {}, spatial);
    TensorInfo y = {node.input(0).type, {x[0], x[1]}};
    for (std::size_t d = 0; d < spatial; ++d)
        y.shape.push_back(windowCount(window, d, x[d + 2], node.integer("ceil_mode", 0) != 0));
    TensorInfo indices = y;
    indices.type = pb::TensorProto::INT64;
    return {y, indices};
}

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
