// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/energy_section.h"

#include "app/report/text.h"
#include "engine/base/number_words.h"
#include "engine/records/run_figures.h"

#include <algorithm>
#include <numeric>

namespace nestloom::report {

namespace {

// Classes of colours, see html.cpp.
constexpr const char *kHops = "network", *kLeakage = "leakage", *kVectorData = "dram", *kCompute = "compute";

double sumOf(const Bar& bar)
{
    return std::accumulate(bar.segments.begin(), bar.segments.end(), 0.0,
                           [](double sum, const auto& segment) { return sum + segment.value; });
}

Bar levelBar(const records::RunRecord& run, std::size_t level)
{
    PerTensor<double> tensors{};
    double hops = 0, leakage = 0;
    for (const schedule::LayerResult& layer : run.layers) {
        if (!layer.cost || level >= layer.cost->levels.size())
            continue;
        const cost::LevelCost& here = layer.cost->levels[level];
        for (const TensorRole role : kTensorRoles)
            tensors[role] += here.tensors[role] ? here.tensors[role]->energy.count : 0;
        hops += here.mesh.count;
        leakage += here.leakage.count;
    }
    Bar bar{run.inputs.accelerator.levels[level].name, {}, {}};
    for (const TensorRole role : kTensorRoles)
        bar.segments.push_back({tensors[role], std::string(name(role))});
    for (const auto& [energy, colour] : {std::pair(hops, kHops), std::pair(leakage, kLeakage)})
        if (energy > 0)
            bar.segments.push_back({energy, colour});
    return bar;
}

} // namespace

std::vector<Bar> energyBars(const records::RunRecord& run)
{
    std::vector<Bar> bars;
    for (std::size_t level = 0; level < run.inputs.accelerator.levels.size(); ++level)
        bars.push_back(levelBar(run, level));
    double macs = 0;
    for (const schedule::LayerResult& layer : run.layers)
        macs += layer.cost ? layer.cost->macEnergy.count : 0;
    bars.push_back({"MAC", {{macs, kCompute}}, {}});
    if (const cost::VectorSums vector = records::totalsOf(run).vector; vector.energy.count > 0) {
        bars.front().segments.push_back({vector.dataEnergy.count, kVectorData});
        bars.push_back({"vector unit", {{(vector.energy - vector.dataEnergy).count, kCompute}}, {}});
    }
    double total = 0;
    for (const Bar& bar : bars)
        total += sumOf(bar);
    for (Bar& bar : bars)
        bar.note = shortEnergy({sumOf(bar)}) + "  " + percent(total > 0 ? sumOf(bar) / total : 0);
    return bars;
}

void addEnergy(Document& document, const records::RunRecord& run)
{
    const std::vector<Bar> bars = energyBars(run);
    if (std::ranges::none_of(bars, [](const Bar& bar) { return sumOf(bar) > 0; }))
        return;
    const auto isThere = [&](const std::string& colour) {
        return std::ranges::any_of(bars, [&](const Bar& bar) {
            return std::ranges::any_of(bar.segments, [&](const auto& one) { return one.cssClass == colour; });
        });
    };
    Legend colours;
    for (const TensorRole role : kTensorRoles)
        colours.entries.push_back({std::string(name(role)), std::string(name(role))});
    for (const auto& [colour, words] :
         {std::pair(kHops, "hops over the mesh below the level"), std::pair(kLeakage, "leakage of the level"),
          std::pair(kVectorData, "data of vector operators"),
          std::pair(kCompute, "operations, with what leaks in units, and while vector operators run")})
        if (isThere(colour))
            colours.entries.push_back({colour, words});
    document.add(Heading{2, "Energy per level"});
    document.add(std::move(colours));
    addBarChart(document, bars, {"energy of the whole run", [](double pj) { return shortEnergy({pj}); }});
}

} // namespace nestloom::report
