// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/onnx/node_view.h"

namespace nestloom::onnx {

/// How a filter slides over the pixels of its input: one number per spatial dimension in each list.
struct FilterWindow {
    Shape kernel, stride, dilation, padBefore, padAfter;
    std::string autoPad; // "NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER"
};

/// Reads and checks the attributes. `kernel` is used where the node does not state kernel_shape. Throws   Refusal
FilterWindow readWindow(const NodeView& node, Shape kernel, std::size_t spatialDimensions);

/// floor or ceil((in + pads - ((kernel - 1) dilation + 1)) / stride) + 1, or as auto_pad says. Throws   Refusal
std::int64_t windowCount(const FilterWindow& window, std::size_t dimension, std::int64_t in, bool roundUp = false);

} // namespace nestloom::onnx
