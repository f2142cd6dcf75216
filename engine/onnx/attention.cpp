// SPDX-License-Identifier: Apache-2.0
// The definitions are those of ONNX, operator sets 23 and 24, and of ONNX Runtime, docs/ContribOperators.md.
#include "engine/onnx/attention.h"

#include "engine/onnx/refusal.h"
#include "engine/onnx/shape_rules.h"

#include <algorithm>
#include <optional>

namespace nestloom::onnx {

namespace {

std::int64_t divided(std::int64_t channels, std::int64_t heads)
{
    if (heads < 1 || channels < 1 || channels % heads != 0)
        refuse(std::to_string(channels) + " channels do not divide into " + std::to_string(heads) + " heads");
    return channels / heads;
}

std::int64_t headCount(const NodeView& node, const char* attribute, std::int64_t otherwise)
{
    const std::int64_t heads = node.integer(attribute, otherwise);
    return within(attribute, heads, 1, 1'000'000);
}

[[noreturn]] void refuseShapes(const NodeView& node)
{
    refuse("inputs of shapes " + node.inputShapes() + " are not understood");
}

/// A length that an input states. Nothing when the input is left out; refuses one that is computed.
std::optional<std::int64_t> statedLength(const NodeView& node, std::size_t input)
{
    if (!node.hasInput(input))
        return std::nullopt;
    const std::vector<std::int64_t> numbers = node.constantIntegers(input);
    if (numbers.size() != 1)
        refuse("input " + std::to_string(input) + " is no single number");
    return within("input " + std::to_string(input), numbers.front(), 0, kMaxExtent);
}

/// Keys and values of a cache, [batch, heads of keys, length, depth], as two inputs. The length, 0 without a cache.
std::int64_t cacheLength(const NodeView& node, std::size_t keys, std::size_t values, const AttentionSizes& sizes)
{
    if (!node.hasInput(keys) && !node.hasInput(values))
        return 0;
    const Shape &k = node.shape(keys), &v = node.shape(values);
    if (k.size() != 4 || k != Shape{sizes.batch, sizes.keyHeads, k[2], sizes.depth}
        || v != Shape{sizes.batch, sizes.keyHeads, k[2], sizes.valueDepth})
        refuse("a cache of shapes " + text(k) + " and " + text(v) + " does not fit " + std::to_string(sizes.keyHeads)
               + " heads of " + std::to_string(sizes.depth) + " and " + std::to_string(sizes.valueDepth) + " elements");
    return k[2];
}

/// Adds the cache: `length` is that of its tensor, `used` says how much of a tensor that is as long as it ever gets is
/// in use.
void addCache(AttentionSizes& sizes, std::int64_t length, std::optional<std::int64_t> used)
{
    if (used && *used + sizes.keys > length)
        refuse("a cache of " + std::to_string(length) + " holds no " + std::to_string(*used) + " keys and "
               + std::to_string(sizes.keys) + " new ones");
    sizes.cached = used.value_or(length);
    sizes.keys += sizes.cached;
    sizes.total = sizes.keys;
    sizes.present = used ? length : sizes.keys;
}

/// Heads that are copies of others along a dimension of K and V.
std::int64_t withoutCopies(const NodeView& node, std::int64_t heads, std::size_t dimension)
{
    const std::int64_t copies = std::min(node.input(1).copiesAlong(dimension), node.input(2).copiesAlong(dimension));
    return heads % copies == 0 ? heads / copies : heads;
}

AttentionSizes projected(const NodeView& node) // com.microsoft Attention: input, weights of Q, K and V side by side
{
    const Shape& x = node.shape(0);
    const Shape& w = node.shape(1);
    if (x.size() != 3 || w.size() != 2 || w[0] != x[2])
        refuseShapes(node);
    Shape parts = node.integers("qkv_hidden_sizes"); // of Q, K, V
    if (parts.empty())
        parts.assign(3, w[1] / 3);
    if (parts.size() != 3 || parts[0] != parts[1] || parts[0] > w[1] || parts[2] > w[1]
        || parts[0] * 2 + parts[2] != w[1])
        refuse("weights of shape " + text(w) + " do not divide into Q, K and V of " + text(parts) + " channels");
    AttentionSizes sizes;
    sizes.batch = x[0];
    sizes.queries = sizes.keys = sizes.total = sizes.present = x[1];
    sizes.heads = sizes.keyHeads = sizes.distinctHeads = headCount(node, "num_heads", 0);
    sizes.depth = divided(parts[0], sizes.heads);
    sizes.valueDepth = divided(parts[2], sizes.heads);
    sizes.projectedFrom = x[2];
    sizes.projectedTo = w[1];
    sizes.isOneCache = true;
    const bool isBuffer = node.integer("past_present_share_buffer", 0) != 0;
    if (node.hasInput(4)) {
        const Shape& past = node.shape(4);
        if (past.size() != 5 || past != Shape{2, sizes.batch, sizes.heads, past[3], sizes.depth}
            || sizes.depth != sizes.valueDepth)
            refuse("a cache of shape " + text(past) + " does not fit " + std::to_string(sizes.heads) + " heads of "
                   + std::to_string(sizes.depth) + " elements");
        const auto used = isBuffer ? statedLength(node, 6) : std::nullopt;
        if (isBuffer && !used)
            refuse("input 6, the length of its cache, is missing");
        addCache(sizes, past[3], used);
    }
    return sizes;
}

/// Q, K and V as ONNX Runtime's operators take them: one by one, or side by side in one tensor.
AttentionSizes multiHead(const NodeView& node)
{
    const Shape& q = node.shape(0);
    AttentionSizes sizes;
    sizes.heads = sizes.keyHeads = headCount(node, "num_heads", 0);
    if (q.size() == 5 && !node.hasInput(1) && !node.hasInput(2)) { // [batch, length, heads, 3, depth]
        if (q[2] != sizes.heads || q[3] != 3)
            refuseShapes(node);
        sizes.depth = sizes.valueDepth = q[4];
        sizes.keys = q[1];
    } else if (q.size() == 3) {
        sizes.depth = sizes.valueDepth = divided(q[2], sizes.heads);
        const Shape& k = node.shape(1);
        if (k.empty() || k[0] != q[0])
            refuseShapes(node);
        if (k.size() == 5 && !node.hasInput(2)) { // [batch, length, heads, 2, depth]
            if (k != Shape{q[0], k[1], sizes.heads, 2, sizes.depth})
                refuseShapes(node);
            sizes.keys = k[1];
        } else {
            const Shape& v = node.shape(2);
            const bool areApart = k.size() == 4 && v.size() == 4; // keys and values of another sequence
            if (!areApart && (k.size() != 3 || v.size() != 3))
                refuseShapes(node);
            sizes.keys = k[areApart ? 2 : 1];
            sizes.valueDepth = areApart ? v[3] : divided(v[2], sizes.heads);
            const Shape expectedK =
                areApart ? Shape{q[0], sizes.heads, sizes.keys, sizes.depth} : Shape{q[0], sizes.keys, q[2]};
            const Shape expectedV =
                areApart ? Shape{q[0], sizes.heads, sizes.keys, sizes.valueDepth} : Shape{q[0], sizes.keys, v[2]};
            if (k != expectedK || v != expectedV)
                refuseShapes(node);
        }
    } else {
        refuseShapes(node);
    }
    sizes.batch = q[0];
    sizes.queries = q[1];
    sizes.total = sizes.present = sizes.keys;
    const std::int64_t length = cacheLength(node, 6, 7, sizes);
    const bool canHaveCopies = length == 0 && q.size() == 3 && node.hasInput(2);
    sizes.distinctHeads =
        canHaveCopies ? withoutCopies(node, sizes.heads, node.shape(1).size() == 4 ? 1 : 2) : sizes.keyHeads;
    if (length > 0)
        addCache(sizes, length, statedLength(node, 8));
    return sizes;
}

AttentionSizes groupQuery(const NodeView& node)
{
    const Shape& q = node.shape(0);
    AttentionSizes sizes;
    sizes.heads = headCount(node, "num_heads", 0);
    sizes.keyHeads = sizes.distinctHeads = headCount(node, "kv_num_heads", 0);
    if (q.size() != 3 || sizes.heads % sizes.keyHeads != 0)
        refuseShapes(node);
    sizes.batch = q[0];
    sizes.queries = sizes.keys = q[1];
    if (node.hasInput(1) || node.hasInput(2)) {
        sizes.depth = sizes.valueDepth = divided(q[2], sizes.heads);
        const Shape expected{q[0], q[1], sizes.keyHeads * sizes.depth};
        if (node.shape(1) != expected || node.shape(2) != expected)
            refuseShapes(node);
    } else { // side by side
        sizes.depth = sizes.valueDepth = divided(q[2], sizes.heads + 2 * sizes.keyHeads);
    }
    const std::int64_t length = cacheLength(node, 3, 4, sizes);
    const bool isKnown = node.hasInput(6) && node.input(6).values;
    const std::int64_t all = isKnown ? statedLength(node, 6).value_or(0) : length + sizes.keys;
    if (all < sizes.keys || all > length + sizes.keys)
        refuse(std::to_string(all) + " keys in all are not " + std::to_string(sizes.keys) + " new ones and up to "
               + std::to_string(length) + " of the cache");
    if (!isKnown && length > 0)
        sizes.remark = "the cache counts as full, because the length in use is computed";
    sizes.cached = all - sizes.keys;
    sizes.keys = sizes.total = all;
    sizes.present = std::max(length, all);
    if (node.integer("sliding_window_cache", 0) != 0)
        refuse("a cache that holds a window only is not understood");
    if (node.integer("kv_cache_bit_width", 8) < 8 && length > 0)
        refuse("a cache of " + std::to_string(node.integer("kv_cache_bit_width", 8)) + " bits is not understood");
    const std::int64_t window = node.integer("local_window_size", -1);
    if (window > 0 && window < kMaxExtent)
        sizes.keys = std::min(all, window + sizes.queries - 1); // of all queries together
    return sizes;
}

AttentionSizes standard(const NodeView& node)
{
    const Shape &q = node.shape(0), &k = node.shape(1), &v = node.shape(2);
    AttentionSizes sizes;
    sizes.headsApart = q.size() == 4;
    if (q.size() != k.size() || k.size() != v.size() || (q.size() != 3 && q.size() != 4) || q[0] != k[0]
        || q[0] != v[0])
        refuseShapes(node);
    sizes.batch = q[0];
    if (sizes.headsApart) {
        sizes.heads = q[1];
        sizes.keyHeads = k[1];
        sizes.depth = q[3];
        sizes.valueDepth = v[3];
    } else {
        sizes.heads = headCount(node, "q_num_heads", 0);
        sizes.keyHeads = headCount(node, "kv_num_heads", sizes.heads);
        sizes.depth = divided(q[2], sizes.heads);
        sizes.valueDepth = divided(v[2], sizes.keyHeads);
    }
    sizes.queries = q[q.size() - 2];
    sizes.keys = sizes.present = k[k.size() - 2];
    const bool keysFit =
        sizes.headsApart ? k[3] == sizes.depth && v[1] == sizes.keyHeads : k[2] == sizes.keyHeads * sizes.depth;
    if (sizes.keyHeads < 1 || sizes.heads % sizes.keyHeads != 0 || v[v.size() - 2] != sizes.keys || !keysFit)
        refuse("Q, K and V of shapes " + text(q) + ", " + text(k) + " and " + text(v) + " do not fit each other");
    const std::int64_t length = cacheLength(node, 4, 5, sizes);
    sizes.distinctHeads = length == 0 ? withoutCopies(node, sizes.keyHeads, sizes.headsApart ? 1 : 2) : sizes.keyHeads;
    if (node.hasInput(6) && length > 0)
        refuse("it has both a cache and lengths within K and V");
    if (node.hasInput(6))
        sizes.remark = "all of K and V count, whatever lengths are in use";
    addCache(sizes, length, std::nullopt);
    return sizes;
}

} // namespace

AttentionSizes readAttention(const NodeView& node)
{
    if (node.proto().domain() != "com.microsoft")
        return standard(node);
    if (node.type() == "Attention")
        return projected(node);
    return node.type() == "GroupQueryAttention" ? groupQuery(node) : multiHead(node);
}

std::vector<TensorInfo> attentionShape(const NodeView& node)
{
    const AttentionSizes s = readAttention(node);
    const int type = node.input(0).type;
    const std::size_t cache = node.proto().domain() != "com.microsoft" ? 4
                              : node.type() == "Attention"             ? 4
                              : node.type() == "GroupQueryAttention"   ? 3
                                                                       : 6;
    const int kept = node.hasInput(cache) ? node.input(cache).type : type;
    const Shape shape = s.headsApart ? Shape{s.batch, s.heads, s.queries, s.valueDepth}
                                     : Shape{s.batch, s.queries, s.heads * s.valueDepth};
    if (s.isOneCache)
        return {{type, shape}, {kept, {2, s.batch, s.keyHeads, s.present, s.depth}}};
    return {{type, shape},
            {kept, {s.batch, s.keyHeads, s.present, s.depth}},
            {kept, {s.batch, s.keyHeads, s.present, s.valueDepth}},
            {type, {s.batch, s.heads, s.queries, s.total}}};
}

} // namespace nestloom::onnx
