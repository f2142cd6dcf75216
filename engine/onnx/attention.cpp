// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/attention.h"

#include "engine/onnx/refusal.h"
#include "engine/onnx/shape_rules.h"

namespace nestloom::onnx {

namespace {

std::int64_t divided(std::int64_t channels, std::int64_t heads)
{
    if (heads < 1 || channels % heads != 0)
        refuse(std::to_string(channels) + " channels do not divide into " + std::to_string(heads) + " heads");
    return channels / heads;
}

std::int64_t headCount(const NodeView& node, const char* attribute, std::int64_t otherwise)
{
    const std::int64_t heads = node.integer(attribute, otherwise);
    return within(attribute, heads, 1, 1'000'000);
}

AttentionSizes projected(const NodeView& node) // com.microsoft Attention: input, weights of Q, K and V side by side
{
    const Shape& x = node.shape(0);
    const Shape& w = node.shape(1);
    if (x.size() != 3 || w.size() != 2 || w[0] != x[2] || w[1] % 3 != 0 || node.has("qkv_hidden_sizes"))
        refuse("an input of shape " + text(x) + " and weights of shape " + text(w) + " are not understood");
    AttentionSizes sizes;
    sizes.batch = x[0];
    sizes.queries = sizes.keys = x[1];
    sizes.heads = sizes.keyHeads = headCount(node, "num_heads", 0);
    sizes.depth = sizes.valueDepth = divided(w[1] / 3, sizes.heads);
    sizes.projectedFrom = x[2];
    return sizes;
}

} // namespace

AttentionSizes readAttention(const NodeView& node)
{
    const bool microsoft = node.proto().domain() == "com.microsoft";
    if (microsoft && node.type() == "Attention")
        return projected(node);
    const Shape &q = node.shape(0), &k = node.shape(1), &v = node.shape(2);
    AttentionSizes sizes;
    sizes.headsApart = q.size() == 4;
    if (q.size() != k.size() || k.size() != v.size() || (q.size() != 3 && q.size() != 4) || q[0] != k[0]
        || q[0] != v[0])
        refuse("Q, K and V of shapes " + text(q) + ", " + text(k) + " and " + text(v) + " are not understood");
    sizes.batch = q[0];
    if (sizes.headsApart) {
        sizes.heads = q[1];
        sizes.keyHeads = k[1];
        sizes.depth = q[3];
        sizes.valueDepth = v[3];
    } else {
        sizes.heads = microsoft ? headCount(node, "num_heads", 0) : headCount(node, "q_num_heads", 0);
        sizes.keyHeads = microsoft ? sizes.heads : headCount(node, "kv_num_heads", sizes.heads);
        sizes.depth = divided(q[2], sizes.heads);
        sizes.valueDepth = divided(v[2], sizes.keyHeads);
    }
    sizes.queries = q[q.size() - 2];
    sizes.keys = k[k.size() - 2];
    if (sizes.keyHeads < 1 || sizes.heads % sizes.keyHeads != 0 || v[v.size() - 2] != sizes.keys)
        refuse("Q, K and V of shapes " + text(q) + ", " + text(k) + " and " + text(v) + " do not fit each other");
    return sizes;
}

std::vector<TensorInfo> attentionShape(const NodeView& node)
{
    const AttentionSizes s = readAttention(node);
    const Shape shape = s.headsApart ? Shape{s.batch, s.heads, s.queries, s.valueDepth}
                                     : Shape{s.batch, s.queries, s.heads * s.valueDepth};
    return {{node.input(0).type, shape}};
}

} // namespace nestloom::onnx
