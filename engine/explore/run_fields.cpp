// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/run_fields.h"

#include "engine/schedule/run_choices.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nestloom::explore {

namespace {

using schedule::RunChoice;
using schedule::ScheduleOptions;

constexpr std::string_view kPrefix = "run.";

/// One option, with what must listen to it.
struct RunField {
    std::string_view path;
    FieldKind kind;
    std::optional<RunChoice> choice; // nothing = every engine listens
    double (*get)(const ScheduleOptions&);
    void (*set)(ScheduleOptions&, double);
};

std::size_t indexOf(const std::vector<std::string_view>& words, std::string_view word)
{
    return std::size_t(std::ranges::find(words, word) - words.begin());
}

template <bool ScheduleOptions::*Member>
constexpr RunField flag(std::string_view path, RunChoice choice)
{
    return {path, FieldKind::YesNo, choice, [](const ScheduleOptions& o) { return o.*Member ? 1.0 : 0.0; },
            [](ScheduleOptions& o, double value) { o.*Member = value > 0; }};
}

const std::array<RunField, 7> kFields{{
    {"run.engine", FieldKind::Engine, std::nullopt,
     [](const ScheduleOptions& o) { return double(indexOf(choices(FieldKind::Engine), o.engine)); },
     [](ScheduleOptions& o, double value) { o.engine = choices(FieldKind::Engine)[std::size_t(value)]; }},
    {"run.objective", FieldKind::Objective, RunChoice::Objective,
     [](const ScheduleOptions& o) {
         return double(indexOf(choices(FieldKind::Objective), schedule::name(o.cosa.objective)));
     },
     [](ScheduleOptions& o, double value) {
         o.cosa.objective = *schedule::objective(choices(FieldKind::Objective)[std::size_t(value)]);
     }},
    {"run.evaluations", FieldKind::Count, RunChoice::Evaluations,
     [](const ScheduleOptions& o) { return double(o.cosa.evaluations); },
     [](ScheduleOptions& o, double value) { o.cosa.evaluations = std::int64_t(value); }},
    {"run.seed", FieldKind::Count, RunChoice::Seed, [](const ScheduleOptions& o) { return double(o.seed); },
     [](ScheduleOptions& o, double value) { o.seed = std::uint64_t(value); }},
    flag<&ScheduleOptions::largerSizes>("run.larger_sizes", RunChoice::Sizes),
    flag<&ScheduleOptions::bypass>("run.bypass", RunChoice::Bypass),
    flag<&ScheduleOptions::fuseOperators>("run.fuse_operators", RunChoice::Operators),
}};

const RunField* runFieldAt(std::string_view path)
{
    const auto found = std::ranges::find(kFields, path, &RunField::path);
    return found == kFields.end() ? nullptr : &*found;
}

Error refusedAxis(const std::string& message) { return {ErrorCode::InvalidInput, message, "sweep"}; }

/// Of an axis, or of the options when there is none.
std::vector<double> valuesOf(const DesignSpace& space, std::string_view path, double otherwise)
{
    const auto axis = std::ranges::find(space.axes, path, &Axis::path);
    return axis == space.axes.end() ? std::vector{otherwise} : axis->values;
}

Status checkValues(const Axis& axis, FieldKind kind)
{
    const double most = choices(kind).empty() ? 1e15 : double(choices(kind).size()) - 1;
    const double least = choices(kind).empty() ? 1 : 0;
    for (const double value : axis.values)
        if (!(value >= least && value <= most && value == std::floor(value)))
            return refusedAxis("the axis '" + axis.path + "' has a value that the option does not take");
    return success();
}

/// Whether all that is swept matters to a run that is told this.
Status checkListens(const DesignSpace& space, const ScheduleOptions& options)
{
    for (const Axis& axis : space.axes) {
        const RunField* field = runFieldAt(axis.path);
        if (field == nullptr || !field->choice)
            continue;
        if (const auto why = schedule::whyUnused(*field->choice, options))
            return refusedAxis("the axis '" + axis.path + "' would change nothing: " + *why);
    }
    return success();
}

} // namespace

std::vector<Field> runFields(const ScheduleOptions& options)
{
    std::vector<Field> fields;
    for (const RunField& each : kFields)
        fields.push_back({std::string(each.path), each.kind, each.get(options)});
    return fields;
}

bool isRunField(std::string_view path) { return path.starts_with(kPrefix); }

Result<Field> sweptField(const hardware::Accelerator& accelerator, std::string_view path)
{
    if (!isRunField(path))
        return field(accelerator, path);
    if (const RunField* known = runFieldAt(path))
        return Field{std::string(path), known->kind, known->get({})};
    std::string known;
    for (const RunField& each : kFields)
        known += (known.empty() ? "" : ", ") + std::string(each.path);
    return refusedAxis("there is no option '" + std::string(path) + "' of a run; known: " + known);
}

bool sweeps(const DesignSpace& space, std::string_view path)
{
    return std::ranges::find(space.axes, path, &Axis::path) != space.axes.end();
}

ScheduleOptions optionsAt(const DesignSpace& space, std::size_t point, const ScheduleOptions& options)
{
    ScheduleOptions result = options;
    for (std::size_t i = 0; i < space.axes.size(); ++i)
        if (const RunField* field = runFieldAt(space.axes[i].path))
            field->set(result, space.axes[i].values[levelAt(space, point, i)]);
    return result;
}

std::vector<double> runValuesAt(const DesignSpace& space, std::size_t point)
{
    std::vector<double> values;
    for (std::size_t i = 0; i < space.axes.size(); ++i)
        if (isRunField(space.axes[i].path))
            values.push_back(space.axes[i].values[levelAt(space, point, i)]);
    return values;
}

Status checkRunAxes(const DesignSpace& space, const ScheduleOptions& options)
{
    for (const Axis& axis : space.axes)
        if (isRunField(axis.path)) {
            TRY(const Field known, sweptField(space.base, axis.path));
            TRY_DO(checkValues(axis, known.kind));
        }
    for (const double engine : valuesOf(space, "run.engine", -1))
        for (const double objective : valuesOf(space, "run.objective", -1)) {
            ScheduleOptions told = options;
            if (engine >= 0)
                runFieldAt("run.engine")->set(told, engine);
            if (objective >= 0)
                runFieldAt("run.objective")->set(told, objective);
            TRY_DO(checkListens(space, told));
        }
    return success();
}

} // namespace nestloom::explore
