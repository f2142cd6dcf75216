// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/comparison_report.h"

#include "app/report/accelerator_differences.h"
#include "app/report/change.h"
#include "app/report/comparison_layers.h"
#include "app/report/input_section.h"
#include "app/report/text.h"
#include "app/report/whole_report.h"
#include "engine/base/number_words.h"
#include "engine/base/ranges.h"
#include "engine/records/run_difference.h"

#include <algorithm>
#include <cmath>

namespace nestloom::report {

namespace {

/// "B needs 8.2 % fewer cycles than A: 1,234,000 fewer, of which layer2.0.conv1 has 120,000."
std::string changeSentence(Runs runs, std::size_t i)
{
    const Figures was = figuresOf(runs.front()), is = figuresOf(runs[i]);
    const double before = was.cycles, after = is.cycles;
    if (!(before > 0) || !(after > 0))
        return {};
    const double change = after - before, clock = is.cycles / is.seconds, theirClock = was.cycles / was.seconds;
    if (std::fabs(clock - theirClock) > 1e-9 * clock) // fewer cycles may take longer
        return letter(i) + " takes " + percent(std::fabs(is.seconds / was.seconds - 1))
               + (is.seconds < was.seconds ? " less" : " more") + " time than A: " + grouped(std::int64_t(after))
               + " cycles at " + shortNumber(clock, "Hz") + ", A " + grouped(std::int64_t(before)) + " at "
               + shortNumber(theirClock, "Hz") + ".";
    if (change == 0)
        return letter(i) + " needs as many cycles as A.";
    const std::string text = letter(i) + " needs " + percent(std::fabs(change) / before)
                             + (change < 0 ? " fewer" : " more") + " cycles than A ("
                             + grouped(std::int64_t(std::fabs(change))) + ")";
    const schedule::LayerResult *most = nullptr, *old = nullptr;
    for (const records::ComparedLayer& layer : layersOf(runs).rows) {
        const schedule::LayerResult *a = layer.results[0], *b = layer.results[i];
        if (a == nullptr || b == nullptr || !a->cost || !b->cost)
            continue;
        const double part = double(b->cost->cycles.count - a->cost->cycles.count);
        if (part * change > 0
            && (!most || std::fabs(part) > std::fabs(double(most->cost->cycles.count - old->cost->cycles.count)))) {
            most = b;
            old = a;
        }
    }
    if (most == nullptr)
        return text + ".";
    return text + "; " + most->name + " changes most, by "
           + grouped(std::abs(most->cost->cycles.count - old->cost->cycles.count))
           + (most->cost->bottleneck.text == old->cost->bottleneck.text
                  ? ", and is bound by " + most->cost->bottleneck.text + " in both."
                  : ": it was bound by " + old->cost->bottleneck.text + ", and is now by " + most->cost->bottleneck.text
                        + ".");
}

Table differenceTable(const char* what, std::size_t runs)
{
    Table table{{textCell(what)}, {}};
    for (std::size_t i = 0; i < runs; ++i)
        table.columns.push_back(numberCell(letter(i)));
    return table;
}

void addRuns(Document& document, std::span<const records::RunRecord> runs)
{
    Table table{{textCell(""), textCell("run"), textCell("network"), textCell("accelerator"), textCell("engine"),
                 textCell("model"), textCell("objective"), numberCell("batch"), numberCell("seed"),
                 textCell("Nestloom"), textCell("started (UTC)")},
                {}};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const records::RunInputs& inputs = runs[i].inputs;
        table.rows.push_back(
            {textCell(letter(i)), textCell(std::to_string(runs[i].summary.id)), textCell(inputs.network.name),
             textCell(inputs.acceleratorTitle()), textCell(records::titleOf(inputs.engine())),
             textCell(name(records::asScheduled(runs[i]).model)), textCell(records::objectiveOf(runs[i])),
             numberCell(runs[i].summary.batch ? std::to_string(*runs[i].summary.batch) : "-"),
             numberCell(std::to_string(inputs.seed())), textCell(runs[i].summary.engineVersion),
             textCell(utcText(runs[i].summary.startedAt))});
    }
    document.add(std::move(table));
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (const std::string marks = marksSentence(runs[i].summary.marks); !marks.empty())
            document.say(std::string(letter(i)) + ": " + marks);
    document.say("Changes are against A.", Tone::Soft);
    std::vector<records::CostModel> models;
    for (const records::RunRecord& run : runs)
        if (std::ranges::find(models, records::asScheduled(run).model) == models.end())
            document.say(modelSentence(models.emplace_back(records::asScheduled(run).model)), Tone::Soft);
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
    add("Options", [](const records::RunRecord& run) { return optionsText(run.inputs); });
}

void addVerified(Document& document, std::span<const records::RunRecord> runs)
{
    document.add(Heading{2, "Verification"});
    std::string text, whole;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (runs[i].inputs.kind() != records::RunKind::Layers) {
            whole += (whole.empty() ? "" : ", ") + letter(i);
            continue;
        }
        const auto verified = std::ranges::count_if(runs[i].layers, [](const auto& layer) { return layer.verified; });
        text += (text.empty() ? "" : ", ") + letter(i) + " " + std::to_string(verified) + " of "
                + std::to_string(runs[i].inputs.network.layers.size());
    }
    if (!text.empty())
        document.say("Layers whose mapping the independent verifier accepted: " + text
                     + ". A layer without a verified mapping has no cost and is left out of the sums.");
    if (!whole.empty())
        document.say("Independent verifiers accepted the whole of " + whole + ".");
}

/// Why changes are missing or grey, and why figures are.
void addReasons(Document& document, const std::vector<records::RunFigure>& figures,
                const std::vector<records::RunDifference>& apart)
{
    std::vector<std::string> lines;
    const auto add = [&lines](const std::string& line) {
        if (std::ranges::find(lines, line) == lines.end())
            lines.push_back(line);
    };
    for (std::size_t i = 1; i < apart.size(); ++i) {
        if (!apart[i].work.empty())
            add(letter(i) + " is not compared with A: " + joinText(apart[i].reasons(), "; ") + ".");
        else if (!apart[i].batch.empty())
            add("Of " + letter(i) + " only rates and figures per input are compared with A: " + apart[i].batch + ".");
        if (apart[i].work.empty() && !apart[i].model.empty())
            add("Changes of " + letter(i) + " are grey: " + apart[i].model + ".");
        if (apart[i].work.empty() && !apart[i].bound.empty())
            add("The gap of " + letter(i) + " is not compared with A's: " + apart[i].bound + ".");
    }
    for (const records::RunFigure& figure : figures)
        for (std::size_t i = 0; i < figure.values.size(); ++i)
            if (!figure.values[i].missing.empty())
                add(letter(i) + ": " + figure.values[i].missing + ".");
    if (!lines.empty())
        document.add(BulletList{lines});
}

void addTotals(Document& document, Runs stored)
{
    const CommonWork common = commonWork(stored);
    const Runs runs = common.runs;
    std::vector<records::ComparedSide> sides;
    std::vector<records::RunDifference> apart;
    Table table{{textCell("")}, {}};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        sides.push_back(records::asScheduled(runs[i]));
        apart.push_back(i > 0 ? records::difference(sides[i], sides[0]) : records::RunDifference{});
        table.columns.push_back(numberCell(letter(i)));
        if (i > 0)
            table.columns.push_back(numberCell("change"));
    }
    std::vector<records::RunFigure> figures = records::compareFigures(sides);
    std::erase_if(figures, [](const records::RunFigure& figure) { return !figure.isResult; });
    for (const records::RunFigure& figure : figures) {
        std::vector<Cell> row{textCell(figure.title)};
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const records::RunFigure::Value& value = figure.values[i];
            const bool isExact = figure.unit == "cycles" && value.number; // of one input to the nearest
            row.push_back(numberCell(isExact              ? grouped(std::llround(*value.number))
                                     : value.text.empty() ? kNoNumber
                                                          : value.text));
            if (i > 0)
                row.push_back(changeOf(figure, i, 0, apart[i]));
        }
        table.rows.push_back(std::move(row));
    }
    document.add(Heading{2, "Headline numbers"});
    document.say(common.caution, Tone::Bad);
    document.add(std::move(table));
    addReasons(document, figures, apart);
    for (std::size_t i = 1; i < runs.size(); ++i)
        if (apart[i].work.empty() && apart[i].model.empty() && apart[i].batch.empty())
            document.say(changeSentence(runs, i));
}

void addAcceleratorDifferences(Document& document, Runs runs)
{
    if (std::ranges::any_of(runs, [](const auto& run) { return run.inputs.accelerator.levels.empty(); }))
        return; // a plan may be of none
    Table table = differenceTable("field", runs.size());
    for (const FieldDifference& difference :
         acceleratorDifferences(collect(runs, [](const records::RunRecord& run) { return &run; }))) {
        table.rows.push_back({textCell(difference.field)});
        for (const std::string& value : difference.values)
            table.rows.back().push_back(numberCell(value));
    }
    document.add(Heading{2, "What differs between the accelerators"});
    if (table.rows.empty())
        document.say("Nothing: every field that can influence a schedule or its cost is equal.");
    else
        document.add(std::move(table));
}

bool isOfTiles(const records::RunRecord& run)
{
    return records::modelOf(run.inputs.engine()) == records::CostModel::Tiles;
}

void compareLayerOptions(const auto& compare)
{
    using Run = records::RunRecord;
    compare("vector operators", [](const Run& run) {
        return std::string(run.inputs.options.fuseOperators ? "fused into layers" : "apart");
    });
    compare("larger sizes", [](const Run& run) { return std::string(run.inputs.options.largerSizes ? "yes" : "no"); });
    compare("any bypass", [](const Run& run) { return std::string(run.inputs.options.bypass ? "yes" : "no"); });
    compare("accepted gap", [](const Run& run) { return percent(run.inputs.options.cosa.gap); });
    compare("time limit per layer", [](const Run& run) {
        const auto limit = run.inputs.options.timeLimitPerLayer;
        return limit == std::chrono::milliseconds::max() ? std::string("none") : duration(double(limit.count()));
    });
    compare("constraints", [](const Run& run) {
        const std::string lines = joinText(run.inputs.options.constraints, "; ");
        return lines.empty() ? std::string("none") : lines;
    });
}

void compareTilesOptions(const auto& compare)
{
    const auto ofTiles = [&](const char* what, auto textOf) {
        compare(what, [textOf](const records::RunRecord& run) {
            return isOfTiles(run) ? std::string(textOf(run.inputs.options.flexer)) : std::string("-");
        });
    };
    using Params = const schedule::flexer::FlexerParams&;
    ofTiles("our extensions of Flexer", [](Params params) {
        return params.extensions == schedule::flexer::kPublished     ? "none, as published"
               : params.extensions == schedule::flexer::Extensions{} ? "all"
                                                                     : "some";
    });
    ofTiles("metric", [](Params params) { return name(params.metric); });
    ofTiles("priority of sets", [](Params params) { return name(params.priority); });
    ofTiles("spill policy", [](Params params) { return name(params.spillPolicy); });
    ofTiles("most operations", [](Params params) { return std::to_string(params.maxOperations); });
    ofTiles("tilings out of order", [](Params params) { return std::to_string(params.tilings); });
}

void comparePlanOptions(const auto& compare)
{
    const auto ofPlan = [&](const char* what, auto textOf) {
        compare(what, [textOf](const records::RunRecord& run) {
            return run.inputs.memory ? std::string(textOf(*run.inputs.memory)) : std::string("-");
        });
    };
    using Plan = const records::MemoryOptions&;
    ofPlan("scratchpad", [](Plan plan) { return shortBytes(double(plan.scratchpad.count)); });
    ofPlan("operators", [](Plan plan) { return plan.fused ? "fused" : "unfused"; });
    ofPlan("tensors", [](Plan plan) { return plan.parameters ? "activations and parameters" : "activations only"; });
    ofPlan("order", [](Plan plan) { return name(plan.order); });
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
    compare("engine", [](const Run& run) { return run.inputs.engine(); });
    compare("objective", [](const Run& run) { return records::objectiveOf(run); });
    compare("seed", [](const Run& run) { return std::to_string(run.inputs.seed()); });
    compare("batch", [](const Run& run) { return run.summary.batch ? std::to_string(*run.summary.batch) : "-"; });
    if (std::ranges::any_of(runs, [](const Run& run) { return run.inputs.nodes.has_value(); }))
        compare("a training step", [](const Run& run) {
            return std::string(run.inputs.nodes && run.inputs.nodes->training ? "yes" : "no");
        });
    if (std::ranges::any_of(runs, [](const Run& run) { return run.inputs.memory.has_value(); }))
        comparePlanOptions(compare);
    if (haveMappings(runs))
        compareLayerOptions(compare);
    if (std::ranges::any_of(runs, isOfTiles))
        compareTilesOptions(compare);
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
    addComparedLayers(document, runs);
    addVerified(document, runs);
    addInputTexts(document, runs);
    document.footer = "Nestloom " NESTLOOM_VERSION ", " + document.title;
    return document;
}

} // namespace nestloom::report
