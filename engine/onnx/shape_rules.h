// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/onnx/node_view.h"

#include <vector>

namespace nestloom::onnx {

/// Types and shapes of a node's outputs, in order; outputs beyond the list are not known. Shapes of inputs are checked
/// (checkShape), those of outputs are checked by the caller. Every rule follows the operator's definition in ONNX;
/// where operator sets differ, it takes both ways of writing. Throws   Refusal
using ShapeRule = std::vector<TensorInfo> (*)(const NodeView& node);

// shapes_elementwise.cpp
std::vector<TensorInfo> sameShape(const NodeView& node); // as input 0
std::vector<TensorInfo> elementwiseShape(
    const NodeView& node); // the same, and every element follows from that of input 0 alone
std::vector<TensorInfo> castShape(const NodeView& node);      // as input 0, of the type in "to"
std::vector<TensorInfo> broadcastShape(const NodeView& node); // of all inputs
std::vector<TensorInfo> comparisonShape(const NodeView& node);
std::vector<TensorInfo> whereShape(const NodeView& node);
std::vector<TensorInfo> quantizeShape(const NodeView& node);
std::vector<TensorInfo> dequantizeShape(const NodeView& node);
std::vector<TensorInfo> dynamicQuantizeShape(const NodeView& node);
std::vector<TensorInfo> quantizedBinaryShape(const NodeView& node); // QLinearAdd, QLinearMul
std::vector<TensorInfo> dropoutShape(const NodeView& node);
std::vector<TensorInfo> layerNormalizationShape(const NodeView& node);
/// The shape that both broadcast to. Throws   Refusal
Shape broadcast(const Shape& a, const Shape& b);

// shapes_window.cpp: sliding windows
std::vector<TensorInfo> convolutionShape(const NodeView& node); // Conv, ConvInteger, QLinearConv
std::vector<TensorInfo> transposedConvolutionShape(const NodeView& node);
std::vector<TensorInfo> poolShape(const NodeView& node);
std::vector<TensorInfo> globalPoolShape(const NodeView& node);

// shapes_matrix.cpp
std::vector<TensorInfo> matrixProductShape(const NodeView& node); // MatMul, MatMulInteger, QLinearMatMul, FusedMatMul
std::vector<TensorInfo> gemmShape(const NodeView& node);
std::vector<TensorInfo> einsumShape(const NodeView& node);
std::vector<TensorInfo> recurrentShape(const NodeView& node);
std::vector<TensorInfo> attentionShape(const NodeView& node);

// shapes_movement.cpp
std::vector<TensorInfo> reshapeShape(const NodeView& node);
std::vector<TensorInfo> flattenShape(const NodeView& node);
std::vector<TensorInfo> squeezeShape(const NodeView& node);
std::vector<TensorInfo> unsqueezeShape(const NodeView& node);
std::vector<TensorInfo> transposeShape(const NodeView& node);
std::vector<TensorInfo> concatShape(const NodeView& node);
std::vector<TensorInfo> splitShape(const NodeView& node);
std::vector<TensorInfo> sliceShape(const NodeView& node);
std::vector<TensorInfo> padShape(const NodeView& node);
std::vector<TensorInfo> gatherShape(const NodeView& node);
std::vector<TensorInfo> gatherElementsShape(const NodeView& node);
std::vector<TensorInfo> gatherNdShape(const NodeView& node);
std::vector<TensorInfo> expandShape(const NodeView& node);
std::vector<TensorInfo> tileShape(const NodeView& node);
std::vector<TensorInfo> resizeShape(const NodeView& node);
std::vector<TensorInfo> depthToSpaceShape(const NodeView& node);
std::vector<TensorInfo> spaceToDepthShape(const NodeView& node);

// shapes_reduce.cpp
std::vector<TensorInfo> reduceShape(const NodeView& node);
std::vector<TensorInfo> argShape(const NodeView& node);
std::vector<TensorInfo> topKShape(const NodeView& node);

// shapes_constant.cpp: no activations in
std::vector<TensorInfo> constantShape(const NodeView& node);
std::vector<TensorInfo> shapeShape(const NodeView& node);
std::vector<TensorInfo> sizeShape(const NodeView& node);
std::vector<TensorInfo> constantOfShapeShape(const NodeView& node);
std::vector<TensorInfo> rangeShape(const NodeView& node);

// library_shapes.cpp
/// For operators without a rule of ours: asks libonnx, which knows operator sets up to 17.
std::vector<TensorInfo> libraryShape(const NodeView& node);

/// How a filter slides over the pixels of its input: one number per spatial dimension in each list.
struct FilterWindow {
    Shape kernel, stride, dilation, padBefore, padAfter;
    std::string autoPad; // "NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER"
};

/// Reads and checks the attributes. `kernel` is used where the node does not state kernel_shape. Throws   Refusal
FilterWindow readWindow(const NodeView& node, Shape kernel, std::size_t spatialDimensions);

/// floor or ceil((in + pads - ((kernel - 1) dilation + 1)) / stride) + 1, or as auto_pad says. Throws   Refusal
std::int64_t windowCount(const FilterWindow& window, std::size_t dimension, std::int64_t in, bool roundUp = false);

/// The sizes of an LSTM, a GRU or an RNN.
struct Recurrence {
    std::int64_t steps = 1, batch = 1, inputs = 1, hidden = 1, directions = 1;
    std::int64_t gates = 1;  // 4, 3 or 1
    bool batchFirst = false; // X is [batch, steps, inputs]
    std::vector<std::int64_t>
        lengths{}; // of each sequence of the batch, where the file states them; else all have `steps`
};

/// Throws   Refusal when the shapes of X, W and R do not fit each other
Recurrence readRecurrence(const NodeView& node);

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
