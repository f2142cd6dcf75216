// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/attention.h"
#include "engine/onnx/einsum.h"
#include "engine/onnx/matrix_product.h"
#include "engine/onnx/node_layers.h"
#include "engine/onnx/recurrent.h"
#include "engine/workload/matrix_product.h"

#include <algorithm>
#include <numeric>

namespace nestloom::onnx {

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
        const std::int64_t rows = areEqual ? r.batch : std::count_if(r.lengths.begin(), r.lengths.end(), isLonger);
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
