// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/onnx/node_view.h"

namespace nestloom::onnx {

/// The sizes of an attention operator: Attention of ONNX, and Attention and MultiHeadAttention of com.microsoft.
struct AttentionSizes {
    std::int64_t batch = 1, heads = 1, keyHeads = 1, queries = 1, keys = 1;
    std::int64_t depth = 1, valueDepth = 1; // of one head
    std::int64_t projectedFrom = 0; // channels of the input that Q, K and V are computed from; 0 = they are inputs
    bool headsApart = false;        // Q, K and V are [batch, heads, length, depth]
};

/// Throws   Refusal
AttentionSizes readAttention(const NodeView& node);

} // namespace nestloom::onnx
