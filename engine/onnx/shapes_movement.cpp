// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/refusal.h"
#include "engine/onnx/shape_rules.h"

#include <algorithm>
#include <map>

namespace nestloom::onnx {

namespace {

TensorInfo like(const NodeView& node, Shape shape)
{
    TensorInfo info;
    info.type = node.input(0).type;
    info.storedBits = node.input(0).storedBits;
    info.shape = std::move(shape);
    return info;
}

/// `info` with the copies along each of its dimensions.
TensorInfo withCopies(TensorInfo info, Shape copies)
{
    if (std::ranges::any_of(copies, [](std::int64_t count) { return count > 1; }))
        info.copies = std::move(copies);
    return info;
}

/// Copies along the dimensions of a tensor that is seen in another shape. Dimensions are compared in the smallest
/// groups that hold equally many elements. A group that becomes one dimension, beside others of 1, has the copies of
/// all its dimensions; in one that becomes several, copies that follow each other lie in the last of them.
Shape copiesInShape(const TensorInfo& from, const Shape& to)
{
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

/// The same elements in the same order.
std::vector<TensorInfo> reshaped(const NodeView& node, const Shape& out)
{
    return {withCopies(like(node, out), copiesInShape(node.input(0), out))};
}

std::int64_t product(const Shape& shape, std::size_t begin, std::size_t end)
{
    return elementCount(Shape(shape.begin() + std::ptrdiff_t(begin), shape.begin() + std::ptrdiff_t(end)));
}

/// An axis of the result of adding `added` dimensions.
std::vector<bool> marked(const NodeView& node, const std::vector<std::int64_t>& axes, std::size_t rank)
{
    std::vector<bool> isMarked(rank, false);
    for (const std::int64_t written : axes) {
        const std::size_t axis = node.axis(written, rank);
        if (isMarked[axis])
            refuse("an axis is listed twice");
        isMarked[axis] = true;
    }
    return isMarked;
}

} // namespace

std::vector<TensorInfo> reshapeShape(const NodeView& node)
{
    const Shape& in = node.shape(0);
    Shape out = node.integersOf("shape", 1).value_or(Shape{});
    const std::int64_t count = elementCount(in);
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
        out[*open] = known > 0 ? count / known : 0;
    if (elementCount(out) != count)
        refuse("shape " + text(in) + " cannot become " + text(out));
    return reshaped(node, out);
}

std::vector<TensorInfo> flattenShape(const NodeView& node)
{
    const Shape& in = node.shape(0);
    const std::int64_t written = node.integer("axis", 1);
    const std::size_t axis = written == std::int64_t(in.size()) ? in.size() : node.axis(written, in.size());
    return reshaped(node, {product(in, 0, axis), product(in, axis, in.size())});
}

std::vector<TensorInfo> squeezeShape(const NodeView& node)
{
    const Shape& in = node.shape(0);
    const auto axes = node.integersOf("axes", 1);
    const std::vector<bool> isChosen = marked(node, axes.value_or(Shape{}), in.size());
    Shape out;
    for (std::size_t i = 0; i < in.size(); ++i) {
        if (axes && isChosen[i] && in[i] != 1)
            refuse("dimension " + std::to_string(i) + " of " + text(in) + " is not 1");
        if (axes ? !isChosen[i] : in[i] != 1)
            out.push_back(in[i]);
    }
    return reshaped(node, out);
}

std::vector<TensorInfo> unsqueezeShape(const NodeView& node)
{
    const Shape& in = node.shape(0);
    const auto axes = node.integersOf("axes", 1).value_or(Shape{});
    const std::vector<bool> isNew = marked(node, axes, in.size() + axes.size());
    Shape out;
    std::size_t next = 0;
    for (const bool fresh : isNew)
        out.push_back(fresh ? 1 : in[next++]);
    return reshaped(node, out);
}

std::vector<TensorInfo> transposeShape(const NodeView& node)
{
    const Shape& in = node.shape(0);
    Shape order = node.integers("perm");
    if (order.empty())
        for (std::size_t i = in.size(); i > 0; --i)
            order.push_back(std::int64_t(i - 1));
    if (order.size() != in.size())
        refuse("perm has " + std::to_string(order.size()) + " axes for the shape " + text(in));
    marked(node, order, in.size());
    Shape out, copies;
    for (const std::int64_t axis : order) {
        out.push_back(in[node.axis(axis, in.size())]);
        copies.push_back(node.input(0).copiesAlong(node.axis(axis, in.size())));
    }
    return {withCopies(like(node, out), copies)};
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
    Shape copies; // the same tensor several times over, or copies in all of them
    const auto& names = node.proto().input();
    const bool isRepeated = std::ranges::all_of(names, [&](const std::string& name) { return name == names[0]; });
    for (std::size_t d = 0; d < out.size(); ++d) {
        const std::int64_t one = node.input(0).copiesAlong(d);
        bool isSame = true;
        for (std::size_t i = 1; i < node.inputCount(); ++i)
            isSame = isSame && node.input(i).copiesAlong(d) == one;
        copies.push_back(d == axis ? (isRepeated ? one * std::int64_t(node.inputCount()) : 1) : isSame ? one : 1);
    }
    return {withCopies(like(node, out), copies)};
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
        out.push_back(like(node, in));
        out.back().shape[axis] = length;
    }
    if (out.size() != parts || sum != in[axis])
        refuse("the parts do not add up to dimension " + std::to_string(axis) + " of " + text(in));
    return out;
}

std::vector<TensorInfo> sliceShape(const NodeView& node)
{
    const Shape& in = node.shape(0);
    const auto starts = node.integersOf("starts", 1), ends = node.integersOf("ends", 2),
               steps = node.integersOf("steps", 4);
    auto axes = node.integersOf("axes", 3);
    if (!starts || !ends || starts->size() != ends->size() || (axes && axes->size() != starts->size())
        || (steps && steps->size() != starts->size()) || starts->size() > in.size())
        refuse("starts, ends, axes and steps do not fit each other");
    Shape out = in;
    for (std::size_t i = 0; i < starts->size(); ++i) {
        const std::size_t axis = axes ? node.axis((*axes)[i], in.size()) : i;
        const std::int64_t extent = in[axis];
        const std::int64_t step = std::clamp(steps ? (*steps)[i] : 1, -kMaxExtent, kMaxExtent);
        if (step == 0)
            refuse("a step is 0");
        if (extent == 0)
            continue;
        const auto place = [&](std::int64_t written, std::int64_t least, std::int64_t most) {
            const std::int64_t near = std::clamp(written, -2 * kMaxExtent, 2 * kMaxExtent);
            return std::clamp(near < 0 ? near + extent : near, least, most);
        };
        const std::int64_t begin = step > 0 ? place((*starts)[i], 0, extent) : place((*starts)[i], 0, extent - 1);
        const std::int64_t end = step > 0 ? place((*ends)[i], 0, extent) : place((*ends)[i], -1, extent - 1);
        const std::int64_t span = step > 0 ? end - begin : begin - end;
        const std::int64_t size = step > 0 ? step : -step;
        out[axis] = span <= 0 ? 0 : (span + size - 1) / size;
    }
    Shape copies;
    for (std::size_t d = 0; d < out.size(); ++d)
        copies.push_back(out[d] == in[d] ? node.input(0).copiesAlong(d) : 1);
    return {withCopies(like(node, out), copies)};
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
    return {like(node, out)};
}

std::vector<TensorInfo> gatherShape(const NodeView& node)
{
    const Shape& in = node.shape(0);
    const Shape& indices = node.shape(1);
    const std::size_t axis = node.axis(node.integer("axis", 0), in.size());
    Shape out(in.begin(), in.begin() + std::ptrdiff_t(axis));
    out.insert(out.end(), indices.begin(), indices.end());
    out.insert(out.end(), in.begin() + std::ptrdiff_t(axis) + 1, in.end());
    Shape copies(out.size(), 1);
    if (const auto& list = node.input(1).values; list && !list->real && indices.size() == 1 && indices[0] > 0) {
        std::map<std::int64_t, std::int64_t> uses; // heads of keys that are picked again and again
        for (const std::int64_t index : list->integers)
            ++uses[index];
        const std::int64_t each = uses.begin()->second;
        if (std::ranges::all_of(uses, [&](const auto& use) { return use.second == each; }))
            copies[axis] = each;
    }
    return {withCopies(like(node, out), copies)};
}

std::vector<TensorInfo> gatherElementsShape(const NodeView& node) { return {like(node, node.shape(1))}; }

std::vector<TensorInfo> gatherNdShape(const NodeView& node)
{
    const Shape &in = node.shape(0), &indices = node.shape(1);
    const std::int64_t batch = node.integer("batch_dims", 0);
    if (indices.empty() || batch < 0 || indices.back() > std::int64_t(in.size()) - batch)
        refuse("indices of shape " + text(indices) + " do not fit " + text(in));
    Shape out(indices.begin(), indices.end() - 1);
    out.insert(out.end(), in.begin() + std::ptrdiff_t(batch + indices.back()), in.end());
    return {like(node, out)};
}

std::vector<TensorInfo> expandShape(const NodeView& node)
{
    const Shape wanted = node.constantIntegers(1);
    checkShape(wanted);
    const Shape& in = node.shape(0);
    const Shape out = broadcast(in, wanted);
    Shape copies;
    for (std::size_t d = 0; d < out.size(); ++d) {
        const std::size_t fresh = out.size() - in.size();
        const bool isOld = d >= fresh && in[d - fresh] == out[d];
        copies.push_back(isOld ? node.input(0).copiesAlong(d - fresh) : std::max<std::int64_t>(out[d], 1));
    }
    return {withCopies(like(node, out), copies)};
}

std::vector<TensorInfo> tileShape(const NodeView& node)
{
    Shape out = node.shape(0);
    const Shape repeats = node.constantIntegers(1);
    if (repeats.size() != out.size())
        refuse("repeats has " + std::to_string(repeats.size()) + " numbers for the shape " + text(out));
    Shape copies;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::int64_t times = within("a repeat", repeats[i], 0, kMaxExtent);
        if (times > 0 && out[i] > kMaxExtent / times)
            refuse("the result is larger than any network's");
        out[i] *= times;
        copies.push_back(node.input(0).copiesAlong(i) * std::max<std::int64_t>(times, 1));
    }
    return {withCopies(like(node, out), copies)};
}

std::vector<TensorInfo> depthToSpaceShape(const NodeView& node)
{
    const Shape& x = node.shape(0);
    const std::int64_t block = within("blocksize", node.integer("blocksize", 0), 1, 1024);
    if (x.size() != 4 || x[1] % (block * block) != 0)
        refuse("the shape " + text(x) + " does not divide into blocks of " + std::to_string(block));
    return {like(node, {x[0], x[1] / (block * block), x[2] * block, x[3] * block})};
}

std::vector<TensorInfo> spaceToDepthShape(const NodeView& node)
{
    const Shape& x = node.shape(0);
    const std::int64_t block = within("blocksize", node.integer("blocksize", 0), 1, 1024);
    if (x.size() != 4 || x[2] % block != 0 || x[3] % block != 0)
        refuse("the shape " + text(x) + " does not divide into blocks of " + std::to_string(block));
    return {like(node, {x[0], x[1] * block * block, x[2] / block, x[3] / block})};
}

} // namespace nestloom::onnx
