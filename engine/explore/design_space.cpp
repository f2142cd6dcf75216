// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/design_space.h"

#include "engine/hardware/energy_table.h"

#include <algorithm>
#include <cmath>

namespace nestloom::explore {

namespace {

Error refuse(const std::string& message) { return {ErrorCode::InvalidInput, message, "sweep"}; }

Status checkAxis(const DesignSpace& space, std::size_t i)
{
    const Axis& axis = space.axes[i];
    TRY_DO(field(space.base, axis.path));
    for (std::size_t other = 0; other < i; ++other)
        if (space.axes[other].path == axis.path)
            return refuse("the field '" + axis.path + "' is swept twice; put all its values into one axis");
    if (axis.values.empty())
        return refuse("the axis '" + axis.path + "' has no values");
    std::vector<double> sorted = axis.values;
    if (!std::ranges::all_of(sorted, [](double value) { return std::isfinite(value); }))
        return refuse("the axis '" + axis.path + "' has a value that is not a finite number");
    std::ranges::sort(sorted);
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
        return refuse("the axis '" + axis.path + "' has a value twice");
    return success();
}

} // namespace

FieldKind kindOf(const Field& field, const Axis& axis)
{
    return !isBandwidth(field.kind) ? field.kind
           : axis.perSecond         ? FieldKind::BytesPerSecond
                                    : FieldKind::BytesPerCycle;
}

FieldKind kindOf(const DesignSpace& space, const Axis& axis)
{
    const Result<Field> known = field(space.base, axis.path);
    return known ? kindOf(*known, axis) : FieldKind::Count;
}

Status check(const DesignSpace& space)
{
    if (const auto findings = hardware::check(space.base); !findings.empty())
        return Error{ErrorCode::InvalidInput, findings.front().message,
                     "accelerator " + space.base.name + ": " + findings.front().key};
    if (space.axes.empty())
        return refuse("a sweep needs an axis");
    std::size_t points = 1;
    for (std::size_t i = 0; i < space.axes.size(); ++i) {
        TRY_DO(checkAxis(space, i));
        if (space.axes[i].values.size() > kMaxPoints / points)
            return refuse("the axes have more than " + std::to_string(kMaxPoints) + " combinations");
        points *= space.axes[i].values.size();
    }
    return success();
}

std::size_t count(const DesignSpace& space)
{
    std::size_t points = 1;
    for (const Axis& axis : space.axes)
        points *= axis.values.size();
    return points;
}

std::vector<double> valuesAt(const DesignSpace& space, std::size_t index)
{
    std::vector<double> values(space.axes.size());
    for (std::size_t i = space.axes.size(), rest = index; i-- > 0; rest /= space.axes[i].values.size())
        values[i] = space.axes[i].values[rest % space.axes[i].values.size()];
    return values;
}

DesignPoint point(const DesignSpace& space, std::size_t index)
{
    DesignPoint result{index, valuesAt(space, index), space.base, {}};
    for (std::size_t i = 0; i < space.axes.size(); ++i) {
        Result<hardware::Accelerator> changed =
            withField(result.accelerator, space.axes[i].path, result.values[i], kindOf(space, space.axes[i]));
        if (changed)
            result.accelerator = *std::move(changed);
        else if (result.refusal.empty())
            result.refusal = changed.error().message;
    }
    if (!result.refusal.empty())
        return result;
    if (const auto findings = hardware::check(result.accelerator); !findings.empty())
        result.refusal = findings.front().key + ": " + findings.front().message;
    return result;
}

std::string energyCaution(const DesignSpace& space)
{
    std::string first;
    std::size_t points = 0;
    const std::size_t all = count(space);
    for (std::size_t i = 0; i < all; ++i) {
        const auto cautions = hardware::energyCautions(point(space, i).accelerator);
        if (cautions.empty())
            continue;
        if (++points == 1)
            first = cautions.front();
    }
    if (points == 0)
        return {};
    return std::to_string(points) + " of " + std::to_string(all)
           + " accelerators take energies beyond what their formula was fitted to; of the first, " + first;
}

std::string newEnergyCaution(const hardware::Accelerator& base, const hardware::Accelerator& changed)
{
    const auto before = hardware::energyCautions(base);
    for (const std::string& caution : hardware::energyCautions(changed))
        if (std::ranges::find(before, caution) == before.end())
            return caution;
    return {};
}

} // namespace nestloom::explore
