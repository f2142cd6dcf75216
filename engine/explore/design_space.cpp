// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/design_space.h"

#include "engine/base/ranges.h"
#include "engine/explore/run_fields.h"
#include "engine/hardware/energy_table.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace nestloom::explore {

namespace {

Error refuse(const std::string& message) { return {ErrorCode::InvalidInput, message, "sweep"}; }

/// Both bandwidths of a level with one port are one: whichever is set, the other follows.
Status checkPort(const DesignSpace& space, const std::string& one, const std::string& other)
{
    for (std::size_t i = 0; i < space.base.levels.size(); ++i) {
        const std::string level = "levels." + space.base.levels[i].name;
        const std::string read = level + ".read_bandwidth", write = level + ".write_bandwidth";
        if (space.base.hasOnePort(i) && ((one == read && other == write) || (one == write && other == read)))
            return refuse("the level " + space.base.levels[i].name
                          + " has one port, whose bandwidth is that of both directions: set one of '" + read + "' and '"
                          + write + "'");
    }
    return success();
}

Status checkAxis(const DesignSpace& space, std::size_t i)
{
    const Axis& axis = space.axes[i];
    TRY_DO(sweptField(space.base, axis.path));
    for (std::size_t other = 0; other < i; ++other) {
        if (space.axes[other].path == axis.path)
            return refuse("the field '" + axis.path + "' is swept twice; put all its values into one axis");
        TRY_DO(checkPort(space, axis.path, space.axes[other].path));
    }
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

Status checkLink(const DesignSpace& space, std::size_t i)
{
    const std::string& path = space.links[i].path;
    TRY_DO(field(space.base, path));
    const auto isSame = [&](const auto& other) { return other.path == path; };
    if (std::ranges::any_of(space.axes, isSame)
        || std::any_of(space.links.begin(), space.links.begin() + std::ptrdiff_t(i), isSame))
        return refuse("the field '" + path + "' has its values from two places");
    for (const Axis& axis : space.axes)
        TRY_DO(checkPort(space, path, axis.path));
    for (std::size_t other = 0; other < i; ++other)
        TRY_DO(checkPort(space, path, space.links[other].path));
    return success();
}

/// Whether an expression names the field, and not one whose path only ends or begins like it.
bool namesField(const std::string& expression, const std::string& path)
{
    const auto isOfName = [&](std::size_t at) { // npos, before the first letter, is not
        return at < expression.size()
               && (std::isalnum(static_cast<unsigned char>(expression[at])) != 0 || expression[at] == '_'
                   || expression[at] == '.');
    };
    for (std::size_t at = expression.find(path); at != std::string::npos; at = expression.find(path, at + 1))
        if (!isOfName(at - 1) && !isOfName(at + path.size()))
            return true;
    return false;
}

/// Whether a link names the field, or changes with it as on_chip and bandwidths by the second do.
bool followsFrom(const DesignSpace& space, const LinkedField& link, const std::string& path)
{
    if (namesField(link.expression, path))
        return true;
    const Result<Field> known = field(space.base, path);
    if (!known)
        return false;
    const auto changed = withField(space.base, path, 2 * known->value.value_or(1) + 1);
    if (!changed)
        return false;
    const Result<double> before = link.value(space.base), after = link.value(*changed);
    return before && after && *before != *after;
}

/// Adds a link to the order, after those that it follows from. `way`: the links that wait for this one.
Status placeLink(const DesignSpace& space, std::size_t link, std::vector<std::size_t>& way,
                 std::vector<std::size_t>& order)
{
    if (std::ranges::find(order, link) != order.end())
        return success();
    if (const auto again = std::ranges::find(way, link); again != way.end()) {
        const std::vector<std::size_t> circle(again, way.end());
        const std::string paths =
            joinText(circle, ", ", [&](std::size_t i) { return "'" + space.links[i].path + "'"; });
        return refuse(circle.size() == 1 ? "the linked field " + paths + " would follow from itself"
                                         : "the linked fields " + paths + " would follow from each other");
    }
    way.push_back(link);
    for (std::size_t other = 0; other < space.links.size(); ++other)
        if (followsFrom(space, space.links[link], space.links[other].path))
            TRY_DO(placeLink(space, other, way, order));
    way.pop_back();
    order.push_back(link);
    return success();
}

/// The links, each after those that it follows from.
Result<std::vector<std::size_t>> orderOfLinks(const DesignSpace& space)
{
    std::vector<std::size_t> way, order;
    for (std::size_t link = 0; link < space.links.size(); ++link)
        TRY_DO(placeLink(space, link, way, order));
    return order;
}

/// Sets the linked fields of a point.
void follow(const DesignSpace& space, const Result<std::vector<std::size_t>>& order, DesignPoint& result)
{
    if (!order) {
        result.refusal = order.error().message;
        return;
    }
    for (const std::size_t i : *order) {
        const LinkedField& link = space.links[i];
        const Result<double> value = link.value(result.accelerator);
        Result<hardware::Accelerator> changed =
            value ? withField(result.accelerator, link.path, *value) : value.error();
        if (!changed) {
            result.refusal = link.path + " = " + link.expression + ": " + changed.error().message;
            return;
        }
        result.accelerator = *std::move(changed);
    }
}

Result<bool> isWanted(const DesignSpace& space, const DesignPoint& point)
{
    for (const Condition& condition : space.conditions) {
        TRY(const bool holds, condition.holds(point.accelerator));
        if (!holds)
            return false;
    }
    return true;
}

/// Which values the points have before conditions are asked.
Result<std::vector<std::uint32_t>> allRows(const DesignSpace& space)
{
    const auto sizes = collect(space.axes, [](const Axis& axis) { return axis.values.size(); });
    if (space.sample)
        return drawRows(sizes, *space.sample);
    std::size_t points = 1;
    for (const std::size_t size : sizes)
        points *= size;
    std::vector<std::uint32_t> rows(points * sizes.size());
    for (std::size_t at = 0; at < points; ++at)
        for (std::size_t i = sizes.size(), rest = at; i-- > 0; rest /= sizes[i])
            rows[at * sizes.size() + i] = std::uint32_t(rest % sizes[i]);
    return rows;
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
    const Result<Field> known = sweptField(space.base, axis.path);
    return known ? kindOf(*known, axis) : FieldKind::Count;
}

Status check(const DesignSpace& space)
{
    TRY_DO(noFindings(hardware::check(space.base), "accelerator " + space.base.name));
    if (space.axes.empty())
        return refuse("a sweep needs an axis");
    std::size_t points = 1;
    for (std::size_t i = 0; i < space.axes.size(); ++i) {
        TRY_DO(checkAxis(space, i));
        if (!space.sample && space.axes[i].values.size() > kMaxPoints / points)
            return refuse("the axes have more than " + std::to_string(kMaxPoints)
                          + " combinations; draw a sample of them, or have fewer values");
        points *= space.axes[i].values.size();
    }
    for (std::size_t i = 0; i < space.links.size(); ++i)
        TRY_DO(checkLink(space, i));
    TRY_DO(orderOfLinks(space));
    for (const Condition& condition : space.conditions)
        if (condition.expression.find_first_of("<>=") == std::string::npos)
            return refuse("the condition '" + condition.expression + "' compares nothing");
    return success();
}

Status choosePoints(DesignSpace& space)
{
    TRY_DO(check(space));
    TRY(space.chosen, allRows(space));
    if (space.conditions.empty())
        return success();
    const std::size_t axes = space.axes.size(), all = count(space);
    std::vector<std::uint32_t> kept;
    const PointMaker make(space);
    for (std::size_t at = 0; at < all; ++at) {
        const DesignPoint one = make(at);
        if (one.refusal.empty()) {
            TRY(const bool wanted, isWanted(space, one));
            if (!wanted)
                continue;
        }
        const auto row = space.chosen.begin() + std::ptrdiff_t(at * axes);
        kept.insert(kept.end(), row, row + std::ptrdiff_t(axes));
    }
    space.leftOut = all - kept.size() / axes;
    space.chosen = std::move(kept);
    return space.chosen.empty() ? refuse("no accelerator of the axes keeps to " + space.conditions.front().expression)
                                : success();
}

std::size_t count(const DesignSpace& space)
{
    if (space.isChosen())
        return space.chosen.size() / space.axes.size();
    std::size_t points = 1;
    for (const Axis& axis : space.axes)
        points *= axis.values.size();
    return points;
}

std::size_t levelAt(const DesignSpace& space, std::size_t index, std::size_t axis)
{
    if (space.isChosen())
        return space.chosen[index * space.axes.size() + axis];
    for (std::size_t i = space.axes.size(); --i > axis;)
        index /= space.axes[i].values.size();
    return index % space.axes[axis].values.size();
}

std::vector<double> valuesAt(const DesignSpace& space, std::size_t index)
{
    std::vector<double> values(space.axes.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = space.axes[i].values[levelAt(space, index, i)];
    return values;
}

PointMaker::PointMaker(const DesignSpace& space) : m_space(space), m_links(orderOfLinks(space))
{
    const FieldSetter none{FieldKind::Count, [](auto&, double, auto) { return success(); }}; // of the run
    for (const Axis& axis : space.axes)
        m_swept.push_back({isRunField(axis.path) ? Result<FieldSetter>(none) : fieldSetter(space.base, axis.path),
                           kindOf(space, axis)});
}

DesignPoint PointMaker::operator()(std::size_t index) const
{
    DesignPoint result{index, valuesAt(m_space, index), m_space.base, {}};
    for (std::size_t i = 0; i < m_swept.size(); ++i) {
        const Swept& swept = m_swept[i];
        const Status changed = swept.field ? swept.field->set(result.accelerator, result.values[i], swept.unit)
                                           : Status(swept.field.error());
        if (!changed && result.refusal.empty())
            result.refusal = changed.error().message;
    }
    if (result.refusal.empty())
        follow(m_space, m_links, result);
    if (!result.refusal.empty())
        return result;
    if (const auto findings = hardware::check(result.accelerator); !findings.empty())
        result.refusal = findings.front().key + ": " + findings.front().message;
    return result;
}

DesignPoint point(const DesignSpace& space, std::size_t index) { return PointMaker(space)(index); }

std::string energyCaution(const DesignSpace& space)
{
    std::string first;
    std::size_t points = 0;
    const std::size_t all = count(space);
    const PointMaker make(space);
    for (std::size_t i = 0; i < all; ++i) {
        const auto cautions = hardware::energyCautions(make(i).accelerator);
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
