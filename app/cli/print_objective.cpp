// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/print_objective.h"

#include "app/cli/text_table.h"
#include "engine/base/number_words.h"
#include "engine/io/json_reader.h"
#include "engine/schedule/objective.h"

#include <algorithm>

namespace nestloom::cli {

using schedule::Objective;
using schedule::ObjectiveReport;

namespace {

using io::Json;

Json optional(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json toJson(Objective objective, const ObjectiveReport& report)
{
    Json json{{"name", std::string(schedule::name(objective))}};
    if (report.paperTerms)
        json["terms"] = {{"utilization", report.paperTerms->utilization},
                         {"compute", report.paperTerms->compute},
                         {"traffic", report.paperTerms->traffic},
                         {"total", report.paperTerms->total}};
    if (report.unit.empty())
        return json;
    json["unit"] = std::string(report.unit);
    json["value"] = optional(report.figure);
    json["bound"] = optional(report.bound);
    json["gap"] = optional(report.gap);
    if (objective == Objective::Latency) {
        json["least_energy_pj_at_this_latency"] = optional(report.energyBound);
        json["energy_gap"] = optional(report.energyGap);
    }
    json["proof_cpu_ms"] = report.cpuMs;
    return json;
}

std::string figureText(Objective objective, const std::optional<double>& figure, Hertz clock)
{
    if (!figure)
        return "-";
    return schedule::unitOf(objective) == "pJ" ? shortEnergy({*figure}) : shortEdp(*figure, clock);
}

std::string termsTable(const std::vector<schedule::LayerResult>& layers, const std::vector<ObjectiveReport>& reports)
{
    constexpr auto kRight = TextTable::Align::Right;
    TextTable table({{"layer", TextTable::Align::Left},
                     {"utilisation (log2)", kRight},
                     {"compute (log2)", kRight},
                     {"traffic (log2)", kRight},
                     {"Eq. 12", kRight}});
    for (std::size_t i = 0; i < reports.size(); ++i)
        if (const auto& terms = reports[i].paperTerms)
            table.addRow({layers[i].name, fixedNumber(terms->utilization, 2), fixedNumber(terms->compute, 2),
                          fixedNumber(terms->traffic, 2), fixedNumber(terms->total, 2)});
    return table.print();
}

/// Whether energy is least among the mappings that are as fast.
std::string tieBreakSentence(const std::vector<ObjectiveReport>& reports)
{
    constexpr double kNone = 1e-6; // a gap of roundings
    std::size_t least = 0, open = 0;
    double worst = 0;
    for (const ObjectiveReport& report : reports) {
        least += report.energyGap && *report.energyGap <= kNone ? 1 : 0;
        open += report.energyGap && *report.energyGap > kNone ? 1 : 0;
        worst = std::max(worst, report.energyGap.value_or(0));
    }
    if (least + open == 0)
        return {};
    std::string text = "\nenergy is proven least among mappings as fast: " + std::to_string(least) + " of "
                       + counted(std::int64_t(least + open), "layer");
    return text + (open > 0 ? "; of the others at most " + fixedNumber(worst * 100, 2) + " % above the bound\n" : "\n");
}

} // namespace

std::string withObjective(const std::string& runJson, Objective objective, const std::vector<ObjectiveReport>& reports)
{
    auto parsed = io::parseJson(runJson);
    if (!parsed || !parsed->contains("layers") || (*parsed)["layers"].size() != reports.size())
        return runJson;
    Json& run = *parsed;
    for (std::size_t i = 0; i < reports.size(); ++i)
        run["layers"][i]["objective"] = toJson(objective, reports[i]);
    return io::dump(run, 1);
}

std::string printObjective(Objective objective, const std::vector<schedule::LayerResult>& layers,
                           const std::vector<ObjectiveReport>& reports, Hertz clock)
{
    if (objective == Objective::Latency)
        return tieBreakSentence(reports);
    if (objective == Objective::CosaPaper)
        return "\n" + termsTable(layers, reports);
    constexpr auto kRight = TextTable::Align::Right;
    const std::string title(schedule::name(objective));
    TextTable table(
        {{"layer", TextTable::Align::Left}, {title, kRight}, {"lower bound of " + title, kRight}, {"gap", kRight}});
    bool any = false;
    for (std::size_t i = 0; i < reports.size(); ++i) {
        if (!reports[i].bound)
            continue;
        any = true;
        table.addRow({layers[i].name, figureText(objective, reports[i].figure, clock),
                      figureText(objective, reports[i].bound, clock),
                      reports[i].gap ? fixedNumber(*reports[i].gap * 100, 2) + " %" : "-"});
    }
    return any ? "\n" + table.print() : std::string();
}

} // namespace nestloom::cli
