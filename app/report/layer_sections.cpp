// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/bar_chart.h"
#include "app/report/bottlenecks.h"
#include "app/report/html.h"
#include "app/report/number_text.h"
#include "app/report/sections.h"
#include "engine/mapping/print.h"

#include <cmath>

namespace nestloom::report {

namespace {

std::vector<Cell> layerRow(const workload::Layer& layer, const schedule::LayerResult& result)
{
    const cost::LayerCost* cost = result.cost ? &*result.cost : nullptr;
    std::vector<Cell> row{
        numberCell(std::to_string(result.index + 1)),
        textCell(result.name),
        textCell(workload::describeShape(layer)),
        textCell(schedule::name(result.status)),
        {result.verified ? "<span class=\"good\">yes</span>" : "<span class=\"bad\">no</span>", false}};
    if (!cost) {
        row.push_back({"<span class=\"bad\">" + escaped(result.reason) + "</span>", false});
        return row;
    }
    row.push_back(numberCell(grouped(cost->cycles.count)));
    row.push_back(
        numberCell(result.lowerBoundCycles ? grouped(std::int64_t(std::ceil(*result.lowerBoundCycles - 1e-6))) : "-"));
    row.push_back(numberCell(result.gap ? fixedNumber(*result.gap * 100, 2) + " %" : "-"));
    row.push_back(numberCell(shortEnergy(cost->energy)));
    row.push_back(textCell(cost->bottleneck.text));
    row.push_back(numberCell(percent(cost->utilization)));
    row.push_back(numberCell(result.sameShapeAs ? "as " + std::to_string(*result.sameShapeAs + 1)
                                                : fixedNumber(result.solveCpuMs, 1)));
    return row;
}

} // namespace

std::string chartSection(const store::RunRecord& run)
{
    std::vector<Bar> bars;
    for (const schedule::LayerResult& layer : run.layers) {
        Bar bar{layer.name, {}, std::string(schedule::name(layer.status)), std::nullopt};
        if (layer.cost) {
            bar.segments = {
                {double(layer.cost->cycles.count), bottleneckClass(run.inputs.accelerator, layer.cost->bottleneck)}};
            bar.note = grouped(layer.cost->cycles.count) + "  " + layer.cost->bottleneck.text;
            bar.marker = layer.lowerBoundCycles;
        }
        bars.push_back(std::move(bar));
    }
    if (bars.empty())
        return {};
    std::vector<LegendEntry> colours;
    for (const BottleneckShare& share : bottleneckShares(run.inputs.accelerator, run.layers))
        colours.push_back({share.cssClass, share.text});
    return "<h2>Cycles per layer</h2>\n" + legend(colours, true)
           + barChart(bars, {"cycles per layer, coloured by what bounds it", shortCycles});
}

std::string layerSection(const store::RunRecord& run)
{
    std::vector<std::vector<Cell>> rows;
    for (const schedule::LayerResult& layer : run.layers)
        rows.push_back(layerRow(run.inputs.network.layers[layer.index], layer));
    return "<h2>Layers</h2>\n"
           + table({numberCell("#"), textCell("layer"), textCell("shape"), textCell("status"), textCell("verified"),
                    numberCell("cycles"), numberCell("lower bound (cycles)"), numberCell("gap"), numberCell("energy"),
                    textCell("bound by"), numberCell("utilisation"), numberCell("solve CPU (ms)")},
                   rows);
}

std::string loopNestSection(const store::RunRecord& run)
{
    std::string html = "<h2>Loop nests</h2>\n<p class=\"soft\">Outermost level first; \"par for\" spreads work over "
                       "the children of a level. "
                       "Layers of equal shape share one loop nest.</p>\n";
    for (const schedule::LayerResult& layer : run.layers)
        if (layer.mapping && !layer.sameShapeAs)
            html += folded(layer.name + ", " + workload::describeShape(run.inputs.network.layers[layer.index]),
                           preformatted(mapping::print(run.inputs.accelerator, run.inputs.network.layers[layer.index],
                                                       *layer.mapping)));
    return html;
}

} // namespace nestloom::report
