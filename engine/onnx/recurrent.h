// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/onnx/node_view.h"

namespace nestloom::onnx {

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

} // namespace nestloom::onnx
