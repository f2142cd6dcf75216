// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/comparison_layers.h"

#include "app/report/change.h"
#include "app/report/charts.h"
#include "engine/base/number_words.h"
#include "engine/base/ranges.h"
#include "engine/explore/layer_changes.h"
#include "engine/records/compared_layers.h"
#include "engine/records/run_difference.h"

#include <algorithm>
#include <cmath>

namespace nestloom::report {

records::ComparedLayers layersOf(Runs runs)
{
    return records::compareLayers(collect(runs, [](const records::RunRecord& run) { return &run; }));
}

double impactOf(const records::ComparedLayer& layer)
{
    double most = 0;
    for (const auto& cycles : layer.cycles)
        if (cycles && layer.cycles[0] && std::fabs(*cycles - *layer.cycles[0]) > std::fabs(most))
            most = *cycles - *layer.cycles[0];
    return most;
}

CommonWork commonWork(Runs runs)
{
    CommonWork common{{runs.begin(), runs.end()}, {}};
    if (std::ranges::any_of(runs, [](const records::RunRecord& run) { return run.layers.empty(); }))
        return common; // of other kinds: nothing to leave out
    const records::ComparedLayers layers = layersOf(runs);
    if (layers.perInput) {
        common.caution = "They are for batches of different sizes: only rates and figures per input are compared.";
        return common;
    }
    for (records::RunRecord& run : common.runs)
        run.layers.clear();
    std::size_t shared = 0;
    std::vector<std::size_t> missing(runs.size(), 0);
    for (const records::ComparedLayer& layer : layers.rows) {
        const bool everywhere = std::ranges::all_of(layer.cycles, [](auto& each) { return each.has_value(); });
        shared += everywhere ? 1 : 0;
        for (std::size_t i = 0; i < runs.size(); ++i) {
            missing[i] += layer.cycles[i] ? 0 : 1;
            if (everywhere)
                common.runs[i].layers.push_back(*layer.results[i]);
        }
    }
    std::string lacking;
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (missing[i] > 0)
            lacking += (lacking.empty() ? "" : ", ") + letter(i) + " lacks " + std::to_string(missing[i]);
    if (!lacking.empty()) {
        common.caution = "The sums are over the " + counted(std::int64_t(shared), "layer")
                         + " that every run has a mapping for; of the others " + lacking + ".";
        workload::Network& network = common.runs.front().inputs.network; // that is left: one for all
        network.graph = {};                                              // its operators are not those of these layers
        for (records::RunRecord& run : common.runs) {
            run.inputs.network = network;
            run.summary.networkName = network.name;
            run.summary.layerCount = int(shared);
            run.summary.totals = records::totalsOf(run);
        }
    }
    return common;
}

std::string letter(std::size_t run) { return std::string(1, char('A' + run)); }

bool haveMappings(Runs runs)
{
    return std::ranges::any_of(runs, [](const records::RunRecord& run) { return !run.layers.empty(); });
}

namespace {

std::string modelsApart(Runs runs, std::size_t i)
{
    return records::modelsApart(records::asScheduled(runs[i]).model, records::asScheduled(runs[0]).model);
}

/// The runs that have a value in some row.
std::vector<std::size_t> runsInRows(const records::ComparedLayers& layers, Runs runs)
{
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (std::ranges::any_of(layers.rows, [i](const auto& layer) { return layer.layers[i] || layer.cycles[i]; }))
            shown.push_back(i);
    return shown;
}

/// What bounds a layer: "compute"; of runs on nodes, which do not say it, "on nodes".
std::string boundOf(const records::ComparedLayer& layer, std::size_t run)
{
    if (!layer.cycles[run])
        return "no mapping";
    return layer.results[run] ? layer.results[run]->cost->bottleneck.text : "on nodes";
}

/// Why a layer changed. Of two runs in words, as the engine says it; of more what bounds it in each: "DRAM read", or
/// "A compute, B DRAM read, C compute".
Cell reasonCell(Runs runs, const records::ComparedLayer& layer, const std::vector<std::size_t>& shown, bool perInput)
{
    const auto& results = layer.results;
    if (runs.size() == 2 && results[0] && results[1] && layer.cycles[0] && layer.cycles[1] && !perInput)
        if (const std::string reason = explore::layerChange({runs[0].inputs.accelerator, *results[0]},
                                                            {runs[1].inputs.accelerator, *results[1]})
                                           .reason;
            !reason.empty())
            return textCell(reason);
    std::string all, common;
    std::vector<std::string> present;
    bool differs = false;
    for (const std::size_t i : shown) {
        if (!layer.layers[i] && !layer.cycles[i])
            continue;
        const std::string bound = boundOf(layer, i);
        differs = differs || (!common.empty() && bound != common);
        common = bound;
        all += (all.empty() ? "" : ", ") + letter(i) + " " + bound;
        present.push_back(letter(i));
    }
    const std::string only =
        present.size() < shown.size() ? "only in " + joinText(present, ", ") + ": " : std::string();
    return textCell(only + (differs ? all : common));
}

Table layersTable(Runs runs, const records::ComparedLayers& layers, const std::vector<std::size_t>& shown)
{
    const char* unit = layers.perInput ? " (cycles / input)" : " (cycles)";
    Table table{{textCell("layer"), textCell("shape")}, {}};
    const auto hasChange = [&](std::size_t i) { return i > 0 && shown.front() == 0; };
    for (const std::size_t i : shown) {
        table.columns.push_back(numberCell(letter(i) + unit));
        if (hasChange(i))
            table.columns.push_back(numberCell("change"));
    }
    table.columns.push_back(textCell(runs.size() == 2 ? "bound by, and why it changed" : "bound by"));
    for (const records::ComparedLayer& layer : layers.rows) {
        std::vector<Cell> row{textCell(layer.name), textCell(layer.shape)};
        for (const std::size_t i : shown) {
            const auto &cycles = layer.cycles[i], &first = layer.cycles[0];
            row.push_back(numberCell(cycles ? grouped(std::llround(*cycles)) : "-"));
            if (hasChange(i))
                row.push_back(cycles && first ? changeOf(*cycles, *first, Better::Smaller, modelsApart(runs, i))
                                              : numberCell("-"));
        }
        row.push_back(reasonCell(runs, layer, shown, layers.perInput));
        table.rows.push_back(std::move(row));
    }
    return table;
}

void addComparedCycles(Document& document, Runs runs, const records::ComparedLayers& layers,
                       const std::vector<std::size_t>& shown)
{
    std::vector<Bar> bars;
    Legend colours;
    const auto learn = [&colours](const std::string& cssClass, const std::string& text) {
        if (std::ranges::find(colours.entries, text, &LegendEntry::text) == colours.entries.end())
            colours.entries.push_back({cssClass, text});
    };
    for (const records::ComparedLayer& layer : layers.rows)
        for (const std::size_t i : shown) {
            const bool isFirst = i == shown.front();
            Bar bar{isFirst ? layer.name + "   " + letter(i) : letter(i), {}, "no mapping", std::nullopt, isFirst};
            if (layer.cycles[i]) {
                const std::string colour =
                    layer.results[i] ? bottleneckClass(runs[i].inputs.accelerator, layer.results[i]->cost->bottleneck)
                                     : "weights";
                learn(colour, boundOf(layer, i));
                bar.segments = {{*layer.cycles[i], colour}};
                bar.note = grouped(std::llround(*layer.cycles[i])) + "  " + boundOf(layer, i);
            }
            bars.push_back(std::move(bar));
        }
    document.add(Heading{2, "Cycles per layer"});
    document.add(std::move(colours));
    addBarChart(document, bars,
                {(layers.perInput ? std::string("cycles of one input per layer") : std::string("cycles per layer"))
                     + ", all runs on one axis, coloured by what bounds the layer",
                 shortCycles});
}

void addComparedEnergy(Document& document, Runs runs)
{
    constexpr std::string_view kEnergy = " energy"; // the figures of levels, MACs and vector unit end so
    std::vector<records::ComparedSide> sides;
    std::vector<std::size_t> shown; // of the runs
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (!runs[i].layers.empty()) {
            sides.push_back(records::asScheduled(runs[i]));
            shown.push_back(i);
        }
    std::vector<Bar> bars;
    for (const records::RunFigure& figure : records::compareFigures(sides)) {
        if (!figure.title.ends_with(kEnergy))
            continue;
        const std::string part = figure.title.substr(0, figure.title.size() - kEnergy.size());
        const std::string colour = bars.empty()                             ? "dram"
                                   : part == "MAC" || part == "vector unit" ? "compute"
                                                                            : "buffer";
        for (std::size_t i = 0; i < sides.size(); ++i) {
            const std::string run = letter(shown[i]);
            Bar bar{i == 0 ? part + "   " + run : run, {}, "no such part", std::nullopt, i == 0};
            const auto &value = figure.values[i].number, &first = figure.values[0].number;
            if (value) {
                bar.segments = {{*value, colour}};
                bar.note = shortEnergy({*value});
                if (i > 0 && shown[0] == 0 && first && modelsApart(runs, shown[i]).empty())
                    bar.note += "  " + changeOf(*value, *first).text;
            }
            bars.push_back(std::move(bar));
        }
    }
    if (bars.empty())
        return;
    document.add(Heading{2, "Energy per level"});
    addBarChart(document, bars,
                {"energy of the whole run, all runs on one axis", [](double pj) { return shortEnergy({pj}); }});
}

} // namespace

void addComparedLayers(Document& document, Runs runs)
{
    std::vector<std::string> letters;
    for (std::size_t i = 0; i < runs.size(); ++i)
        letters.push_back(letter(i));
    const records::ComparedLayers layers = layersOf(runs);
    const std::vector<std::size_t> shown = runsInRows(layers, runs);
    if (shown.empty())
        return;
    records::ComparedLayers byImpact = layers;
    std::ranges::stable_sort(
        byImpact.rows, [](const auto& a, const auto& b) { return std::fabs(impactOf(a)) > std::fabs(impactOf(b)); });
    document.add(Heading{2, "Layers by impact"});
    document.say(records::whyNoMappings(collect(runs, [](const records::RunRecord& run) { return &run; }), letters),
                 Tone::Soft);
    document.say("The largest change in cycles first.", Tone::Soft);
    document.add(layersTable(runs, byImpact, shown));
    addComparedCycles(document, runs, layers, shown);
    if (!layers.perInput && haveMappings(runs))
        addComparedEnergy(document, commonWork(runs).runs);
}

} // namespace nestloom::report
