// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/node_layers.h"

#include "engine/base/ranges.h"
#include "engine/onnx/attention.h"
#include "engine/onnx/einsum.h"
#include "engine/onnx/refusal.h"
#include "engine/onnx/shape_rules.h"
#include "engine/workload/matrix_product.h"
#include "engine/workload/transposed_convolution.h"

#include <algorithm>
#include <numeric>

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

/// Other groups are in the layer's shape.
std::string depthwiseWord(std::int64_t groups, std::int64_t c) { return groups > 1 && c == 1 ? "depthwise" : ""; }

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
    const FilterWindow window = readWindow(node, Shape(w.begin() + 2, w.end()), w.size() - 2);
    std::vector<Plane> planes;
    for (std::size_t d = 0; d < window.kernel.size(); ++d)
        planes.push_back(plainPlane(window.kernel[d], output.shape[d + 2], window.stride[d], window.dilation[d]));
    NodeLayers result = spread(planes, w[1], w[0] / groups, output.shape[0], groups);
    result.remark = joined(depthwiseWord(groups, w[1]), result.remark);
    return result;
}

namespace {

constexpr std::size_t kMostConvolutions = 256; // of one transposed convolution

/// Rows or columns that ONNX cuts off at the beginning of the result.
std::int64_t cutBefore(const NodeView& node, const FilterWindow& window, std::size_t d, std::int64_t in,
                       std::int64_t out)
{
    const bool isSame = window.autoPad == "SAME_UPPER" || window.autoPad == "SAME_LOWER";
    if (!isSame && node.integers("output_shape").empty())
        return window.autoPad == "VALID" ? 0 : window.padBefore[d];
    const Shape extra = node.integers("output_padding");
    const std::int64_t all = (in - 1) * window.stride[d] + (extra.size() > d ? extra[d] : 0)
                             + (window.kernel[d] - 1) * window.dilation[d] + 1 - out;
    return window.autoPad == "SAME_UPPER" ? all / 2 : all - all / 2;
}

/// Every choice of one part for each dimension.
using Parts = std::vector<workload::TransposedPart>;
std::vector<Parts> combinations(const std::vector<Parts>& sides)
{
    std::vector<Parts> all{{}};
    for (const Parts& side : sides) {
        std::vector<Parts> longer;
        for (const Parts& before : all)
            for (const workload::TransposedPart& part : side) {
                longer.push_back(before);
                longer.back().push_back(part);
            }
        all = std::move(longer);
    }
    return all;
}

} // namespace

/// Exact: every phase of the output is a convolution of stride 1 with the taps that reach it
/// (workload/transposed_convolution.h).
NodeLayers transposedConvolutionLayers(const NodeView& node, const TensorInfo& output)
{
    const Shape &x = node.shape(0), &w = node.shape(1); // [C, K / groups, kernel...]
    const std::int64_t groups = node.integer("group", 1);
    const FilterWindow window = readWindow(node, Shape(w.begin() + 2, w.end()), w.size() - 2);
    std::vector<Parts> sides;
    std::int64_t phases = 1;
    std::size_t convolutions = 1;
    for (std::size_t d = 0; d < window.kernel.size(); ++d) {
        const std::int64_t out = output.shape[d + 2];
        sides.push_back(workload::transposedParts(
            {window.kernel[d], out, window.stride[d], window.dilation[d], cutBefore(node, window, d, x[d + 2], out)}));
        const std::int64_t here = sumOf(sides.back(), &workload::TransposedPart::count);
        phases *= here;
        convolutions *= sides.back().size();
        if (convolutions > kMostConvolutions)
            refuse("its strides and dilations make more than " + std::to_string(kMostConvolutions)
                   + " different convolutions of it");
    }
    NodeLayers result;
    for (const Parts& parts : combinations(sides)) {
        std::vector<Plane> planes;
        std::int64_t count = 1;
        for (const workload::TransposedPart& part : parts) {
            planes.push_back(plainPlane(part.phase.taps, part.phase.outputs, 1, part.phase.dilation));
            count *= part.count;
        }
        NodeLayers one = spread(planes, w[0] / groups, w[1] * count, output.shape[0], groups);
        result.remark = one.remark;
        result.layers.push_back(std::move(one.layers.front()));
    }
    for (std::size_t i = 0; result.layers.size() > 1 && i < result.layers.size(); ++i)
        result.layers[i].name = "phase" + std::to_string(i);
    std::string how = "as a convolution of stride 1";
    if (phases > 1)
        how = "as convolutions of stride 1, one for each of the " + std::to_string(phases)
              + " phases of the output; phases that read the same pixels are one, with more output channels";
    result.remark = joined(joined(depthwiseWord(groups, w[0] / groups), result.remark), how);
    return result;
}

namespace {

using workload::Layer;

constexpr std::int64_t kMaxSteps = 64; // of a recurrence that are layers of their own

/// `groups` products of matrices [rows, contracted] x [contracted, columns]; a single one is fully connected, with the
/// rows as batch.
Layer product(std::string part, std::int64_t contracted, std::int64_t columns, std::int64_t rows, std::int64_t groups)
{
    if (groups == 1) {
        Layer layer = workload::matrixProduct(std::move(part), {1, columns, contracted, 1});
        layer.bounds[workload::LoopDimension::N] = rows;
        return layer;
    }
    return workload::matrixProduct(std::move(part), {rows, columns, contracted, groups});
}

std::string groupRemark(std::int64_t groups, const std::string& what)
{
    return groups == 1
               ? what
               : what + (what.empty() ? "" : ", ") + std::to_string(groups) + " products side by side as groups";
}

} // namespace

NodeLayers matrixProductLayers(const NodeView& node, const TensorInfo&)
{
    const MatrixProduct p = readMatrixProduct(node);
    const std::int64_t all = elementCount(p.batch), rows = p.a[p.a.size() - 2], columns = p.b.back(), c = p.a.back();
    const bool constantA = node.input(p.first).parameter, constantB = node.input(p.second).parameter;
    const bool copiesInA = p.matricesOfA < elementCount(Shape(p.a.begin(), p.a.end() - 2));
    const bool copiesInB = p.matricesOfB < elementCount(Shape(p.b.begin(), p.b.end() - 2));
    std::string remark = constantA || constantB ? "" : "both factors are activations";
    if (copiesInA || copiesInB)
        remark += std::string(remark.empty() ? "" : ", ") + "matrices that are copies are one, with more rows";
    if (constantA != constantB ? constantA : copiesInA && !copiesInB) { // W x: the first factor holds the weights
        const std::int64_t groups = p.matricesOfA;
        return {{product("", c, rows, groups > 0 ? all / groups * columns : 0, groups)}, groupRemark(groups, remark)};
    }
    const std::int64_t groups = p.matricesOfB;
    return {{product("", c, columns, groups > 0 ? all / groups * rows : 0, groups)}, groupRemark(groups, remark)};
}

NodeLayers einsumLayers(const NodeView& node, const TensorInfo&)
{
    const Einsum e = readEinsum(node);
    const bool swapped = node.input(0).parameter && !node.input(1).parameter;
    return {{product("", e.contracted, swapped ? e.rows : e.columns, swapped ? e.columns : e.rows, e.groups)},
            groupRemark(e.groups, "as a matrix product")};
}

/// The products with the inputs of all steps are one layer; those with the state before wait for it and are a layer of
/// each step.
NodeLayers recurrentLayers(const NodeView& node, const TensorInfo&)
{
    const Recurrence r = readRecurrence(node);
    NodeLayers result;
    const std::int64_t outputs = r.gates * r.hidden;
    const bool areEqual = r.lengths.empty();
    const std::int64_t all =
        areEqual ? r.steps * r.batch : std::accumulate(r.lengths.begin(), r.lengths.end(), std::int64_t{0});
    result.layers.push_back(product("inputs", r.inputs, outputs, all, r.directions));
    const std::string lengths = areEqual && node.hasInput(4) ? "; all sequences count as " + std::to_string(r.steps)
                                                                   + " steps long, because their lengths are computed"
                                                             : "";
    if (r.steps > kMaxSteps) {
        result.layers.push_back(product("steps", r.hidden, outputs, all, r.directions));
        result.remark = "one matrix product for the inputs of all " + std::to_string(r.steps)
                        + " steps and one for their states, as if the states were known at once" + lengths;
        return result;
    }
    for (std::int64_t step = 0; step < r.steps; ++step) {
        const auto isLonger = [&](std::int64_t length) { return length > step; };
        const std::int64_t rows = areEqual ? r.batch : std::ranges::count_if(r.lengths, isLonger);
        if (rows > 0)
            result.layers.push_back(product("step" + std::to_string(step), r.hidden, outputs, rows, r.directions));
    }
    result.remark = "a matrix product for the inputs of all steps, and one for the state at each of the "
                    + std::to_string(r.steps) + " steps" + lengths;
    return result;
}

/// Q K^T and its product with V per head; queries of heads that share keys count as rows of the same product.
NodeLayers attentionLayers(const NodeView& node, const TensorInfo&)
{
    const AttentionSizes s = readAttention(node);
    NodeLayers result;
    if (s.projectedFrom > 0)
        result.layers.push_back(product("projections", s.projectedFrom, s.projectedTo, s.batch * s.queries, 1));
    const std::int64_t groups = s.batch * s.distinctHeads, rows = s.queries * (s.heads / s.distinctHeads);
    result.layers.push_back(product("scores", s.depth, s.keys, rows, groups));
    result.layers.push_back(product("values", s.keys, s.valueDepth, rows, groups));
    result.remark = "products of queries with keys and of scores with values, one group for each head";
    if (s.distinctHeads < s.heads)
        result.remark += " of keys: queries that share one are rows of one product";
    if (s.cached > 0)
        result.remark +=
            "; " + std::to_string(s.cached) + " of the " + std::to_string(s.total) + " keys come from the cache";
    if (!s.remark.empty())
        result.remark += "; " + s.remark;
    return result;
}

} // namespace nestloom::onnx
