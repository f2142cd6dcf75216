// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/comparison_sections.h"

#include "app/report/bar_chart.h"
#include "app/report/bottlenecks.h"
#include "app/report/change.h"
#include "engine/base/number_words.h"
#include "engine/explore/layer_changes.h"
#include "engine/schedule/objective.h"
#include "engine/schedule/standing.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace nestloom::report {

namespace {

/// A row of the headline table: the values of all runs, each but the first with its change.
void addFigure(Table& table, const std::string& title, Runs runs, Better better, const auto& valueOf,
               const auto& textOf)
{
    std::vector<Cell> row{textCell(title)};
    const double first = valueOf(runs.front());
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const double value = valueOf(runs[i]);
        row.push_back(numberCell(textOf(value)));
        if (i > 0)
            row.push_back(changeOf(value, first, better));
    }
    table.rows.push_back(std::move(row));
}

/// What the run minimised, and how near it is known to have come: "latency: within 0.83 %".
std::string standingOf(const records::RunRecord& run)
{
    return schedule::objectiveName(run.inputs.options) + ": "
           + schedule::standingText(schedule::totals(run.inputs.accelerator, run.layers).gap);
}

/// "B needs 8.2 % fewer cycles than A: 1,234,000 fewer, of which layer2.0.conv1 has 120,000."
std::string changeSentence(Runs runs, std::size_t i)
{
    const double before = figuresOf(runs.front()).cycles, after = figuresOf(runs[i]).cycles;
    if (!(before > 0) || !(after > 0))
        return {};
    const double change = after - before;
    const std::string names = letter(i) + " needs ";
    if (change == 0)
        return names + "as many cycles as A.";
    const bool fewer = change < 0;
    std::string text = names + percent(std::fabs(change) / before) + (fewer ? " fewer" : " more") + " cycles than A ("
                       + grouped(std::int64_t(std::fabs(change))) + ")";
    const schedule::LayerResult *most = nullptr, *was = nullptr;
    for (const ComparedLayer& layer : compareLayers(runs)) {
        const schedule::LayerResult *a = layer.results[0], *b = layer.results[i];
        if (a == nullptr || b == nullptr)
            continue;
        const double part = double(b->cost->cycles.count - a->cost->cycles.count);
        if (part * change > 0
            && (!most || std::fabs(part) > std::fabs(double(most->cost->cycles.count - was->cost->cycles.count)))) {
            most = b;
            was = a;
        }
    }
    if (most == nullptr)
        return text + ".";
    return text + "; " + most->name + " changes most, by "
           + grouped(std::abs(most->cost->cycles.count - was->cost->cycles.count))
           + (most->cost->bottleneck.text == was->cost->bottleneck.text
                  ? ", and is bound by " + most->cost->bottleneck.text + " in both."
                  : ": it was bound by " + was->cost->bottleneck.text + ", and is now by " + most->cost->bottleneck.text
                        + ".");
}

/// Why a layer changed. Of two runs in words, as the engine says it; of more what bounds it in each: "DRAM read", or
/// "A compute, B DRAM read, C compute".
Cell reasonCell(Runs runs, const ComparedLayer& layer)
{
    const auto& results = layer.results;
    if (runs.size() == 2 && results[0] && results[1])
        if (const std::string reason = explore::layerChange({runs[0].inputs.accelerator, *results[0]},
                                                            {runs[1].inputs.accelerator, *results[1]})
                                           .reason;
            !reason.empty())
            return textCell(reason);
    bool differs = false;
    std::string all;
    const auto bound = [&results](std::size_t i) {
        return results[i] ? results[i]->cost->bottleneck.text : std::string("no mapping");
    };
    for (std::size_t i = 0; i < results.size(); ++i) {
        differs = differs || bound(i) != bound(0);
        all += (i == 0 ? "" : ", ") + letter(i) + " " + bound(i);
    }
    return textCell(differs ? all : bound(0));
}

} // namespace

void addTotals(Document& document, Runs stored)
{
    const CommonWork common = commonWork(stored);
    const Runs runs = common.runs;
    Table table{{textCell("")}, {}};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        table.columns.push_back(numberCell(letter(i)));
        if (i > 0)
            table.columns.push_back(numberCell("change"));
    }
    const auto figure = [](double Figures::*which) {
        return [which](const records::RunRecord& run) { return figuresOf(run).*which; };
    };
    addFigure(table, "cycles", runs, Better::Smaller, figure(&Figures::cycles),
              [](double value) { return grouped(std::int64_t(value)); });
    addFigure(table, "latency", runs, Better::Smaller, figure(&Figures::seconds), shortTime);
    addFigure(table, "energy", runs, Better::Smaller, figure(&Figures::energy),
              [](double pj) { return shortEnergy({pj}); });
    addFigure(table, "energy-delay product", runs, Better::Smaller, figure(&Figures::edp),
              [](double value) { return shortEdp(value); });
    addFigure(table, "utilisation", runs, Better::Larger, figure(&Figures::utilization),
              [](double ratio) { return percent(ratio); });
    addFigure(
        table, "bytes on chip", runs, Better::Smaller,
        [](const records::RunRecord& run) { return double(run.inputs.accelerator.onChipBytes().count); }, shortBytes);
    addFigure(
        table, "MAC units", runs, Better::Smaller,
        [](const records::RunRecord& run) { return double(run.inputs.accelerator.macUnits()); },
        [](double value) { return grouped(std::int64_t(value)); });
    addFigure(
        table, "layers that the mesh would not carry", runs, Better::Smaller,
        [](const records::RunRecord& run) {
            return double(schedule::totals(run.inputs.accelerator, run.layers).overMesh);
        },
        [](double value) { return grouped(std::int64_t(value)); });
    std::vector<Cell> gaps{textCell("objective, against its proven lower bound")};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        gaps.push_back(numberCell(standingOf(runs[i])));
        if (i > 0)
            gaps.push_back(numberCell(""));
    }
    table.rows.push_back(std::move(gaps));
    document.add(Heading{2, "Headline numbers"});
    document.say(common.caution, Tone::Bad);
    document.add(std::move(table));
    for (std::size_t i = 1; i < runs.size(); ++i)
        document.say(changeSentence(runs, i));
}

void addLayersByImpact(Document& document, Runs runs)
{
    std::vector<ComparedLayer> layers = compareLayers(runs);
    std::stable_sort(layers.begin(), layers.end(), [](const ComparedLayer& a, const ComparedLayer& b) {
        return std::fabs(a.impact()) > std::fabs(b.impact());
    });
    Table table{{textCell("layer"), textCell("shape")}, {}};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        table.columns.push_back(numberCell(letter(i) + " (cycles)"));
        if (i > 0)
            table.columns.push_back(numberCell("change"));
    }
    table.columns.push_back(textCell(runs.size() == 2 ? "bound by, and why it changed" : "bound by"));
    for (const ComparedLayer& layer : layers) {
        std::vector<Cell> row{textCell(layer.name), textCell(layer.shape)};
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const schedule::LayerResult* result = layer.results[i];
            row.push_back(numberCell(result ? grouped(result->cost->cycles.count) : "-"));
            if (i > 0)
                row.push_back(result && layer.results[0] ? changeOf(double(result->cost->cycles.count),
                                                                    double(layer.results[0]->cost->cycles.count))
                                                         : numberCell("-"));
        }
        row.push_back(reasonCell(runs, layer));
        table.rows.push_back(std::move(row));
    }
    document.add(Heading{2, "Layers by impact"});
    document.say("The largest change in cycles first.", Tone::Soft);
    document.add(std::move(table));
}

void addComparedCycles(Document& document, Runs runs)
{
    std::vector<Bar> bars;
    Legend colours;
    const auto learn = [&colours](const std::string& cssClass, const std::string& text) {
        const auto known = std::find_if(colours.entries.begin(), colours.entries.end(),
                                        [&](const LegendEntry& entry) { return entry.text == text; });
        if (known == colours.entries.end())
            colours.entries.push_back({cssClass, text});
    };
    for (const ComparedLayer& layer : compareLayers(runs))
        for (std::size_t i = 0; i < runs.size(); ++i) {
            Bar bar{i == 0 ? layer.name + "   A" : letter(i), {}, "no mapping", std::nullopt, i == 0};
            if (const schedule::LayerResult* result = layer.results[i]) {
                const std::string colour = bottleneckClass(runs[i].inputs.accelerator, result->cost->bottleneck);
                learn(colour, result->cost->bottleneck.text);
                bar.segments = {{double(result->cost->cycles.count), colour}};
                bar.note = grouped(result->cost->cycles.count) + "  " + result->cost->bottleneck.text;
            }
            bars.push_back(std::move(bar));
        }
    if (bars.empty())
        return;
    document.add(Heading{2, "Cycles per layer"});
    document.add(std::move(colours));
    addBarChart(document, bars,
                {"cycles per layer, all runs on one axis, coloured by what bounds the layer", shortCycles});
}

void addComparedEnergy(Document& document, Runs stored)
{
    const CommonWork common = commonWork(stored);
    const Runs runs = common.runs;
    std::vector<std::string> levels; // of all runs, outermost first
    std::vector<std::map<std::string, double>> energies(runs.size());
    for (std::size_t i = 0; i < runs.size(); ++i)
        for (const schedule::LayerResult& layer : runs[i].layers) {
            if (!layer.cost)
                continue;
            for (const cost::LevelCost& level : layer.cost->levels) {
                if (std::find(levels.begin(), levels.end(), level.level) == levels.end())
                    levels.push_back(level.level);
                energies[i][level.level] += level.energy.count;
            }
            energies[i]["MAC"] += layer.cost->macEnergy.count;
        }
    if (levels.empty())
        return;
    levels.push_back("MAC");
    std::vector<Bar> bars;
    for (const std::string& level : levels)
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const auto found = energies[i].find(level);
            Bar bar{i == 0 ? level + "   A" : letter(i), {}, "no such level", std::nullopt, i == 0};
            if (found != energies[i].end()) {
                bar.segments = {{found->second, level == "MAC"            ? "compute"
                                                : level == levels.front() ? "dram"
                                                                          : "buffer"}};
                bar.note = shortEnergy({found->second});
                const auto first = energies[0].find(level);
                if (i > 0 && first != energies[0].end())
                    bar.note += "  " + changeOf(found->second, first->second).text;
            }
            bars.push_back(std::move(bar));
        }
    document.add(Heading{2, "Energy per level"});
    addBarChart(document, bars,
                {"energy of the whole run, all runs on one axis", [](double pj) { return shortEnergy({pj}); }});
}

} // namespace nestloom::report
