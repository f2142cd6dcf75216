// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/onnx/node_view.h"

#include <vector>

namespace nestloom::onnx {

/// Types and shapes of a node's outputs, in order; outputs beyond the list are not known. Every rule follows the
/// operator's definition in ONNX; where operator sets differ, it takes both ways of writing. Throws   Refusal
using ShapeRule = std::vector<TensorInfo> (*)(const NodeView& node);

/// Asks libonnx, which knows operator sets up to 17, for the shapes of the node as if it were of `type`. It is the rule
/// of all operators but those below: those that libonnx lacks in some operator set, or whose sizes layers are made of.
std::vector<TensorInfo> libraryShape(const NodeView& node, const std::string& type);
inline std::vector<TensorInfo> libraryShape(const NodeView& node) { return libraryShape(node, node.type()); }

// shapes_elementwise.cpp
std::vector<TensorInfo> sameShape(const NodeView& node);      // as input 0
std::vector<TensorInfo> castShape(const NodeView& node);      // as input 0, of the type in "to"
std::vector<TensorInfo> broadcastShape(const NodeView& node); // of all inputs
std::vector<TensorInfo> comparisonShape(const NodeView& node);
std::vector<TensorInfo> quantizeShape(const NodeView& node);
std::vector<TensorInfo> dequantizeShape(const NodeView& node);
std::vector<TensorInfo> quantizedBinaryShape(const NodeView& node); // QLinearAdd, QLinearMul
std::vector<TensorInfo> dropoutShape(const NodeView& node);
std::vector<TensorInfo> layerNormalizationShape(const NodeView& node);
std::vector<TensorInfo> reduceShape(const NodeView& node);
/// The shape that both broadcast to. Throws   Refusal
Shape broadcast(const Shape& a, const Shape& b);

// shapes_window.cpp: sliding windows
std::vector<TensorInfo> convolutionShape(const NodeView& node); // Conv, ConvInteger, QLinearConv
std::vector<TensorInfo> transposedConvolutionShape(const NodeView& node);
std::vector<TensorInfo> poolShape(const NodeView& node);
std::vector<TensorInfo> resizeShape(const NodeView& node);

// shapes_matrix.cpp
std::vector<TensorInfo> matrixProductShape(const NodeView& node); // MatMul and its family, Gemm
std::vector<TensorInfo> einsumShape(const NodeView& node);
std::vector<TensorInfo> recurrentShape(const NodeView& node);
std::vector<TensorInfo> attentionShape(const NodeView& node);

// shapes_movement.cpp
std::vector<TensorInfo> reshapeShape(const NodeView& node);
std::vector<TensorInfo> concatShape(const NodeView& node);
std::vector<TensorInfo> splitShape(const NodeView& node);
std::vector<TensorInfo> padShape(const NodeView& node);
std::vector<TensorInfo> sliceShape(const NodeView& node);
std::vector<TensorInfo> gatherNdShape(const NodeView& node);

// shapes_constant.cpp: no activations in
std::vector<TensorInfo> constantShape(const NodeView& node);
std::vector<TensorInfo> shapeShape(const NodeView& node);
std::vector<TensorInfo> sizeShape(const NodeView& node);
std::vector<TensorInfo> constantOfShapeShape(const NodeView& node);
std::vector<TensorInfo> rangeShape(const NodeView& node);

/// How often each slice along a dimension of the first output, of shape `out`, is there (TensorInfo::copies), as
/// follows from the copies in the inputs. Throws   Refusal where `out` cannot be
using CopiesRule = Shape (*)(const NodeView& node, const Shape& out);

Shape elementwiseCopies(const NodeView& node, const Shape& out); // each element follows from that of input 0
Shape broadcastCopies(const NodeView& node, const Shape& out);
Shape keptCopies(const NodeView& node, const Shape& out);       // all elements in the same order
Shape rearrangedCopies(const NodeView& node, const Shape& out); // none, but all elements
Shape transposedCopies(const NodeView& node, const Shape& out);
Shape joinedCopies(const NodeView& node, const Shape& out);
Shape slicedCopies(const NodeView& node, const Shape& out);
Shape pickedCopies(const NodeView& node, const Shape& out);
Shape stretchedCopies(const NodeView& node, const Shape& out);
Shape tiledCopies(const NodeView& node, const Shape& out);

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
