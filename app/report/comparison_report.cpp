// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/comparison_report.h"

#include "app/report/change.h"
#include "app/report/charts.h"
#include "app/report/input_section.h"
#include "app/report/text.h"
#include "engine/base/number_words.h"
#include "engine/explore/accelerator_diff.h"
#include "engine/explore/layer_changes.h"
#include "engine/io/result_json.h"
#include "engine/schedule/objective.h"
#include "engine/schedule/standing.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace nestloom::report {

double ComparedLayer::impact() const
{
    double most = 0;
    for (const schedule::LayerResult* result : results)
        if (results[0] != nullptr && result != nullptr) {
            const double change = double(result->cost->cycles.count - results[0]->cost->cycles.count);
            most = std::fabs(change) > std::fabs(most) ? change : most;
        }
    return most;
}

std::vector<ComparedLayer> compareLayers(Runs runs)
{
    std::vector<const workload::Network*> networks;
    std::vector<std::map<std::size_t, const schedule::LayerResult*>> results(runs.size()); // by layer
    for (std::size_t i = 0; i < runs.size(); ++i) {
        networks.push_back(&runs[i].inputs.network);
        for (const schedule::LayerResult& result : runs[i].layers)
            if (result.cost)
                results[i][result.index] = &result;
    }
    std::vector<ComparedLayer> layers;
    for (const explore::AlignedLayer& aligned : explore::alignLayers(networks)) {
        ComparedLayer layer;
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const auto index = aligned.layers[i];
            if (index && layer.name.empty()) {
                layer.name = networks[i]->layers[*index].name;
                layer.shape = workload::describeShape(networks[i]->layers[*index]);
            }
            const auto found = index ? results[i].find(*index) : results[i].end();
            layer.results.push_back(found == results[i].end() ? nullptr : found->second);
        }
        layers.push_back(std::move(layer));
    }
    return layers;
}

namespace {

/// "A" to "D".
std::string letter(std::size_t run) { return std::string(1, char('A' + run)); }

/// The runs without the layers that not all of them have a mapping for: sums over different work say nothing.
struct CommonWork {
    std::vector<records::RunRecord> runs;
    std::string caution; // what was left out; may be empty
};

CommonWork commonWork(Runs runs)
{
    CommonWork common{{runs.begin(), runs.end()}, {}};
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
    if (!lacking.empty())
        common.caution = "The sums are over the " + counted(std::int64_t(shared), "layer")
                         + " that every run has a mapping for; of the others " + lacking + ".";
    return common;
}

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
    if (change == 0)
        return letter(i) + " needs as many cycles as A.";
    const std::string text = letter(i) + " needs " + percent(std::fabs(change) / before)
                             + (change < 0 ? " fewer" : " more") + " cycles than A ("
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

std::string valueText(explore::FieldKind kind, const explore::FieldValue& value)
{
    if (std::holds_alternative<explore::Missing>(value))
        return "no such level";
    if (std::holds_alternative<explore::Unstated>(value))
        return "not stated";
    if (const auto* text = std::get_if<std::string>(&value))
        return *text;
    return fieldText(kind, std::get<double>(value));
}

Table differenceTable(const char* what, std::size_t runs)
{
    Table table{{textCell(what)}, {}};
    for (std::size_t i = 0; i < runs; ++i)
        table.columns.push_back(numberCell(letter(i)));
    return table;
}

void addLevelRows(Table& table, const explore::AcceleratorDiff& diff)
{
    for (const explore::LevelRow& level : diff.levels) {
        const bool isEverywhere = std::ranges::all_of(level.positions, [](const auto& at) { return at.has_value(); });
        const bool isMoved = std::any_of(level.moved.begin(), level.moved.end(), [](bool moved) { return moved; });
        if (isEverywhere && !isMoved)
            continue;
        std::vector<Cell> row{textCell("level " + level.name)};
        for (const auto& position : level.positions)
            row.push_back(numberCell(position ? "level " + std::to_string(*position) : "none"));
        table.rows.push_back(std::move(row));
    }
}

void addRuns(Document& document, std::span<const records::RunRecord> runs)
{
    Table table{{textCell(""), textCell("run"), textCell("network"), textCell("accelerator"), textCell("engine"),
                 textCell("objective"), numberCell("seed"), textCell("Nestloom"), textCell("started (UTC)")},
                {}};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const records::RunInputs& inputs = runs[i].inputs;
        table.rows.push_back(
            {textCell(letter(i)), textCell(std::to_string(runs[i].summary.id)), textCell(inputs.network.name),
             textCell(inputs.accelerator.name), textCell(engineTitle(inputs.options.engine)),
             textCell(schedule::objectiveName(inputs.options)), numberCell(std::to_string(inputs.options.seed)),
             textCell(runs[i].summary.engineVersion), textCell(utcText(runs[i].summary.startedAt))});
    }
    document.add(std::move(table));
    document.say("Changes are against A. Cycles, energy and utilisation are Nestloom's analytical cost model.",
                 Tone::Soft);
}

/// Every text once: runs often share their network or accelerator.
void addInputTexts(Document& document, std::span<const records::RunRecord> runs)
{
    document.add(Heading{2, "Inputs"});
    const auto usersOf = [runs](const auto& textOf, const std::string& text) {
        std::string users;
        for (std::size_t i = 0; i < runs.size(); ++i)
            if (textOf(runs[i]) == text)
                users += (users.empty() ? "" : ", ") + letter(i);
        return users;
    };
    const auto add = [&](const std::string& title, const auto& textOf) {
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const std::string text = textOf(runs[i]);
            const std::string users = usersOf(textOf, text);
            if (users.starts_with(letter(i)))
                document.add(Verbatim{title + " of " + users, text});
        }
    };
    add("Accelerator file", [](const records::RunRecord& run) { return run.inputs.acceleratorYaml; });
    add("Network file", [](const records::RunRecord& run) { return run.inputs.networkYaml; });
    add("Options", [](const records::RunRecord& run) { return io::optionsToJson(run.inputs.options); });
}

void addVerified(Document& document, std::span<const records::RunRecord> runs)
{
    document.add(Heading{2, "Verification"});
    std::string text;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        std::size_t verified = 0;
        for (const schedule::LayerResult& layer : runs[i].layers)
            verified += layer.verified ? 1 : 0;
        text += (i == 0 ? "" : ", ") + letter(i) + " " + std::to_string(verified) + " of "
                + std::to_string(runs[i].inputs.network.layers.size());
    }
    document.say("Layers whose mapping the independent verifier accepted: " + text
                 + ". A layer without a verified mapping has no cost and is left out of the sums.");
}

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

void addAcceleratorDifferences(Document& document, Runs runs)
{
    std::vector<const hardware::Accelerator*> accelerators;
    for (const records::RunRecord& run : runs)
        accelerators.push_back(&run.inputs.accelerator);
    const explore::AcceleratorDiff diff = explore::diff(accelerators);
    Table table = differenceTable("field", runs.size());
    addLevelRows(table, diff);
    for (const explore::FieldRow& field : diff.rows) {
        if (!field.differs())
            continue;
        std::vector<Cell> row{textCell(field.level.empty() ? field.key : field.level + ", " + field.key)};
        for (const explore::FieldValue& value : field.values)
            row.push_back(numberCell(valueText(field.kind, value)));
        table.rows.push_back(std::move(row));
    }
    document.add(Heading{2, "What differs between the accelerators"});
    if (table.rows.empty())
        document.say("Nothing: every field that can influence a schedule or its cost is equal.");
    else
        document.add(std::move(table));
}

void addOptionDifferences(Document& document, Runs runs)
{
    Table table = differenceTable("option", runs.size());
    const auto compare = [&](const char* what, auto&& textOf) {
        std::vector<Cell> row{textCell(what)};
        bool differs = false;
        for (const records::RunRecord& run : runs) {
            row.push_back(numberCell(textOf(run)));
            differs = differs || row.back().text != row[1].text;
        }
        if (differs)
            table.rows.push_back(std::move(row));
    };
    using Run = records::RunRecord;
    compare("network", [](const Run& run) { return run.inputs.network.name; });
    compare("engine", [](const Run& run) { return run.inputs.options.engine; });
    compare("objective", [](const Run& run) { return schedule::objectiveName(run.inputs.options); });
    compare("seed", [](const Run& run) { return std::to_string(run.inputs.options.seed); });
    compare("accepted gap", [](const Run& run) { return percent(run.inputs.options.cosa.gap); });
    compare("time limit per layer", [](const Run& run) {
        const auto limit = run.inputs.options.timeLimitPerLayer;
        return limit == std::chrono::milliseconds::max() ? std::string("none") : duration(double(limit.count()));
    });
    compare("constraints", [](const Run& run) {
        std::string lines;
        for (const std::string& line : run.inputs.options.constraints)
            lines += (lines.empty() ? "" : "; ") + line;
        return lines.empty() ? std::string("none") : lines;
    });
    compare("Nestloom", [](const Run& run) { return run.summary.engineVersion; });
    if (table.rows.empty())
        return;
    document.add(Heading{2, "What else differs"});
    document.add(std::move(table));
}

} // namespace

Document comparisonReport(std::span<const records::RunRecord> runs)
{
    Document document;
    std::string numbers;
    for (std::size_t i = 0; i < runs.size(); ++i)
        numbers += (i == 0 ? "" : i + 1 == runs.size() ? " and " : ", ") + std::to_string(runs[i].summary.id);
    document.title = "Comparison of runs " + numbers;
    document.add(Heading{1, document.title});
    addRuns(document, runs);
    for (const records::RunRecord& run : runs)
        for (const std::string& damage : run.damage)
            document.say("Damaged: " + damage + ".", Tone::Bad);
    addTotals(document, runs);
    addAcceleratorDifferences(document, runs);
    addOptionDifferences(document, runs);
    addLayersByImpact(document, runs);
    addComparedCycles(document, runs);
    addComparedEnergy(document, runs);
    addVerified(document, runs);
    addInputTexts(document, runs);
    document.footer = "Nestloom " NESTLOOM_VERSION ", " + document.title;
    return document;
}

} // namespace nestloom::report
