// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/attention.h"
#include "engine/onnx/einsum.h"
#include "engine/onnx/matrix_product.h"
#include "engine/onnx/node_layers.h"
#include "engine/onnx/recurrent.h"
#include "engine/workload/matrix_product.h"

namespace nestloom::onnx {

namespace {

using workload::Layer;

constexpr std::int64_t kMaxSteps = 64; // of a recurrence that are layers of their own

/// `groups` products of matrices [rows, contracted] x [contracted, columns]; a single one is fully connected, with the rows as batch.
Layer product(std::string part, std::int64_t contracted, std::int64_t columns, std::int64_t rows, std::int64_t groups)
{
    if (groups == 1) {
        Layer layer = workload::matrixProduct(std::move(part), {1, columns, contracted, 1});
        layer.bounds[workload::LoopDimension::N] = rows;
        return layer;
    }
    return workload::matrixProduct(std::move(part), {rows, columns, contracted, groups});
}

std::string groupRemark(std::int64_t groups, const char* what)
{
    return groups == 1
               ? std::string(what)
               : std::string(what) + (*what ? ", " : "") + std::to_string(groups) + " products side by side as groups";
}

} // namespace

NodeLayers matrixProductLayers(const NodeView& node, const TensorInfo&)
{
    const MatrixProduct p = readMatrixProduct(node);
    const Shape batchOfA(p.a.begin(), p.a.end() - 2), batchOfB(p.b.begin(), p.b.end() - 2);
    const std::int64_t all = elementCount(p.batch), rows = p.a[p.a.size() - 2], columns = p.b.back(), c = p.a.back();
    const bool constantA = node.input(p.first).parameter, constantB = node.input(p.second).parameter;
    if (constantA && !constantB) { // W x: the first factor holds the weights
        const std::int64_t groups = elementCount(batchOfA);
        return {{product("", c, rows, groups > 0 ? all / groups * columns : 0, groups)}, groupRemark(groups, "")};
    }
    const std::int64_t groups = elementCount(batchOfB);
    return {{product("", c, columns, groups > 0 ? all / groups * rows : 0, groups)},
            groupRemark(groups, constantB ? "" : "both factors are activations")};
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
    result.layers.push_back(product("inputs", r.inputs, outputs, r.steps * r.batch, r.directions));
    if (r.steps > kMaxSteps) {
        result.layers.push_back(product("steps", r.hidden, outputs, r.steps * r.batch, r.directions));
        result.remark = "one matrix product for the inputs of all " + std::to_string(r.steps)
                        + " steps and one for their states, as if the states were known at once";
        return result;
    }
    for (std::int64_t step = 0; step < r.steps; ++step)
        result.layers.push_back(product("step" + std::to_string(step), r.hidden, outputs, r.batch, r.directions));
    result.remark = "a matrix product for the inputs of all steps, and one for the state at each of the "
                    + std::to_string(r.steps) + " steps";
    return result;
}

/// Q K^T and its product with V per head; queries of heads that share keys count as rows of the same product.
NodeLayers attentionLayers(const NodeView& node, const TensorInfo&)
{
    const AttentionSizes s = readAttention(node);
    NodeLayers result;
    if (s.projectedFrom > 0)
        result.layers.push_back(product("projections", s.projectedFrom, s.heads * s.depth * 3, s.batch * s.queries, 1));
    const std::int64_t groups = s.batch * s.keyHeads, rows = s.queries * (s.heads / s.keyHeads);
    result.layers.push_back(product("scores", s.depth, s.keys, rows, groups));
    result.layers.push_back(product("values", s.keys, s.valueDepth, rows, groups));
    result.remark = "products of queries with keys and of scores with values, one group for each head";
    return result;
}

} // namespace nestloom::onnx
