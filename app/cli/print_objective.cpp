// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/print_objective.h"

#include "app/cli/text_table.h"
#include "app/report/number_text.h"

#include <nlohmann/json.hpp>

namespace nestloom::cli {

using namespace report;
using schedule::Objective;
using schedule::ObjectiveReport;

namespace {

using Json = nlohmann::ordered_json;

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
    json["proof_cpu_ms"] = report.cpuMs;
    return json;
}

std::string figureText(Objective objective, const std::optional<double>& figure)
{
    if (!figure)
        return "-";
    return objective == Objective::Energy ? shortEnergy({*figure}) : shortNumber(*figure * 1e-12, "J cycle");
}

std::string termsTable(const std::vector<schedule::LayerResult>& layers, const std::vector<ObjectiveReport>& reports)
{
    constexpr auto kRight = TextTable::Align::Right;
    TextTable table({{"layer", TextTable::Align::Left}, {"utilisation (log2)", kRight}, {"compute (log2)", kRight},
                     {"traffic (log2)", kRight}, {"Eq. 12", kRight}});
    for (std::size_t i = 0; i < reports.size(); ++i)
        if (const auto& terms = reports[i].paperTerms)
            table.addRow({layers[i].name, fixedNumber(terms->utilization, 2), fixedNumber(terms->compute, 2),
                          fixedNumber(terms->traffic, 2), fixedNumber(terms->total, 2)});
    return table.print();
}

} // namespace

std::string withObjective(const std::string& runJson, Objective objective, const std::vector<ObjectiveReport>& reports)
{
    Json run = Json::parse(runJson, nullptr, false);
    if (run.is_discarded() || !run.contains("layers") || run["layers"].size() != reports.size())
        return runJson;
    for (std::size_t i = 0; i < reports.size(); ++i)
        run["layers"][i]["objective"] = toJson(objective, reports[i]);
    return run.dump(1, ' ', false, Json::error_handler_t::replace);
}

std::string printObjective(Objective objective, const std::vector<schedule::LayerResult>& layers,
                           const std::vector<ObjectiveReport>& reports)
{
    if (objective == Objective::Latency)
        return {};
    if (objective == Objective::CosaPaper)
        return "\n" + termsTable(layers, reports);
    constexpr auto kRight = TextTable::Align::Right;
    const std::string title(schedule::name(objective));
    TextTable table({{"layer", TextTable::Align::Left}, {title, kRight}, {"lower bound of " + title, kRight}, {"gap", kRight}});
    bool any = false;
    for (std::size_t i = 0; i < reports.size(); ++i) {
        if (!reports[i].bound)
            continue;
        any = true;
        table.addRow({layers[i].name, figureText(objective, reports[i].figure), figureText(objective, reports[i].bound),
                      reports[i].gap ? fixedNumber(*reports[i].gap * 100, 2) + " %" : "-"});
    }
    return any ? "\n" + table.print() : std::string();
}

} // namespace nestloom::cli
