// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/onnx/node_view.h"
#include "engine/workload/layer.h"

#include <string>
#include <vector>

namespace nestloom::onnx {

/// What the mapping engines schedule of a node. Names of the layers are parts of the operator's name: "" when there is
/// one layer. `remark` says how the node became layers when that is not obvious; a clause.
struct NodeLayers {
    std::vector<workload::Layer> layers;
    std::string remark;
};

/// Throws   Refusal
using LayerRule = NodeLayers (*)(const NodeView& node, const TensorInfo& output);

NodeLayers convolutionLayers(const NodeView& node, const TensorInfo& output);
NodeLayers transposedConvolutionLayers(const NodeView& node, const TensorInfo& output);
NodeLayers matrixProductLayers(const NodeView& node, const TensorInfo& output); // Gemm as well
NodeLayers einsumLayers(const NodeView& node, const TensorInfo& output);
NodeLayers recurrentLayers(const NodeView& node, const TensorInfo& output);
NodeLayers attentionLayers(const NodeView& node, const TensorInfo& output);

} // namespace nestloom::onnx
