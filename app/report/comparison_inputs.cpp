// SPDX-License-Identifier: GPL-3.0-or-later
// What differs between the inputs of compared runs.
#include "app/report/comparison_sections.h"
#include "app/report/number_text.h"
#include "engine/explore/accelerator_fields.h"
#include "engine/io/quantity.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace nestloom::report {

namespace {

std::string numberText(explore::FieldKind kind, double value)
{
    switch (kind) {
    case explore::FieldKind::Bytes: return io::text(Bytes{std::int64_t(value)});
    case explore::FieldKind::BytesPerCycle: return io::text(BytesPerCycle{value});
    case explore::FieldKind::Picojoules: return io::text(Picojoules{value});
    case explore::FieldKind::Hertz: return io::text(Hertz{value});
    case explore::FieldKind::Bits: return io::text(Bits{std::int64_t(value)});
    case explore::FieldKind::Count: break;
    }
    return grouped(std::int64_t(std::llround(value)));
}

/// What an accelerator says, field by field, in words.
std::vector<std::pair<std::string, std::string>> wordsOf(const hardware::Accelerator& accelerator)
{
    std::vector<std::pair<std::string, std::string>> words;
    for (const explore::Field& field : explore::fields(accelerator))
        words.emplace_back(field.path, field.value ? numberText(field.kind, *field.value) : "not stated");
    words.emplace_back("energy_source", name(accelerator.energySource));
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        const hardware::BufferLevel& level = accelerator.levels[i];
        std::string keeps;
        for (const TensorRole role : kTensorRoles)
            if (level.keeps.contains(role))
                keeps += (keeps.empty() ? "" : ", ") + std::string(name(role));
        words.emplace_back("levels." + level.name + ".position", std::to_string(i));
        words.emplace_back("levels." + level.name + ".kind", name(level.kind));
        words.emplace_back("levels." + level.name + ".keeps", keeps);
    }
    return words;
}

Table differenceTable(const char* what, std::size_t runs)
{
    Table table{{textCell(what)}, {}};
    for (std::size_t i = 0; i < runs; ++i)
        table.columns.push_back(numberCell(letter(i)));
    return table;
}

} // namespace

void addAcceleratorDifferences(Document& document, Runs runs)
{
    std::vector<std::string> paths; // of all runs, in order
    std::vector<std::map<std::string, std::string>> values;
    for (const store::RunRecord& run : runs) {
        values.emplace_back();
        for (const auto& [path, text] : wordsOf(run.inputs.accelerator)) {
            if (std::find(paths.begin(), paths.end(), path) == paths.end())
                paths.push_back(path);
            values.back()[path] = text;
        }
    }
    Table table = differenceTable("field", runs.size());
    for (const std::string& path : paths) {
        std::vector<Cell> row{textCell(path)};
        bool differs = false;
        for (const auto& of : values) {
            const auto found = of.find(path);
            row.push_back(numberCell(found == of.end() ? "no such level" : found->second));
            differs = differs || row.back().text != row[1].text;
        }
        if (differs)
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
        for (const store::RunRecord& run : runs) {
            row.push_back(numberCell(textOf(run)));
            differs = differs || row.back().text != row[1].text;
        }
        if (differs)
            table.rows.push_back(std::move(row));
    };
    using Run = store::RunRecord;
    compare("network", [](const Run& run) { return run.inputs.network.name; });
    compare("engine", [](const Run& run) { return run.inputs.options.engine; });
    compare("objective",
            [](const Run& run) { return std::string(schedule::name(run.inputs.options.cosa.objective)); });
    compare("seed", [](const Run& run) { return std::to_string(run.inputs.options.seed); });
    compare("accepted gap", [](const Run& run) { return percent(run.inputs.options.cosa.gap); });
    compare("time limit per layer", [](const Run& run) {
        const auto limit = run.inputs.options.timeLimitPerLayer;
        return limit == std::chrono::milliseconds::max() ? std::string("none") : shortTime(double(limit.count()) * 1e-3);
    });
    compare("Nestloom", [](const Run& run) { return run.summary.engineVersion; });
    if (table.rows.empty())
        return;
    document.add(Heading{2, "What else differs"});
    document.add(std::move(table));
}

} // namespace nestloom::report
