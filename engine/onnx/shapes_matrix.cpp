// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/einsum.h"
#include "engine/onnx/refusal.h"
#include "engine/onnx/shape_rules.h"

#include <algorithm>

namespace nestloom::onnx {

namespace {

void transposeLast(Shape& shape, bool really)
{
    if (really && shape.size() >= 2)
        std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
}

/// FusedMatMul: the first dimension has the rows, and those after it count the matrices.
void transposeBatch(Shape& shape, bool really)
{
    if (really && shape.size() >= 2)
        std::rotate(shape.begin(), shape.begin() + 1, shape.end() - 1);
}

/// One factor as matrices: what lies along its dimensions (extents, or copies), in their order as factors of the
/// product.
Shape asMatrices(const NodeView& node, Shape along, const char* transposesBatch, const char* transposes)
{
    transposeBatch(along, node.integer(transposesBatch, 0) != 0);
    transposeLast(along, node.integer(transposes, 0) != 0);
    return along;
}

std::int64_t matricesOf(const Shape& factor, const Shape& copies)
{
    std::int64_t count = 1;
    for (std::size_t d = 0; d + 2 < factor.size(); ++d)
        count *= factor[d] / (copies.empty() ? 1 : copies[d]);
    return count;
}

} // namespace

MatrixProduct readMatrixProduct(const NodeView& node)
{
    MatrixProduct product;
    product.second = node.type() == "QLinearMatMul" ? 3 : 1; // a, its scale, its zero point, b, ...
    product.a = node.shape(product.first);
    product.b = node.shape(product.second);
    if (product.a.empty() || product.b.empty())
        refuse("a factor is a single number");
    const bool isGemm = node.type() == "Gemm";
    if (isGemm && (product.a.size() != 2 || product.b.size() != 2))
        refuse("the factors " + text(product.a) + " and " + text(product.b) + " are no matrices");
    product.a = asMatrices(node, std::move(product.a), "transBatchA", "transA");
    product.b = asMatrices(node, std::move(product.b), "transBatchB", "transB");
    product.matricesOfA =
        matricesOf(product.a, asMatrices(node, node.input(product.first).copies, "transBatchA", "transA"));
    product.matricesOfB =
        matricesOf(product.b, asMatrices(node, node.input(product.second).copies, "transBatchB", "transB"));
    const bool isRow = product.a.size() == 1, isColumn = product.b.size() == 1;
    if (isRow)
        product.a.insert(product.a.begin(), 1);
    if (isColumn)
        product.b.push_back(1);
    if (product.a.back() != product.b[product.b.size() - 2])
        refuse("shapes " + text(node.shape(product.first)) + " and " + text(node.shape(product.second))
               + " cannot be multiplied");
    product.batch =
        broadcast(Shape(product.a.begin(), product.a.end() - 2), Shape(product.b.begin(), product.b.end() - 2));
    product.output = product.batch;
    if (!isRow)
        product.output.push_back(product.a[product.a.size() - 2]);
    if (!isColumn)
        product.output.push_back(product.b.back());
    return product;
}

std::vector<TensorInfo> matrixProductShape(const NodeView& node)
{
    TensorInfo y;
    y.type = node.type() == "MatMulInteger" ? int(pb::TensorProto::INT32) : node.input(0).type;
    if (node.type() == "QLinearMatMul" && node.hasInput(7))
        y.type = node.input(7).type;
    y.shape = readMatrixProduct(node).output;
    return {y};
}

std::vector<TensorInfo> einsumShape(const NodeView& node) { return {{node.input(0).type, readEinsum(node).output}}; }

Recurrence readRecurrence(const NodeView& node)
{
    const Shape& x = node.shape(0);
    const Shape& w = node.shape(1); // [directions, gates * hidden, inputs]
    const Shape& r = node.shape(2); // [directions, gates * hidden, hidden]
    if (x.size() != 3 || w.size() != 3 || r.size() != 3)
        refuse("X, W and R need three dimensions each");
    Recurrence result;
    result.batchFirst = node.integer("layout", 0) != 0;
    result.steps = x[result.batchFirst ? 1 : 0];
    result.batch = x[result.batchFirst ? 0 : 1];
    result.inputs = x[2];
    result.directions = node.text("direction", "forward") == "bidirectional" ? 2 : 1;
    result.gates = node.type() == "LSTM" ? 4 : node.type() == "GRU" ? 3 : 1;
    result.hidden = r[2];
    const Shape expectedW{result.directions, result.gates * result.hidden, result.inputs};
    const Shape expectedR{result.directions, result.gates * result.hidden, result.hidden};
    if (w != expectedW || r != expectedR)
        refuse("W and R are of shapes " + text(w) + " and " + text(r) + "; expected are " + text(expectedW) + " and "
               + text(expectedR));
    if (node.integer("hidden_size", result.hidden) != result.hidden)
        refuse("hidden_size is " + std::to_string(node.integer("hidden_size", 0)) + " and R is of shape " + text(r));
    if (!node.hasInput(4))
        return result;
    if (node.shape(4) != Shape{result.batch})
        refuse("lengths of shape " + text(node.shape(4)) + " are not one for each of " + std::to_string(result.batch)
               + " sequences");
    if (const auto& lengths = node.input(4).values; lengths)
        for (const double length : *lengths)
            result.lengths.push_back(within("the length of a sequence", wholeNumber(length), 0, result.steps));
    return result;
}

std::vector<TensorInfo> recurrentShape(const NodeView& node)
{
    const Recurrence r = readRecurrence(node);
    const int type = node.input(0).type;
    const Shape all = r.batchFirst ? Shape{r.batch, r.steps, r.directions, r.hidden}
                                   : Shape{r.steps, r.directions, r.batch, r.hidden};
    const Shape last = r.batchFirst ? Shape{r.batch, r.directions, r.hidden} : Shape{r.directions, r.batch, r.hidden};
    return {{type, all}, {type, last}, {type, last}};
}

} // namespace nestloom::onnx
