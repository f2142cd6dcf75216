// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/bar_chart.h"
#include "app/report/bottlenecks.h"
#include "app/report/change.h"
#include "app/report/objective_text.h"
#include "app/report/sections.h"
#include "engine/base/number_words.h"
#include "engine/mapping/mapping_text.h"
#include "engine/schedule/standing.h"

#include <algorithm>
#include <cmath>

namespace nestloom::report {

namespace {

Cell changeCell(const schedule::LayerResult& layer, const records::RunRecord& baseline)
{
    for (const schedule::LayerResult& before : baseline.layers)
        if (before.name == layer.name && before.cost && layer.cost)
            return changeOf(double(layer.cost->cycles.count), double(before.cost->cycles.count));
    return numberCell("-");
}

std::vector<Cell> layerRow(const records::RunRecord& run, const schedule::LayerResult& result,
                           const records::RunRecord* baseline)
{
    const workload::Layer& layer = run.inputs.network.layers[result.index];
    std::vector<Cell> row{numberCell(std::to_string(result.index + 1)), textCell(result.name),
                          textCell(workload::describeShape(layer)), textCell(schedule::standingText(result)),
                          textCell(result.verified ? "yes" : "no", result.verified ? Tone::Good : Tone::Bad)};
    if (!result.cost) {
        row.push_back({result.reason, false, Tone::Bad, baseline ? 8 : 7});
        return row;
    }
    const cost::LayerCost& cost = *result.cost;
    row.push_back(numberCell(grouped(cost.cycles.count)));
    if (baseline)
        row.push_back(changeCell(result, *baseline));
    row.push_back(numberCell(boundText(result, run.inputs.options, run.inputs.accelerator.clock)));
    row.push_back(numberCell(gapText(result.gap)));
    row.push_back(numberCell(shortEnergy(cost.energy)));
    row.push_back(textCell(cost.bottleneck.text));
    row.push_back(numberCell(percent(cost.utilization)));
    row.push_back(numberCell(result.sameShapeAs ? "as " + std::to_string(*result.sameShapeAs + 1)
                                                : fixedNumber(result.solveCpuMs, 1)));
    return row;
}

} // namespace

void addCyclesChart(Document& document, const records::RunRecord& run)
{
    std::vector<Bar> bars;
    for (const schedule::LayerResult& layer : run.layers) {
        Bar bar{layer.name, {}, std::string(schedule::name(layer.status))};
        if (layer.cost) {
            bar.segments = {
                {double(layer.cost->cycles.count), bottleneckClass(run.inputs.accelerator, layer.cost->bottleneck)}};
            bar.note = grouped(layer.cost->cycles.count) + "  " + layer.cost->bottleneck.text;
            bar.marker = layer.lowerBoundCycles;
        }
        bars.push_back(std::move(bar));
    }
    if (bars.empty())
        return;
    Legend colours{{}, true};
    for (const BottleneckShare& share : bottleneckShares(run.inputs.accelerator, run.layers))
        colours.entries.push_back({share.cssClass, share.text});
    document.add(Heading{2, "Cycles per layer"});
    document.add(std::move(colours));
    addBarChart(document, bars, {"cycles per layer, coloured by what bounds it", shortCycles});
}

void addLayerTable(Document& document, const records::RunRecord& run, const records::RunRecord* baseline)
{
    Table table{{numberCell("#"), textCell("layer"), textCell("shape"), textCell("status"), textCell("verified"),
                 numberCell("cycles")},
                {}};
    if (baseline)
        table.columns.push_back(numberCell("change"));
    for (const Cell& column : {numberCell("lower bound"), numberCell("gap"), numberCell("energy"), textCell("bound by"),
                               numberCell("utilisation"), numberCell("solve CPU (ms)")})
        table.columns.push_back(column);
    for (const schedule::LayerResult& layer : run.layers)
        table.rows.push_back(layerRow(run, layer, baseline));
    document.add(Heading{2, "Layers"});
    document.add(std::move(table));
}

void addLoopNests(Document& document, const records::RunRecord& run)
{
    if (std::none_of(run.layers.begin(), run.layers.end(), [](const auto& layer) { return layer.mapping.has_value(); }))
        return;
    document.add(Heading{2, "Loop nests"});
    document.say("Outermost level first; \"par for\" spreads work over the children of a level. Layers of equal shape "
                 "share one loop nest.",
                 Tone::Soft);
    for (const schedule::LayerResult& layer : run.layers)
        if (layer.mapping && !layer.sameShapeAs)
            document.add(Verbatim{
                layer.name + ", " + workload::describeShape(run.inputs.network.layers[layer.index]),
                mapping::print(run.inputs.accelerator, run.inputs.network.layers[layer.index], *layer.mapping)});
}

void addVerification(Document& document, const records::RunRecord& run)
{
    document.add(Heading{2, "Verification and models"});
    std::string unverified;
    std::size_t verified = 0;
    for (const schedule::LayerResult& layer : run.layers) {
        verified += layer.verified ? 1 : 0;
        if (!layer.verified)
            unverified += (unverified.empty() ? "" : ", ") + layer.name;
    }
    const bool isTiled =
        std::any_of(run.layers.begin(), run.layers.end(), [](const auto& layer) { return layer.tiled.has_value(); });
    document.say("The independent verifier, which shares no code with engines or cost model, accepted the "
                 + std::string(isTiled ? "schedules of " : "mappings of ") + std::to_string(verified) + " of "
                 + counted(std::int64_t(run.inputs.network.layers.size()), "layer") + ": "
                 + (isTiled
                        ? "replayed event by event, every tile operation runs once and in order, its tiles lie in the "
                          "scratchpad, "
                          "no two tiles share bytes, the DMA channel moves one tile at a time, and the ledger adds up."
                        : "every level has its loops, the factors of each dimension multiply to its bound, the tiles "
                          "fit the capacities, the spatial loops fit columns and rows, and only tensors a level may "
                          "keep are kept."));
    document.say(
        unverified.empty() ? "" : "No verified " + std::string(isTiled ? "schedule: " : "mapping: ") + unverified + ".",
        Tone::Bad);
    schedule::Totals own = schedule::totals(run.inputs.accelerator, run.layers);
    double cycles = 0, energy = 0;
    for (const schedule::LayerResult& layer : run.layers) {
        cycles += layer.timeloopCost ? double(layer.timeloopCost->cycles.count) : 0;
        energy += layer.timeloopCost ? layer.timeloopCost->energy.count : 0;
    }
    document.say("All figures are Nestloom's analytical cost model unless said otherwise"
                 + (own.solved > 0 && cycles > 0 ? "; its Timeloop compatibility mode ("
                                                       + std::string(hardware::name(run.inputs.accelerator.timeloop))
                                                       + ") counts " + exactCycles({std::int64_t(cycles)}) + " and "
                                                       + shortEnergy({energy}) + " for the same mappings."
                                                 : std::string(".")));
}

} // namespace nestloom::report
