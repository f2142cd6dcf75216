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

} // namespace nestloom::onnx
