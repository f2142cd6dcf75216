// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/onnx/node_view.h"

namespace nestloom::onnx {

/// Computes the content of a node's first output from small constants: what exporters write to put a shape together.
/// `output` has its type and shape. Nothing for other operators, and when an input's content is not known.
std::optional<Values> foldValues(const NodeView& node, const TensorInfo& output);

} // namespace nestloom::onnx
