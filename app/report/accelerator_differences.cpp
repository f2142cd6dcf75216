// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/accelerator_differences.h"

#include "app/report/text.h"
#include "engine/base/ranges.h"
#include "engine/explore/accelerator_diff.h"

#include <algorithm>

namespace nestloom::report {

namespace {

std::string valueText(explore::FieldKind kind, const explore::FieldValue& value)
{
    if (std::holds_alternative<explore::Missing>(value))
        return "no such level";
    if (std::holds_alternative<explore::Unstated>(value))
        return "not stated";
    if (const auto* text = std::get_if<std::string>(&value))
        return *text;
    return fieldText(kind, std::get<double>(value));
}

void addLevels(std::vector<FieldDifference>& all, const explore::AcceleratorDiff& diff)
{
    for (const explore::LevelRow& level : diff.levels) {
        const bool isEverywhere = std::ranges::all_of(level.positions, [](const auto& at) { return at.has_value(); });
        if (isEverywhere && std::ranges::none_of(level.moved, [](bool moved) { return moved; }))
            continue;
        all.push_back({"level " + level.name, collect(level.positions, [](const auto& at) {
                           return at ? "level " + std::to_string(*at) : std::string("none");
                       })});
    }
}

} // namespace

std::vector<FieldDifference> acceleratorDifferences(const std::vector<const records::RunRecord*>& runs)
{
    std::vector<FieldDifference> all;
    if (std::ranges::any_of(runs, [](const auto* run) { return run->inputs.accelerator.levels.empty(); }))
        return all;
    const explore::AcceleratorDiff diff =
        explore::diff(collect(runs, [](const auto* run) { return &run->inputs.accelerator; }));
    addLevels(all, diff);
    for (const explore::FieldRow& field : diff.rows)
        if (field.differs())
            all.push_back({field.level.empty() ? field.key : field.level + ", " + field.key,
                           collect(field.values, [&](const auto& value) { return valueText(field.kind, value); })});
    return all;
}

} // namespace nestloom::report
