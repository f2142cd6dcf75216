// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/print_run.h"

#include "app/cli/output.h"
#include "app/cli/run_arguments.h"
#include "app/report/text.h"
#include "app/report/tiled_text.h"
#include "engine/base/number_words.h"
#include "engine/base/ranges.h"
#include "engine/cost/mesh_memory.h"
#include "engine/cost/power.h"
#include "engine/io/json_reader.h"
#include "engine/schedule/left_out.h"
#include "engine/schedule/mesh/mesh_engine.h"
#include "engine/schedule/objective.h"
#include "engine/schedule/standing.h"

#include <algorithm>
#include <cmath>

namespace nestloom::cli {

using namespace report;
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
    TextTable table({{"layer"},
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

/// "proven in 1.3 s of CPU", which is no part of the time of the run.
std::string proofTime(const std::vector<ObjectiveReport>& reports)
{
    double ms = 0;
    for (const ObjectiveReport& report : reports)
        ms += report.cpuMs;
    return "proven in " + duration(ms) + " of CPU";
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
    std::string text = "\nenergy is proven least among mappings of a layer's own sizes that are as fast: "
                       + std::to_string(least) + " of " + counted(std::int64_t(least + open), "layer");
    return text + (open > 0 ? "; of the others at most " + fixedNumber(worst * 100, 2) + " % above the bound" : "")
           + "; " + proofTime(reports) + "\n";
}

std::vector<std::string> layerRow(const workload::Layer& layer, const schedule::LayerResult& result,
                                  const schedule::ScheduleOptions& options, Hertz clock)
{
    std::vector<std::string> row{result.name, mapping::describeShape(layer, result.mapping),
                                 schedule::standingText(result), result.verified ? "yes" : "no"};
    const std::string none = "-";
    row.push_back(result.cost ? grouped(result.cost->cycles.count) : none);
    row.push_back(boundText(result, options, clock));
    row.push_back(gapText(result.gap));
    row.push_back(result.cost ? shortEnergy(result.cost->energy) : none);
    row.push_back(result.cost ? result.cost->bottleneck.text : none);
    row.push_back(result.cost ? percent(result.cost->utilization) : none);
    return row;
}

std::string totalsText(const hardware::Accelerator& accelerator, const schedule::ScheduleOptions& options,
                       const schedule::Totals& sum, std::optional<Cycles> withMesh)
{
    std::string text = std::to_string(sum.solved) + " of " + counted(std::int64_t(sum.layers), "layer");
    if (sum.solved == 0)
        return text + "\n";
    const double cycles = double(sum.cycles.count);
    text += ": " + exactCycles(sum.cycles) + " (" + shortTime(cycles / accelerator.clock.count) + " at "
            + shortNumber(accelerator.clock.count, "Hz") + "), " + shortEnergy(sum.energy) + ", EDP "
            + shortEdp(sum.energy.count * cycles, accelerator.clock) + ", "
            + shortNumber(cost::meanPower(sum.energy, cycles, accelerator.clock).count, "W") + ", utilisation "
            + percent(sum.utilization);
    const bool isEdp = options.cosa.objective == schedule::Objective::Edp; // of a sum no bound is known
    text += "; " + (isEdp ? "EDPs of the layers, added up" : schedule::objectiveName(options)) + ": "
            + schedule::standingText(sum.gap);
    text += "; solved in " + duration(sum.solveCpuMs) + " of CPU\n";
    for (const std::string& clause : {partsSentence(sum), notCostedSentence(sum.vector.leftOut)})
        text += clause.empty() ? "" : clause + "\n";
    if (options.engine == schedule::kMeshEngine)
        text += cost::dramModelOf(accelerator) == "bandwidth"
                    ? "DRAM by the bandwidth that its level states\n"
                    : "DRAM as " + cost::dramModelOf(accelerator) + ", whatever bandwidth its level states\n";
    const std::string mesh = meshSentence(sum, withMesh);
    return mesh.empty() ? text : text + "caution: " + mesh + "\n";
}

std::string printNotes(const std::vector<std::string>& notes)
{
    std::string text;
    for (const std::string& note : notes)
        text += "note: " + note + "\n";
    return text;
}

std::string printSpace(const hardware::Accelerator& accelerator, const workload::Network& network,
                       const schedule::ScheduleOptions& options, const std::vector<schedule::LayerResult>& layers)
{
    const std::string space = schedule::spaceOf(layers, network, accelerator, options);
    return space.empty() ? space : space + "\n";
}

std::string count(double number) { return grouped(std::llround(number)); }

} // namespace

std::string printRun(const hardware::Accelerator& accelerator, const workload::Network& network,
                     const schedule::ScheduleOptions& options, const std::vector<schedule::LayerResult>& layers)
{
    const bool isSimulated = options.cosa.simulated; // some may be faster than the model takes for possible
    std::vector<TextTable::Column> columns{{"layer"},          {"shape"},
                                           {"status"},         {"verified"},
                                           {"cycles", kRight}, {isSimulated ? "bound of model" : "lower bound", kRight},
                                           {"gap", kRight},    {"energy", kRight},
                                           {"bound by"},       {"utilisation", kRight}};
    constexpr std::ptrdiff_t kSimulatedColumn = 5;
    if (isSimulated)
        columns.insert(columns.begin() + kSimulatedColumn, {"simulated", kRight});
    TextTable table(std::move(columns));
    for (const schedule::LayerResult& layer : layers) {
        auto row = layerRow(network.layers[layer.index], layer, options, accelerator.clock);
        if (isSimulated)
            row.insert(row.begin() + kSimulatedColumn, layer.simulated ? grouped(layer.simulated->count) : "-");
        table.addRow(std::move(row));
    }
    return network.name + " on " + accelerator.name + ", engine " + options.engine + ", objective "
           + schedule::objectiveName(options) + ", seed " + std::to_string(options.seed) + "\n\n"
           + printConstraints(accelerator, options.constraints) + table.print() + "\n"
           + printTotals(accelerator, network, options, layers);
}

std::string printTotals(const hardware::Accelerator& accelerator, const workload::Network& network,
                        const schedule::ScheduleOptions& options, const std::vector<schedule::LayerResult>& layers)
{
    return totalsText(accelerator, options, schedule::totals(accelerator, network, options, layers),
                      schedule::meshCycles(accelerator, network, layers))
           + printSpace(accelerator, network, options, layers) + printTiled(options.flexer, layers)
           + printNotes(schedule::notesOf(accelerator, network, options.engine));
}

std::string printCost(const cost::LayerCost& cost)
{
    std::string text = "model " + std::string(cost::name(cost.model)) + ": " + exactCycles(cost.cycles) + " (compute "
                       + exactCycles(cost.computeCycles) + "), " + shortEnergy(cost.energy) + ", bound by "
                       + cost.bottleneck.text + ", utilisation " + percent(cost.utilization) + "\n\n";
    TextTable table({{"level"},
                     {"tensor"},
                     {"tile elements", kRight},
                     {"instances", kRight},
                     {"reads", kRight},
                     {"fills", kRight},
                     {"updates", kRight},
                     {"energy", kRight}});
    for (const cost::LevelCost& level : cost.levels)
        for (const TensorRole role : kTensorRoles)
            if (const auto& tensor = level.tensors[role])
                table.addRow({level.level, std::string(name(role)), grouped(tensor->tileElements),
                              grouped(tensor->instances), count(tensor->reads), count(tensor->fills),
                              count(tensor->updates), shortEnergy(tensor->energy)});
    for (const cost::LevelCost& level : cost.levels)
        if (level.leakage.count > 0)
            table.addRow({level.level, "leakage", "", "", "", "", "", shortEnergy(level.leakage)});
    for (const cost::LevelCost& level : cost.levels)
        if (level.mesh.count > 0)
            table.addRow({level.level, "mesh below", "", "", "", "", "", shortEnergy(level.mesh)});
    table.addRow({"MAC", "", "", grouped(cost.macUnitsUsed), "", "",
                  grouped(cost.macUnitsUsed * cost.computeCycles.count), shortEnergy(cost.macEnergy)});
    return text + table.print() + "\nreads, fills and updates are elements per instance; energy is of all instances;"
           + " MAC: all units, with what they leak\n";
}

std::string withObjective(const std::string& runJson, Objective objective, const std::vector<ObjectiveReport>& reports)
{
    Json run = *io::parseJson(runJson);
    Json& layers = run["result"]["layers"];
    if (layers.size() != reports.size())
        return runJson;
    for (std::size_t i = 0; i < reports.size(); ++i)
        layers[i]["objective"] = toJson(objective, reports[i]);
    return io::dump(run, 2) + "\n";
}

std::string printObjective(Objective objective, const std::vector<schedule::LayerResult>& layers,
                           const std::vector<ObjectiveReport>& reports, Hertz clock)
{
    if (objective == Objective::Latency)
        return tieBreakSentence(reports);
    if (objective == Objective::CosaPaper)
        return "\n" + termsTable(layers, reports);
    const std::string title(schedule::name(objective));
    TextTable table({{"layer"}, {title, kRight}, {"lower bound of " + title, kRight}, {"gap", kRight}});
    bool any = false;
    for (std::size_t i = 0; i < reports.size(); ++i) {
        if (!reports[i].bound)
            continue;
        any = true;
        table.addRow({layers[i].name, figureText(objective, reports[i].figure, clock),
                      figureText(objective, reports[i].bound, clock), gapText(reports[i].gap)});
    }
    return any ? "\n" + table.print() + "lower bounds of " + title + " " + proofTime(reports) + "\n" : std::string();
}

std::string printTiled(const schedule::flexer::FlexerParams& params, const std::vector<schedule::LayerResult>& layers)
{
    const std::string baselines = report::tiledBaselines(layers);
    if (baselines.empty())
        return "";
    const std::vector<TextTable::Column> columns = collect(report::tiledColumns(), [&](const report::Cell& column) {
        return TextTable::Column{column.text, column.isNumber ? kRight : kLeft};
    });
    TextTable table(columns);
    for (const schedule::LayerResult& layer : layers) {
        if (!layer.tiled)
            continue;
        std::vector<std::string> cells = collect(report::tiledRow(params, layer), &report::Cell::text);
        table.addRow(std::move(cells));
    }
    return "\n" + table.print() + "\n" + baselines + "\n" + report::kAboveBounds + "\n";
}

} // namespace nestloom::cli
