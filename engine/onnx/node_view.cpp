// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/node_view.h"

#include "engine/onnx/refusal.h"

#include <algorithm>

namespace nestloom::onnx {

namespace {

std::string quoted(std::string_view name) { return "'" + std::string(name) + "'"; }

} // namespace

const TensorInfo& NodeView::input(std::size_t i) const
{
    if (!hasInput(i))
        refuse("input " + std::to_string(i) + " is missing");
    return *m_inputs[i];
}

std::string NodeView::inputShapes() const
{
    std::string shapes;
    for (std::size_t i = 0; i < std::min<std::size_t>(3, inputCount()); ++i)
        if (hasInput(i))
            shapes += (shapes.empty() ? "" : ", ") + nestloom::onnx::text(shape(i));
    return shapes;
}

const pb::AttributeProto* NodeView::find(std::string_view attribute) const
{
    for (const pb::AttributeProto& candidate : m_node.attribute())
        if (candidate.name() == attribute)
            return &candidate;
    return nullptr;
}

std::int64_t NodeView::integer(std::string_view attribute, std::int64_t otherwise) const
{
    const pb::AttributeProto* found = find(attribute);
    return found && found->has_i() ? found->i() : otherwise;
}

double NodeView::real(std::string_view attribute, double otherwise) const
{
    const pb::AttributeProto* found = find(attribute);
    return found && found->has_f() ? double(found->f()) : otherwise;
}

std::string NodeView::text(std::string_view attribute, std::string otherwise) const
{
    const pb::AttributeProto* found = find(attribute);
    return found && found->has_s() ? found->s() : std::move(otherwise);
}

std::vector<std::int64_t> NodeView::integers(std::string_view attribute) const
{
    const pb::AttributeProto* found = find(attribute);
    if (!found)
        return {};
    if (std::size_t(found->ints_size()) > kMaxFolded)
        refuse("the attribute " + quoted(attribute) + " has " + std::to_string(found->ints_size()) + " numbers");
    return {found->ints().begin(), found->ints().end()};
}

std::vector<double> NodeView::reals(std::string_view attribute) const
{
    const pb::AttributeProto* found = find(attribute);
    if (!found)
        return {};
    if (std::size_t(found->floats_size()) > kMaxFolded)
        refuse("the attribute " + quoted(attribute) + " has " + std::to_string(found->floats_size()) + " numbers");
    return {found->floats().begin(), found->floats().end()};
}

const pb::TensorProto* NodeView::tensor(std::string_view attribute) const
{
    const pb::AttributeProto* found = find(attribute);
    return found && found->has_t() ? &found->t() : nullptr;
}

std::vector<std::int64_t> NodeView::constantIntegers(std::size_t i) const
{
    std::vector<std::int64_t> numbers;
    for (const double value : constant(i, false))
        numbers.push_back(wholeNumber(value));
    return numbers;
}

const Values& NodeView::constant(std::size_t i, bool isReal) const
{
    const TensorInfo& info = input(i);
    if (!info.values || isFloat(info.type) != isReal)
        refuse("the shape depends on what is computed for input '" + m_node.input(int(i)) + "'");
    return *info.values;
}

std::optional<std::vector<std::int64_t>> NodeView::integersOf(std::string_view attribute, std::size_t i) const
{
    if (hasInput(i))
        return constantIntegers(i);
    if (const pb::AttributeProto* found = find(attribute))
        return found->has_i() && found->ints_size() == 0 ? std::vector<std::int64_t>{found->i()} : integers(attribute);
    return std::nullopt;
}

std::size_t NodeView::axis(std::int64_t written, std::size_t rank) const
{
    const auto size = std::int64_t(rank);
    within("the axis", written, -size, size - 1);
    return std::size_t(written < 0 ? written + size : written);
}

std::int64_t within(std::string_view name, std::int64_t value, std::int64_t least, std::int64_t most)
{
    if (value < least || value > most)
        refuse(std::string(name) + " is " + std::to_string(value) + ", which is not between " + std::to_string(least)
               + " and " + std::to_string(most));
    return value;
}

} // namespace nestloom::onnx
