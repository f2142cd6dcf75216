// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/comparison_report.h"

#include "app/report/change.h"
#include "app/report/comparison_sections.h"
#include "app/report/sections.h"
#include "app/report/time_text.h"
#include "engine/base/number_words.h"
#include "engine/io/result_json.h"
#include "engine/schedule/objective.h"

namespace nestloom::report {

namespace {

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
