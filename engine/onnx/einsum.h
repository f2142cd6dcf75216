// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/onnx/node_view.h"

namespace nestloom::onnx {

/// An Einsum over two tensors as one matrix product per group: sizes multiplied by what their letters stand for.
struct Einsum {
    Shape output;
    std::int64_t groups = 1;     // in both inputs and the output
    std::int64_t rows = 1;       // in the first input and the output
    std::int64_t columns = 1;    // in the second input and the output
    std::int64_t contracted = 1; // in both inputs only
};

/// Throws   Refusal for more or fewer than two inputs, for "...", for repeated letters, and for letters that only one
///          input has
Einsum readEinsum(const NodeView& node);

} // namespace nestloom::onnx
