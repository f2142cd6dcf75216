// SPDX-License-Identifier: Apache-2.0
// Operators that move elements: shapes of those whose definitions libonnx does not know in full, and copies.
#include "engine/onnx/refusal.h"
#include "engine/onnx/shape_rules.h"

#include <algorithm>
#include <map>

namespace nestloom::onnx {

std::vector<TensorInfo> reshapeShape(const NodeView& node)
{
    const Shape& in = node.shape(0);
    Shape out = node.integersOf("shape", 1).value_or(Shape{});
    std::int64_t known = 1;
    std::optional<std::size_t> open;
    if (out.size() > kMaxRank)
        refuse("the new shape has " + std::to_string(out.size()) + " dimensions");
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (out[i] == 0 && node.integer("allowzero", 0) == 0) {
            if (i >= in.size())
                refuse("dimension " + std::to_string(i) + " of the new shape keeps one that is not there");
            out[i] = in[i];
        }
        if (out[i] == -1 && !open) {
            open = i;
            continue;
        }
        within("a dimension of the new shape", out[i], 0, kMaxExtent);
        if (out[i] > 0 && known > kMaxElements / out[i])
            refuse("the new shape " + text(out) + " has more than 2^50 elements");
        known *= out[i];
    }
    if (open)
        out[*open] = known > 0 ? elementCount(in) / known : 0;
    return {{node.input(0).type, out}};
}

std::vector<TensorInfo> concatShape(const NodeView& node)
{
    Shape out = node.shape(0);
    const std::size_t axis = node.axis(node.integer("axis", 1), out.size());
    for (std::size_t i = 1; i < node.inputCount(); ++i) {
        const Shape& next = node.shape(i);
        for (std::size_t d = 0; d < std::max(out.size(), next.size()); ++d)
            if (out.size() != next.size() || (d != axis && out[d] != next[d]))
                refuse("shapes " + text(out) + " and " + text(next) + " cannot be joined along dimension "
                       + std::to_string(axis));
        out[axis] += next[axis];
    }
    return {{node.input(0).type, out}};
}

std::vector<TensorInfo> splitShape(const NodeView& node)
{
    const Shape& in = node.shape(0);
    const std::size_t axis = node.axis(node.integer("axis", 0), in.size());
    const std::size_t parts = node.outputCount();
    auto lengths = node.integersOf("split", 1);
    if (!lengths) {
        if (parts == 0)
            refuse("it has no outputs");
        const std::int64_t each = (in[axis] + std::int64_t(parts) - 1) / std::int64_t(parts);
        lengths.emplace(parts, each);
        lengths->back() = in[axis] - each * std::int64_t(parts - 1);
    }
    std::vector<TensorInfo> out;
    std::int64_t sum = 0;
    for (const std::int64_t length : *lengths) {
        sum += within("a part", length, 0, in[axis]);
        out.push_back({node.input(0).type, in});
        out.back().shape[axis] = length;
    }
    if (out.size() != parts || sum != in[axis])
        refuse("the parts do not add up to dimension " + std::to_string(axis) + " of " + text(in));
    return out;
}

std::vector<TensorInfo> padShape(const NodeView& node)
{
    const Shape& in = node.shape(0);
    auto pads = node.integersOf(node.has("paddings") ? "paddings" : "pads", 1);
    if (!pads)
        refuse("pads are missing");
    Shape axes;
    if (node.hasInput(3))
        axes = node.constantIntegers(3);
    else
        for (std::size_t i = 0; i < in.size(); ++i)
            axes.push_back(std::int64_t(i));
    if (pads->size() != 2 * axes.size())
        refuse("pads has " + std::to_string(pads->size()) + " numbers for the shape " + text(in));
    Shape out = in;
    for (std::size_t i = 0; i < axes.size(); ++i)
        for (const std::int64_t pad : {(*pads)[i], (*pads)[axes.size() + i]})
            out[node.axis(axes[i], in.size())] += within("a pad", pad, -kMaxExtent, kMaxExtent);
    return {{node.input(0).type, out}};
}

/// Operator sets below 10 have numbers in attributes, of which libonnx infers nothing where an end is negative.
std::vector<TensorInfo> sliceShape(const NodeView& node)
{
    if (!node.has("starts"))
        return libraryShape(node);
    const Shape& in = node.shape(0);
    const std::vector<std::int64_t> starts = node.integers("starts"), ends = node.integers("ends"),
                                    axes = node.integers("axes");
    if (starts.size() != ends.size() || (node.has("axes") && axes.size() != starts.size()))
        refuse("starts, ends and axes differ in length");
    Shape out = in;
    for (std::size_t i = 0; i < starts.size(); ++i) {
        const std::size_t axis = node.axis(node.has("axes") ? axes[i] : std::int64_t(i), in.size());
        const auto place = [size = in[axis]](std::int64_t written) {
            return std::clamp<std::int64_t>(written < 0 ? written + size : written, 0, size);
        };
        out[axis] = std::max<std::int64_t>(0, place(ends[i]) - place(starts[i]));
    }
    return {{node.input(0).type, out}};
}

std::vector<TensorInfo> gatherNdShape(const NodeView& node)
{
    const Shape &in = node.shape(0), &indices = node.shape(1);
    const std::int64_t batch = node.integer("batch_dims", 0);
    if (indices.empty() || batch < 0 || indices.back() > std::int64_t(in.size()) - batch)
        refuse("indices of shape " + text(indices) + " do not fit " + text(in));
    Shape out(indices.begin(), indices.end() - 1);
    out.insert(out.end(), in.begin() + std::ptrdiff_t(batch + indices.back()), in.end());
    return {{node.input(0).type, out}};
}

namespace {

void checkCount(const NodeView& node, const Shape& out)
{
    if (elementCount(node.shape(0)) != elementCount(out))
        refuse("shape " + text(node.shape(0)) + " cannot become " + text(out));
}

} // namespace

/// Copies along the dimensions of a tensor that is seen in another shape. Dimensions are compared in the smallest
/// groups that hold equally many elements. A group that becomes one dimension, beside others of 1, has the copies of
/// all its dimensions; in one that becomes several, copies that follow each other lie in the last of them.
Shape keptCopies(const NodeView& node, const Shape& to)
{
    const TensorInfo& from = node.input(0);
    checkCount(node, to);
    Shape copies(to.size(), 1);
    std::size_t i = 0, o = 0;
    while (!from.copies.empty() && i < from.shape.size() && o < to.size()) {
        std::int64_t in = from.shape[i], out = to[o], count = from.copiesAlong(i);
        std::int64_t inner = count == in ? count : 1; // copies that follow each other
        std::size_t widest = o;
        bool isOne = true; // a single dimension of the new shape
        while (in != out) {
            if (in == 0 || out == 0 || (in < out ? ++i == from.shape.size() : ++o == to.size()))
                return Shape(to.size(), 1);
            if (in < out) {
                in *= from.shape[i];
                count *= from.copiesAlong(i);
                inner = from.shape[i] == from.copiesAlong(i) ? inner * from.shape[i] : 1;
            } else {
                out *= to[o];
                isOne = isOne && (to[o] == 1 || to[widest] == 1);
                widest = to[o] > 1 ? o : widest;
            }
        }
        if ((isOne || inner == count) && to[widest] % count == 0)
            copies[widest] = count;
        ++i;
        ++o;
    }
    return copies;
}

Shape rearrangedCopies(const NodeView& node, const Shape& out)
{
    checkCount(node, out);
    return {};
}

Shape transposedCopies(const NodeView& node, const Shape& out)
{
    checkCount(node, out);
    const Shape order = node.integers("perm");
    Shape copies;
    for (std::size_t d = 0; d < out.size(); ++d)
        copies.push_back(node.input(0).copiesAlong(order.empty() ? out.size() - 1 - d : std::size_t(order[d])));
    return copies;
}

/// The same tensor several times over, or copies in all of them.
Shape joinedCopies(const NodeView& node, const Shape& out)
{
    const std::size_t axis = node.axis(node.integer("axis", 1), out.size());
    const auto& names = node.proto().input();
    const bool isRepeated = std::ranges::all_of(names, [&](const std::string& name) { return name == names[0]; });
    Shape copies;
    for (std::size_t d = 0; d < out.size(); ++d) {
        const std::int64_t one = node.input(0).copiesAlong(d);
        bool isSame = true;
        for (std::size_t i = 1; i < node.inputCount(); ++i)
            isSame = isSame && node.input(i).copiesAlong(d) == one;
        copies.push_back(d == axis ? (isRepeated ? one * std::int64_t(node.inputCount()) : 1) : isSame ? one : 1);
    }
    return copies;
}

Shape slicedCopies(const NodeView& node, const Shape& out)
{
    Shape copies;
    for (std::size_t d = 0; d < out.size(); ++d)
        copies.push_back(out[d] == node.shape(0)[d] ? node.input(0).copiesAlong(d) : 1);
    return copies;
}

/// Heads of keys that are picked again and again.
Shape pickedCopies(const NodeView& node, const Shape& out)
{
    Shape copies(out.size(), 1);
    const auto& list = node.input(1).values;
    if (!list || node.shape(1).size() != 1 || list->empty())
        return copies;
    std::map<double, std::int64_t> uses; // by index
    for (const double index : *list)
        ++uses[index];
    const std::int64_t each = uses.begin()->second;
    if (std::ranges::all_of(uses, [&](const auto& use) { return use.second == each; }))
        copies[node.axis(node.integer("axis", 0), node.shape(0).size())] = each;
    return copies;
}

Shape stretchedCopies(const NodeView& node, const Shape& out)
{
    const Shape& in = node.shape(0);
    Shape copies;
    for (std::size_t d = 0; d < out.size(); ++d) {
        const std::size_t fresh = out.size() - in.size();
        const bool isOld = d >= fresh && in[d - fresh] == out[d];
        copies.push_back(isOld ? node.input(0).copiesAlong(d - fresh) : std::max<std::int64_t>(out[d], 1));
    }
    return copies;
}

Shape tiledCopies(const NodeView& node, const Shape& out)
{
    const Shape repeats = node.constantIntegers(1);
    Shape copies;
    for (std::size_t d = 0; d < out.size(); ++d)
        copies.push_back(node.input(0).copiesAlong(d) * std::max<std::int64_t>(repeats[d], 1));
    return copies;
}

} // namespace nestloom::onnx
