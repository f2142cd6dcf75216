// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/directives.h"

#include "engine/base/integers.h"
#include "engine/base/ranges.h"

#include <algorithm>

namespace nestloom::kapla {

namespace {

std::string list(const std::vector<DimSize>& sizes, const char* sign)
{
    return joinText(sizes, ", ",
                    [&](const DimSize& one) { return std::string(name(one.dim)) + sign + std::to_string(one.size); });
}

std::string joined(const std::string& list, const std::string& last)
{
    return list.empty() ? last : list + ", " + last;
}

} // namespace

std::int64_t TensorDirective::sizeOf(Dim dim) const
{
    for (const DimSize& one : sizes)
        if (one.dim == dim)
            return one.size;
    return 1;
}

bool TensorDirective::has(Dim dim) const
{
    return std::ranges::any_of(sizes, [dim](const DimSize& one) { return one.dim == dim; });
}

std::int64_t TensorDirective::words() const
{
    std::int64_t words = 1;
    for (const DimSize& one : sizes)
        words *= one.size;
    return ceilDivide(words, shared);
}

const TensorDirective* LevelDirectives::find(std::string_view tensor) const
{
    for (const TensorDirective& one : tensors)
        if (one.name == tensor)
            return &one;
    return nullptr;
}

std::string print(const Directives& directives)
{
    std::string text;
    for (const LevelDirectives& level : directives) {
        text += level.layer + ":" + level.level + "\n";
        for (const TensorDirective& tensor : level.tensors) {
            const std::string sizes = list(tensor.sizes, "=");
            text += "  tensor{" + tensor.name + "}("
                    + (tensor.shared == 1 ? sizes : joined(sizes, "shr=" + std::to_string(tensor.shared))) + ")\n";
        }
        for (const StackDirective& stack : level.stacks) {
            text += "  stack(" + joined(list(stack.shifts, "+="), std::to_string(stack.copies));
            for (const std::string& tensor : stack.passed)
                text += ", pass{" + tensor + "}";
            text += ")\n";
        }
        for (const UpdateDirective& update : level.updates)
            text += "  update(" + list(update.steps, "+=") + ")\n";
    }
    return text;
}

} // namespace nestloom::kapla
