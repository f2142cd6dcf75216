// SPDX-License-Identifier: GPL-3.0-or-later
// What differs between the inputs of compared runs.
#include "app/report/comparison_sections.h"
#include "app/report/field_text.h"
#include "engine/base/number_words.h"
#include "engine/explore/accelerator_diff.h"
#include "engine/schedule/objective.h"

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

Table differenceTable(const char* what, std::size_t runs)
{
    Table table{{textCell(what)}, {}};
    for (std::size_t i = 0; i < runs; ++i)
        table.columns.push_back(numberCell(letter(i)));
    return table;
}

void addLevelRows(Table& table, const explore::AcceleratorDiff& diff)
{
    for (const explore::LevelRow& level : diff.levels) {
        const bool isEverywhere =
            std::all_of(level.positions.begin(), level.positions.end(), [](const auto& at) { return at.has_value(); });
        const bool isMoved = std::any_of(level.moved.begin(), level.moved.end(), [](bool moved) { return moved; });
        if (isEverywhere && !isMoved)
            continue;
        std::vector<Cell> row{textCell("level " + level.name)};
        for (const auto& position : level.positions)
            row.push_back(numberCell(position ? "level " + std::to_string(*position) : "none"));
        table.rows.push_back(std::move(row));
    }
}

} // namespace

void addAcceleratorDifferences(Document& document, Runs runs)
{
    std::vector<const hardware::Accelerator*> accelerators;
    for (const records::RunRecord& run : runs)
        accelerators.push_back(&run.inputs.accelerator);
    const explore::AcceleratorDiff diff = explore::diff(accelerators);
    Table table = differenceTable("field", runs.size());
    addLevelRows(table, diff);
    for (const explore::FieldRow& field : diff.rows) {
        if (!field.differs())
            continue;
        std::vector<Cell> row{textCell(field.level.empty() ? field.key : field.level + ", " + field.key)};
        for (const explore::FieldValue& value : field.values)
            row.push_back(numberCell(valueText(field.kind, value)));
        table.rows.push_back(std::move(row));
    }
    document.add(Heading{2, "What differs between the accelerators"});
    if (table.rows.empty())
        document.say("Nothing: every field that can influence a schedule or its cost is equal.");
    else
        document.add(std::move(table));
}

void addOptionDifferences(Document& document, Runs runs)
{
    Table table = differenceTable("option", runs.size());
    const auto compare = [&](const char* what, auto&& textOf) {
        std::vector<Cell> row{textCell(what)};
        bool differs = false;
        for (const records::RunRecord& run : runs) {
            row.push_back(numberCell(textOf(run)));
            differs = differs || row.back().text != row[1].text;
        }
        if (differs)
            table.rows.push_back(std::move(row));
    };
    using Run = records::RunRecord;
    compare("network", [](const Run& run) { return run.inputs.network.name; });
    compare("engine", [](const Run& run) { return run.inputs.options.engine; });
    compare("objective", [](const Run& run) { return schedule::objectiveName(run.inputs.options); });
    compare("seed", [](const Run& run) { return std::to_string(run.inputs.options.seed); });
    compare("accepted gap", [](const Run& run) { return percent(run.inputs.options.cosa.gap); });
    compare("time limit per layer", [](const Run& run) {
        const auto limit = run.inputs.options.timeLimitPerLayer;
        return limit == std::chrono::milliseconds::max() ? std::string("none") : duration(double(limit.count()));
    });
    compare("constraints", [](const Run& run) {
        std::string lines;
        for (const std::string& line : run.inputs.options.constraints)
            lines += (lines.empty() ? "" : "; ") + line;
        return lines.empty() ? std::string("none") : lines;
    });
    compare("Nestloom", [](const Run& run) { return run.summary.engineVersion; });
    if (table.rows.empty())
        return;
    document.add(Heading{2, "What else differs"});
    document.add(std::move(table));
}

} // namespace nestloom::report
