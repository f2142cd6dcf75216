// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/onnx/node_view.h"

namespace nestloom::onnx {

/// Where an operator of the MatMul family has its factors, and their shapes as matrices: [..., rows, contracted] times
/// [..., contracted, columns], with vectors made matrices.
struct MatrixProduct {
    std::size_t first = 0, second = 1; // inputs
    Shape a, b;
    Shape batch;                                   // broadcast of the leading dimensions
    Shape output;                                  // of the node
    std::int64_t matricesOfA = 1, matricesOfB = 1; // in each factor, without copies
};

/// MatMul, MatMulInteger, QLinearMatMul, FusedMatMul and Gemm. Throws   Refusal
MatrixProduct readMatrixProduct(const NodeView& node);

} // namespace nestloom::onnx
