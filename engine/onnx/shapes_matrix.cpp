// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/einsum.h"
#include "engine/onnx/matrix_product.h"
#include "engine/onnx/recurrent.h"
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
    transposeLast(product.a, node.integer("transA", 0) != 0);
    transposeLast(product.b, node.integer("transB", 0) != 0);
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

std::vector<TensorInfo> gemmShape(const NodeView& node)
{
    return {{node.input(0).type, readMatrixProduct(node).output}};
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
