// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/fold_values.h"

#include "engine/onnx/refusal.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace nestloom::onnx {

namespace {

constexpr double kWholeDoubles = 9e15; // doubles up to here are exact whole numbers

/// A computed element of a tensor of this type.
double checked(double number, int type)
{
    if (!isFloat(type) && !(std::abs(number) <= kWholeDoubles))
        refuse("a number is too large to compute a shape with");
    return number;
}

/// The element of `shape` that lies under `position` of a tensor of `wide` elements when `shape` is broadcast to it.
std::size_t broadcastIndex(std::size_t position, const Shape& wide, const Shape& shape)
{
    std::size_t index = 0, factor = 1;
    for (std::size_t back = 0; back < wide.size(); ++back) {
        const auto extent = std::size_t(wide[wide.size() - 1 - back]);
        const std::size_t at = position % extent;
        position /= extent;
        if (back < shape.size()) {
            const auto own = std::size_t(shape[shape.size() - 1 - back]);
            index += (own == 1 ? 0 : at % own) * factor;
            factor *= own;
        }
    }
    return index;
}

using Binary = double (*)(double, double);

Binary binaryOf(const std::string& type, bool real)
{
    static const std::map<std::string, Binary> known{
        {"Add", [](double a, double b) { return a + b; }},
        {"Sub", [](double a, double b) { return a - b; }},
        {"Mul", [](double a, double b) { return a * b; }},
        {"Pow", [](double a, double b) { return std::pow(a, b); }},
        {"Min", [](double a, double b) { return std::min(a, b); }},
        {"Max", [](double a, double b) { return std::max(a, b); }},
        {"Equal", [](double a, double b) { return double(a == b); }},
        {"Less", [](double a, double b) { return double(a < b); }},
        {"Greater", [](double a, double b) { return double(a > b); }},
        {"LessOrEqual", [](double a, double b) { return double(a <= b); }},
        {"GreaterOrEqual", [](double a, double b) { return double(a >= b); }},
        {"And", [](double a, double b) { return double(a != 0 && b != 0); }},
        {"Or", [](double a, double b) { return double(a != 0 || b != 0); }},
    };
    if (type == "Div")
        return real ? Binary([](double a, double b) { return a / b; })
                    : Binary([](double a, double b) { return b == 0 ? 0.0 : std::trunc(a / b); });
    if (type == "Mod") // of whole numbers; of others it is that of C
        return real ? Binary([](double a, double b) { return std::fmod(a, b); })
                    : Binary([](double a, double b) { return b == 0 ? 0.0 : a - b * std::floor(a / b); });
    const auto found = known.find(type);
    return found == known.end() ? nullptr : found->second;
}

using Unary = double (*)(double);

Unary unaryOf(const std::string& type)
{
    static const std::map<std::string, Unary> known{
        {"Neg", [](double a) { return -a; }},
        {"Abs", [](double a) { return std::abs(a); }},
        {"Floor", [](double a) { return std::floor(a); }},
        {"Ceil", [](double a) { return std::ceil(a); }},
        {"Round", [](double a) { return std::nearbyint(a); }},
        {"Sqrt", [](double a) { return std::sqrt(a); }},
        {"Not", [](double a) { return double(a == 0); }},
    };
    const auto found = known.find(type);
    return found == known.end() ? nullptr : found->second;
}

/// What `element` says about each position of the output.
template <typename Element>
Values each(const TensorInfo& output, Element element)
{
    Values result;
    for (std::size_t i = 0; i < std::size_t(elementCount(output.shape)); ++i)
        result.push_back(element(i));
    return result;
}

/// The element of input `k` that goes with a position of the output.
double elementAt(const NodeView& node, std::size_t k, const TensorInfo& output, std::size_t i)
{
    return node.input(k).values->at(broadcastIndex(i, output.shape, node.shape(k)));
}

Values elementwise(const NodeView& node, const TensorInfo& output, Binary operation)
{
    return each(output, [&](std::size_t i) {
        double value = elementAt(node, 0, output, i);
        for (std::size_t k = 1; k < node.inputCount(); ++k)
            value = operation(value, elementAt(node, k, output, i));
        return checked(value, output.type);
    });
}

Values cast(const NodeView& node, const TensorInfo& output)
{
    if (isFloat(output.type) || !isFloat(node.input(0).type))
        return *node.input(0).values;
    return each(output, [&](std::size_t i) { return checked(std::trunc(node.input(0).values->at(i)), output.type); });
}

/// Gather and Slice of lists, and Concat of them: rank 1 only, which is what shapes are.
std::optional<Values> listOperation(const NodeView& node, const TensorInfo& output)
{
    const Values& in = *node.input(0).values;
    if (node.shape(0).size() > 1)
        return std::nullopt;
    if (elementCount(output.shape) == 0)
        return Values{};
    if (node.type() == "Gather") {
        const std::vector<std::int64_t> indices = node.constantIntegers(1);
        return each(output, [&](std::size_t i) { return in[node.axis(indices[i], in.size())]; });
    }
    if (node.type() == "Slice") {
        const auto starts = node.integersOf("starts", 1);
        if (!starts || starts->size() != 1)
            return std::nullopt;
        const std::int64_t start = starts->front();
        const auto steps = node.integersOf("steps", 4);
        const std::int64_t step = steps ? steps->front() : 1, size = std::int64_t(in.size());
        const std::int64_t begin =
            std::clamp<std::int64_t>(start < 0 ? start + size : start, 0, size - (step < 0 ? 1 : 0));
        return each(output, [&](std::size_t i) { return in[std::size_t(begin + std::int64_t(i) * step)]; });
    }
    Values result; // Concat
    for (std::size_t k = 0; k < node.inputCount(); ++k)
        result.insert(result.end(), node.input(k).values->begin(), node.input(k).values->end());
    return result;
}

std::optional<Values> reduced(const NodeView& node, const TensorInfo& output)
{
    const Values& in = *node.input(0).values;
    if (elementCount(output.shape) != 1 || in.empty())
        return std::nullopt;
    double value = in.front();
    for (std::size_t i = 1; i < in.size(); ++i)
        value = node.type() == "ReduceProd"  ? value * in[i]
                : node.type() == "ReduceSum" ? value + in[i]
                : node.type() == "ReduceMax" ? std::max(value, in[i])
                                             : std::min(value, in[i]);
    return Values{checked(value, output.type)};
}

bool isOneOf(const std::string& type, std::initializer_list<const char*> names)
{
    return std::ranges::any_of(names, [&](const char* name) { return type == name; });
}

std::optional<Values> compute(const NodeView& node, const TensorInfo& output)
{
    const std::string& type = node.type();
    if (elementCount(output.shape) > std::int64_t(kMaxFolded) || node.inputCount() == 0)
        return std::nullopt;
    if (!node.hasInput(0) || !node.input(0).values)
        return std::nullopt;
    if (isOneOf(type, {"Reshape", "Squeeze", "Unsqueeze", "Flatten", "Identity"}))
        return node.input(0).values; // row-major: the same list in another shape
    for (std::size_t i = 1; i < node.inputCount(); ++i)
        if (node.hasInput(i) && !node.input(i).values)
            return std::nullopt;
    const bool isTruncating = node.integer("fmod", 0) != 0; // Mod as in C
    if (const Binary binary = binaryOf(type, isFloat(node.input(0).type) || isTruncating))
        return elementwise(node, output, binary);
    if (const Unary unary = unaryOf(type))
        return each(output, [&](std::size_t i) { return checked(unary(node.input(0).values->at(i)), output.type); });
    if (type == "Cast")
        return cast(node, output);
    if (type == "Where")
        return each(output, [&](std::size_t i) {
            return elementAt(node, elementAt(node, 0, output, i) != 0 ? 1 : 2, output, i);
        });
    if (isOneOf(type, {"Gather", "Slice", "Concat"}))
        return listOperation(node, output);
    if (type == "Expand")
        return each(output, [&](std::size_t i) { return elementAt(node, 0, output, i); });
    if (isOneOf(type, {"ReduceProd", "ReduceSum", "ReduceMax", "ReduceMin"}))
        return reduced(node, output);
    return std::nullopt;
}

} // namespace

std::optional<Values> foldValues(const NodeView& node, const TensorInfo& output)
{
    try {
        return compute(node, output);
    } catch (const Refusal&) {
        return std::nullopt; // a number too large for a shape, an index out of range
    }
}

} // namespace nestloom::onnx
