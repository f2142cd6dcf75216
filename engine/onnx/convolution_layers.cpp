// SPDX-License-Identifier: Apache-2.0
#include "engine/base/checked_math.h"
#include "engine/onnx/node_layers.h"
#include "engine/onnx/refusal.h"
#include "engine/onnx/window.h"

namespace nestloom::onnx {

namespace {

using workload::Layer;
using enum workload::LoopDimension;

/// One convolution over up to two spatial dimensions; one dimension runs along Q and S.
struct Plane {
    std::int64_t kernel = 1, out = 1, stride = 1, dilation = 1;
};

Layer layerOf(const Plane& vertical, const Plane& horizontal, std::int64_t c, std::int64_t k, std::int64_t n,
              std::int64_t groups)
{
    Layer layer;
    layer.bounds = {{vertical.kernel, horizontal.kernel, vertical.out, horizontal.out, c, k, n, groups}};
    layer.strideP = vertical.stride;
    layer.strideQ = horizontal.stride;
    layer.dilationR = vertical.dilation;
    layer.dilationS = horizontal.dilation;
    return layer;
}

/// A stride or dilation that nothing depends on becomes 1, so that equal problems look equal.
Plane plainPlane(std::int64_t kernel, std::int64_t out, std::int64_t stride, std::int64_t dilation)
{
    return {kernel, out, out == 1 ? 1 : stride, kernel == 1 ? 1 : dilation};
}

std::string groupWords(std::int64_t groups, std::int64_t c)
{
    if (groups == 1)
        return "";
    return c == 1 ? "depthwise" : "in " + std::to_string(groups) + " groups";
}

/// Three spatial dimensions as two. A filter that is one pixel high and wide keeps its depth as R, over P = depth and
/// Q = all pixels of a slice. One that is one slice deep treats slices as batch. Any other one treats the slices that
/// it covers as input channels of one slice: the same MACs and weights; slices that neighbours share are counted as
/// read once for each.
NodeLayers volume(const std::vector<Plane>& planes, std::int64_t c, std::int64_t k, std::int64_t n, std::int64_t groups)
{
    const Plane &depth = planes[0], &high = planes[1], &wide = planes[2];
    if (depth.kernel == 1)
        return {{layerOf(high, wide, c, k, n * depth.out, groups)}, "one slice deep: slices count as batch"};
    if (high.kernel == 1 && wide.kernel == 1)
        return {{layerOf(depth, {1, high.out * wide.out, 1, 1}, c, k, n, groups)},
                "along the depth only: R and P run along it, Q over all pixels of a slice"};
    return {{layerOf(high, wide, c * depth.kernel, k, n * depth.out, groups)},
            "3-D: the " + std::to_string(depth.kernel)
                + " slices under the filter count as input channels, the slices"
                  " of the result as batch"};
}

NodeLayers spread(const std::vector<Plane>& planes, std::int64_t c, std::int64_t k, std::int64_t n, std::int64_t groups)
{
    switch (planes.size()) {
    case 1: return {{layerOf({}, planes[0], c, k, n, groups)}, "1-D"};
    case 2: return {{layerOf(planes[0], planes[1], c, k, n, groups)}, ""};
    case 3: return volume(planes, c, k, n, groups);
    default: refuse(std::to_string(planes.size()) + " spatial dimensions are more than three");
    }
}

std::string joined(const std::string& a, const std::string& b) { return a.empty() ? b : b.empty() ? a : a + ", " + b; }

} // namespace

NodeLayers convolutionLayers(const NodeView& node, const TensorInfo& output)
{
    const Shape& w = node.shape(node.type() == "QLinearConv" ? 3 : 1); // [K, C / groups, kernel...]
    const std::int64_t groups = node.integer("group", 1);
    const Window window = readWindow(node, Shape(w.begin() + 2, w.end()), w.size() - 2);
    std::vector<Plane> planes;
    for (std::size_t d = 0; d < window.kernel.size(); ++d)
        planes.push_back(plainPlane(window.kernel[d], output.shape[d + 2], window.stride[d], window.dilation[d]));
    NodeLayers result = spread(planes, w[1], w[0] / groups, output.shape[0], groups);
    result.remark = joined(groupWords(groups, w[1]), result.remark);
    return result;
}

/// A transposed convolution with stride s is s convolutions of stride 1, one for each phase of the output, that share
/// the input: each takes every s-th tap of the filter. As one layer: ceil(R / s) taps, s times the output channels, and
/// P = ceil(out / s); the phases are woven together as they are written. MACs and weights are exact where s divides the
/// filter and the output, and above them otherwise. With a dilation the taps of a phase are not every s-th one: then it
/// is a convolution over an input with s - 1 zeros between its pixels, whose products with zeros are counted.
NodeLayers transposedConvolutionLayers(const NodeView& node, const TensorInfo& output)
{
    const Shape& w = node.shape(1); // [C, K / groups, kernel...]
    const std::int64_t groups = node.integer("group", 1);
    const Window window = readWindow(node, Shape(w.begin() + 2, w.end()), w.size() - 2);
    std::vector<Plane> planes;
    std::int64_t phases = 1;
    bool zeros = false;
    for (std::size_t d = 0; d < window.kernel.size(); ++d) {
        const std::int64_t stride = window.stride[d], out = output.shape[d + 2];
        if (stride > 1 && window.dilation[d] > 1 && window.kernel[d] > 1) {
            zeros = true;
            planes.push_back(plainPlane(window.kernel[d], out, 1, window.dilation[d]));
        } else {
            phases *= stride;
            planes.push_back(
                plainPlane(ceilDivide(window.kernel[d], stride), ceilDivide(out, stride), 1, window.dilation[d]));
        }
    }
    NodeLayers result = spread(planes, w[0] / groups, w[1] * phases, output.shape[0], groups);
    std::string how =
        zeros ? "as a convolution over an input with zeros between its pixels" : "as a convolution of stride 1";
    if (phases > 1)
        how += " with " + std::to_string(phases) + " times the output channels, one set for each phase of the output";
    result.remark = joined(joined(groupWords(groups, w[0] / groups), result.remark), how);
    return result;
}

} // namespace nestloom::onnx
