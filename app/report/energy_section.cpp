// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/bar_chart.h"
#include "app/report/sections.h"
#include "engine/base/number_words.h"

#include <numeric>

namespace nestloom::report {

namespace {

/// Energy of the run at one level, in pJ.
struct LevelEnergy {
    PerTensor<double> tensors{};
    double sum() const { return std::accumulate(tensors.values.begin(), tensors.values.end(), 0.0); }
};

std::vector<LevelEnergy> energyPerLevel(const records::RunRecord& run)
{
    std::vector<LevelEnergy> levels(run.inputs.accelerator.levels.size());
    for (const schedule::LayerResult& layer : run.layers)
        for (std::size_t i = 0; layer.cost && i < levels.size() && i < layer.cost->levels.size(); ++i)
            for (const TensorRole role : kTensorRoles)
                if (const auto& tensor = layer.cost->levels[i].tensors[role])
                    levels[i].tensors[role] += tensor->energy.count;
    return levels;
}

std::string note(double energy, double total) { return shortEnergy({energy}) + "  " + percent(energy / total); }

} // namespace

void addEnergy(Document& document, const records::RunRecord& run)
{
    double macs = 0, total = 0;
    for (const schedule::LayerResult& layer : run.layers) {
        macs += layer.cost ? layer.cost->macEnergy.count : 0;
        total += layer.cost ? layer.cost->energy.count : 0;
    }
    if (!(total > 0))
        return;
    std::vector<Bar> bars;
    const std::vector<LevelEnergy> levels = energyPerLevel(run);
    for (std::size_t i = 0; i < levels.size(); ++i) {
        Bar bar{run.inputs.accelerator.levels[i].name, {}, note(levels[i].sum(), total)};
        for (const TensorRole role : kTensorRoles)
            bar.segments.push_back({levels[i].tensors[role], std::string(name(role))});
        bars.push_back(std::move(bar));
    }
    bars.push_back({"MAC", {{macs, "compute"}}, note(macs, total)});
    Legend colours;
    for (const TensorRole role : kTensorRoles)
        colours.entries.push_back({std::string(name(role)), std::string(name(role))});
    colours.entries.push_back({"compute", "multiply-accumulate"});
    document.add(Heading{2, "Energy per level"});
    document.add(std::move(colours));
    addBarChart(document, bars, {"energy of the whole run, by tensor", [](double pj) { return shortEnergy({pj}); }});
}

} // namespace nestloom::report
