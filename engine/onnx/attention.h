// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/onnx/node_view.h"

#include <string>

namespace nestloom::onnx {

/// The sizes of an attention operator: Attention of ONNX, and Attention, MultiHeadAttention and GroupQueryAttention of
/// com.microsoft.
struct AttentionSizes {
    std::int64_t batch = 1, heads = 1, queries = 1;
    std::int64_t keyHeads = 1;                       // of the keys and values that are given
    std::int64_t distinctHeads = 1;                  // of these, without copies: the others repeat them
    std::int64_t total = 1;                          // keys of the cache that are in use and new ones
    std::int64_t keys = 1;                           // of these, what queries are multiplied with
    std::int64_t cached = 0;                         // keys of the total that come from a cache
    std::int64_t present = 1;                        // length of the cache afterwards
    std::int64_t depth = 1, valueDepth = 1;          // of one head
    std::int64_t projectedFrom = 0, projectedTo = 0; // channels of the input that Q, K and V are computed from, and of
                                                     // all three; 0 = they are inputs
    bool headsApart = false;                         // Q, K and V are [batch, heads, length, depth]
    bool isOneCache = false; // keys and values of the cache are one tensor, [2, batch, heads, length, depth]
    std::string remark;      // a clause, or empty
};

/// Throws   Refusal
AttentionSizes readAttention(const NodeView& node);

} // namespace nestloom::onnx
