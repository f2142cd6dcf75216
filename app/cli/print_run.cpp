// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/print_run.h"

#include "app/cli/constraint_arguments.h"
#include "app/cli/print_tiled.h"
#include "app/cli/text_table.h"
#include "app/report/objective_text.h"
#include "engine/base/number_words.h"
#include "engine/mapping/word_widths.h"
#include "engine/schedule/objective.h"
#include "engine/schedule/standing.h"
#include "engine/workload/network.h"

#include <cmath>
#include <map>

namespace nestloom::cli {

using namespace report;

namespace {

constexpr auto kLeft = TextTable::Align::Left;
constexpr auto kRight = TextTable::Align::Right;

std::vector<std::string> layerRow(const workload::Layer& layer, const schedule::LayerResult& result,
                                  const schedule::ScheduleOptions& options, Hertz clock)
{
    std::vector<std::string> row{result.name, workload::describeShape(layer), schedule::standingText(result),
                                 result.verified ? "yes" : "no"};
    const std::string none = "-";
    row.push_back(result.cost ? grouped(result.cost->cycles.count) : none);
    row.push_back(boundText(result, options, clock));
    row.push_back(gapText(result.gap));
    row.push_back(result.cost ? shortEnergy(result.cost->energy) : none);
    row.push_back(result.cost ? result.cost->bottleneck.text : none);
    row.push_back(result.cost ? percent(result.cost->utilization) : none);
    return row;
}

std::string printTotals(const hardware::Accelerator& accelerator, const schedule::ScheduleOptions& options,
                        const schedule::Totals& sum)
{
    std::string text = std::to_string(sum.solved) + " of " + counted(std::int64_t(sum.layers), "layer");
    if (sum.solved == 0)
        return text + "\n";
    const double cycles = double(sum.cycles.count);
    text += ": " + exactCycles(sum.cycles) + " (" + shortTime(cycles / accelerator.clock.count) + " at "
            + shortNumber(accelerator.clock.count, "Hz") + "), " + shortEnergy(sum.energy) + ", EDP "
            + shortEdp(sum.energy.count * cycles, accelerator.clock) + ", utilisation " + percent(sum.utilization);
    text += "; " + schedule::objectiveName(options) + ": " + schedule::standingText(sum.gap);
    text += "; solved in " + duration(sum.solveCpuMs) + " of CPU\n";
    const std::string mesh = meshSentence(sum);
    return mesh.empty() ? text : text + "caution: " + mesh + "\n";
}

/// "not scheduled, without multiplications: 8 concat, 26 relu".
std::string printNotScheduled(const workload::Network& network)
{
    std::map<std::string, int> byType;
    for (const OperatorId id : workload::operatorsWithoutLayers(network.graph))
        ++byType[network.graph.operators[id.value].type];
    std::string text;
    for (const auto& [type, count] : byType)
        text += (text.empty() ? "not scheduled, without multiplications: " : ", ") + std::to_string(count) + " " + type;
    return text.empty() ? text : text + "\n";
}

std::string printWider(const hardware::Accelerator& accelerator, const workload::Network& network)
{
    const std::string wider = mapping::widerThanWords(accelerator, network);
    return wider.empty() ? wider : "note: " + wider + "\n";
}

std::string count(double number) { return grouped(std::llround(number)); }

} // namespace

std::string printRun(const hardware::Accelerator& accelerator, const workload::Network& network,
                     const schedule::ScheduleOptions& options, const std::vector<schedule::LayerResult>& layers)
{
    TextTable table({{"layer", kLeft},
                     {"shape", kLeft},
                     {"status", kLeft},
                     {"verified", kLeft},
                     {"cycles", kRight},
                     {"lower bound", kRight},
                     {"gap", kRight},
                     {"energy", kRight},
                     {"bound by", kLeft},
                     {"utilisation", kRight}});
    for (const schedule::LayerResult& layer : layers)
        table.addRow(layerRow(network.layers[layer.index], layer, options, accelerator.clock));
    return network.name + " on " + accelerator.name + ", engine " + options.engine + ", objective "
           + schedule::objectiveName(options) + ", seed " + std::to_string(options.seed) + "\n\n"
           + printConstraints(accelerator, options.constraints) + table.print() + "\n"
           + printTotals(accelerator, options, schedule::totals(accelerator, layers))
           + printTiled(options.flexer, layers) + printNotScheduled(network) + printWider(accelerator, network);
}

std::string printCost(const cost::LayerCost& cost)
{
    std::string text = "model " + std::string(cost::name(cost.model)) + ": " + exactCycles(cost.cycles) + " (compute "
                       + exactCycles(cost.computeCycles) + "), " + shortEnergy(cost.energy) + ", bound by "
                       + cost.bottleneck.text + ", utilisation " + percent(cost.utilization) + "\n\n";
    TextTable table({{"level", kLeft},
                     {"tensor", kLeft},
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
    table.addRow({"MAC", "", "", grouped(cost.macUnitsUsed), "", "", grouped(cost.macs), shortEnergy(cost.macEnergy)});
    return text + table.print() + "\nreads, fills and updates are elements per instance; energy is of all instances\n";
}

} // namespace nestloom::cli
