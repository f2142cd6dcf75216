// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/comparison_layers.h"

#include "app/report/change.h"
#include "app/report/charts.h"
#include "engine/base/number_words.h"
#include "engine/base/ranges.h"
#include "engine/explore/layer_changes.h"
#include "engine/records/run_figures.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace nestloom::report {

double ComparedLayer::impact() const
{
    double most = 0;
    for (std::size_t i = 1; i < results.size(); ++i)
        if (results[0] != nullptr && results[i] != nullptr && std::fabs(cycles[i] - cycles[0]) > std::fabs(most))
            most = cycles[i] - cycles[0];
    return most;
}

std::vector<ComparedLayer> compareLayers(Runs runs)
{
    const bool perInput = haveOtherBatches(runs);
    const std::vector<workload::Network> networks = collect(runs, [perInput](const records::RunRecord& run) {
        return perInput ? records::forOneInput(run) : run.inputs.network;
    });
    std::vector<std::map<std::size_t, const schedule::LayerResult*>> results(runs.size()); // by layer
    for (std::size_t i = 0; i < runs.size(); ++i) {
        for (const schedule::LayerResult& result : runs[i].layers)
            if (result.cost)
                results[i][result.index] = &result;
    }
    std::vector<ComparedLayer> layers;
    for (const explore::AlignedLayer& aligned :
         explore::alignLayers(collect(networks, [](const workload::Network& network) { return &network; }))) {
        ComparedLayer layer;
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const auto index = aligned.layers[i];
            if (index && layer.name.empty()) {
                layer.name = networks[i].layers[*index].name;
                layer.shape = workload::describeShape(networks[i].layers[*index]);
            }
            const auto found = index ? results[i].find(*index) : results[i].end();
            const std::optional<std::int64_t> inputs = perInput ? runs[i].summary.batch : 1;
            const auto* result = inputs && found != results[i].end() ? found->second : nullptr;
            layer.results.push_back(result);
            layer.cycles.push_back(result ? double(result->cost->cycles.count) / double(*inputs) : 0);
        }
        layers.push_back(std::move(layer));
    }
    return layers;
}

CommonWork commonWork(Runs runs)
{
    CommonWork common{{runs.begin(), runs.end()}, {}};
    if (std::ranges::any_of(runs, [](const records::RunRecord& run) { return run.layers.empty(); }))
        return common; // of other kinds: nothing to leave out
    if (haveOtherBatches(runs)) {
        common.caution = "They are for batches of different sizes: only figures per input are compared.";
        return common;
    }
    for (records::RunRecord& run : common.runs)
        run.layers.clear();
    std::size_t shared = 0;
    std::vector<std::size_t> missing(runs.size(), 0);
    for (const ComparedLayer& layer : compareLayers(runs)) {
        const bool everywhere = std::ranges::all_of(layer.results, [](auto* each) { return each != nullptr; });
        shared += everywhere ? 1 : 0;
        for (std::size_t i = 0; i < runs.size(); ++i) {
            missing[i] += layer.results[i] == nullptr ? 1 : 0;
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

std::size_t firstWithLayers(Runs runs)
{
    std::size_t first = 0;
    while (first < runs.size() && runs[first].layers.empty())
        ++first;
    return first;
}

bool haveOtherBatches(Runs runs)
{
    const std::size_t first = firstWithLayers(runs);
    return std::any_of(runs.begin() + std::ptrdiff_t(first), runs.end(), [&](const records::RunRecord& run) {
        const auto &batch = run.summary.batch, &other = runs[first].summary.batch;
        return !run.layers.empty() && batch && other && batch != other;
    });
}

namespace {

std::string modelsApart(Runs runs, std::size_t i)
{
    return records::modelsApart(records::asScheduled(runs[i]).model, records::asScheduled(runs[0]).model);
}

/// Why a layer changed. Of two runs in words, as the engine says it; of more what bounds it in each: "DRAM read", or
/// "A compute, B DRAM read, C compute".
Cell reasonCell(Runs runs, const ComparedLayer& layer)
{
    const auto& results = layer.results;
    if (runs.size() == 2 && results[0] && results[1] && !haveOtherBatches(runs))
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
    const std::size_t first = firstWithLayers(runs);
    for (std::size_t i = first; i < results.size(); ++i) {
        if (runs[i].layers.empty())
            continue;
        differs = differs || bound(i) != bound(first);
        all += (i == first ? "" : ", ") + letter(i) + " " + bound(i);
    }
    return textCell(differs ? all : bound(first));
}

} // namespace

void addLayersByImpact(Document& document, Runs runs)
{
    std::vector<ComparedLayer> layers = compareLayers(runs);
    std::ranges::stable_sort(layers, [](const ComparedLayer& a, const ComparedLayer& b) {
        return std::fabs(a.impact()) > std::fabs(b.impact());
    });
    const char* unit = haveOtherBatches(runs) ? " (cycles / input)" : " (cycles)";
    Table table{{textCell("layer"), textCell("shape")}, {}};
    const auto hasChange = [&](std::size_t i) { return i > 0 && !runs[0].layers.empty(); };
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (runs[i].layers.empty())
            continue;
        table.columns.push_back(numberCell(letter(i) + unit));
        if (hasChange(i))
            table.columns.push_back(numberCell("change"));
    }
    table.columns.push_back(textCell(runs.size() == 2 ? "bound by, and why it changed" : "bound by"));
    for (const ComparedLayer& layer : layers) {
        std::vector<Cell> row{textCell(layer.name), textCell(layer.shape)};
        for (std::size_t i = 0; i < runs.size(); ++i) {
            if (runs[i].layers.empty())
                continue;
            const bool isThere = layer.results[i] != nullptr;
            row.push_back(numberCell(isThere ? grouped(std::llround(layer.cycles[i])) : "-"));
            if (hasChange(i))
                row.push_back(isThere && layer.results[0]
                                  ? changeOf(layer.cycles[i], layer.cycles[0], Better::Smaller, modelsApart(runs, i))
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
        const auto known =
            std::ranges::find_if(colours.entries, [&](const LegendEntry& entry) { return entry.text == text; });
        if (known == colours.entries.end())
            colours.entries.push_back({cssClass, text});
    };
    for (const ComparedLayer& layer : compareLayers(runs))
        for (std::size_t i = 0; i < runs.size(); ++i) {
            if (runs[i].layers.empty())
                continue;
            const bool isFirst = i == firstWithLayers(runs);
            Bar bar{isFirst ? layer.name + "   " + letter(i) : letter(i), {}, "no mapping", std::nullopt, isFirst};
            if (const schedule::LayerResult* result = layer.results[i]) {
                const std::string colour = bottleneckClass(runs[i].inputs.accelerator, result->cost->bottleneck);
                learn(colour, result->cost->bottleneck.text);
                bar.segments = {{layer.cycles[i], colour}};
                bar.note = grouped(std::llround(layer.cycles[i])) + "  " + result->cost->bottleneck.text;
            }
            bars.push_back(std::move(bar));
        }
    if (bars.empty())
        return;
    document.add(Heading{2, "Cycles per layer"});
    document.add(std::move(colours));
    addBarChart(
        document, bars,
        {(haveOtherBatches(runs) ? std::string("cycles of one input per layer") : std::string("cycles per layer"))
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

} // namespace nestloom::report
