// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/bottlenecks.h"
#include "app/report/change.h"
#include "app/report/objective_text.h"
#include "app/report/sections.h"
#include "engine/base/number_words.h"
#include "engine/schedule/objective.h"
#include "engine/schedule/standing.h"

#include <algorithm>

namespace nestloom::report {

namespace {

std::string statusSentence(const records::RunRecord& run)
{
    const std::string stored =
        std::to_string(run.layers.size()) + " of " + counted(std::int64_t(run.inputs.network.layers.size()), "layer");
    switch (run.summary.status) {
    case records::RunStatus::Running: return "The run was still going on: " + stored + " so far.";
    case records::RunStatus::Cancelled:
        return "The run was cancelled; what was found until then is kept: " + stored + ".";
    case records::RunStatus::Interrupted:
        return "The program ended during the run; what was finished is kept: " + stored + ".";
    case records::RunStatus::Failed:
        return (!run.summary.refusal().empty() ? "The run was refused: " : "The run failed: ") + run.summary.message;
    case records::RunStatus::Finished: break;
    }
    return {};
}

/// Total and worst distance to what was proven, in one sentence.
std::string boundSentence(const records::RunRecord& run, const schedule::Totals& sum)
{
    if (!sum.gap)
        return {};
    double worst = 0;
    for (const schedule::LayerResult& layer : run.layers)
        worst = std::max(worst, layer.gap.value_or(0));
    const std::string objective = schedule::objectiveName(run.inputs.options);
    if (schedule::standingOf(worst) == schedule::Standing::Proven)
        return "Objective " + objective + ": proven, no layer has a better mapping.";
    return "Objective " + objective + ": " + schedule::standingText(sum.gap)
           + " of the proven lower bounds of all layers together; the worst layer is " + schedule::standingText(worst)
           + " of its own.";
}

Tiles tiles(const records::RunRecord& run, const schedule::Totals& sum, const records::RunRecord* baseline)
{
    const Figures now = figuresOf(run);
    const std::optional<Figures> before =
        baseline && isSameWork(run, *baseline) ? std::optional(figuresOf(*baseline)) : std::nullopt;
    Tiles tiles;
    const auto add = [&](const std::string& number, const std::string& words, double Figures::*figure, Better better) {
        Tiles::Tile tile{number, words, {}, Tone::Normal};
        if (before && figure) {
            const Cell change = changeOf(now.*figure, (*before).*figure, better);
            tile.change = change.text;
            tile.changeTone = change.tone;
        }
        tiles.tiles.push_back(std::move(tile));
    };
    const hardware::Accelerator& accelerator = run.inputs.accelerator;
    add(shortCycles(now.cycles), exactCycles(sum.cycles) + ", all layers one after the other", &Figures::cycles,
        Better::Smaller);
    add(shortTime(now.seconds), "at " + shortNumber(accelerator.clock.count, "Hz"), &Figures::seconds, Better::Smaller);
    add(shortEnergy(sum.energy), "energy of MACs and buffer levels", &Figures::energy, Better::Smaller);
    add(shortEdp(now.edp), "energy-delay product", &Figures::edp, Better::Smaller);
    add(percent(now.utilization), "utilisation of " + grouped(accelerator.macUnits()) + " MAC units",
        &Figures::utilization, Better::Larger);
    const auto verified =
        std::count_if(run.layers.begin(), run.layers.end(), [](const auto& layer) { return layer.verified; });
    add(std::to_string(verified) + " of " + std::to_string(run.inputs.network.layers.size()),
        run.inputs.options.engine == "flexer" ? "layers with a verified schedule of tiles"
                                              : "layers with a verified mapping",
        nullptr, Better::Larger);
    return tiles;
}

/// Those of the accelerator and of the run; empty without any.
std::string constraintSentence(const records::RunInputs& inputs)
{
    std::string list;
    for (const auto* lines : {&inputs.accelerator.constraints, &inputs.options.constraints})
        for (const std::string& line : *lines)
            list += (list.empty() ? "Constraints that every mapping keeps: " : "; ") + line;
    return list.empty() ? list : list + ".";
}

} // namespace

std::string engineTitle(const std::string& id)
{
    for (const schedule::EngineInfo& engine : schedule::engines())
        if (engine.id == id)
            return engine.title;
    return id;
}

void addHeadlines(Document& document, const records::RunRecord& run, const records::RunRecord* baseline)
{
    const schedule::Totals sum = schedule::totals(run.inputs.accelerator, run.layers);
    const schedule::ScheduleOptions& options = run.inputs.options;
    document.add(Heading{1, document.title});
    document.say("Engine " + engineTitle(options.engine) + ", objective " + schedule::objectiveName(options) + ", seed "
                     + std::to_string(options.seed) + "; solved in " + duration(sum.solveCpuMs) + " of CPU.",
                 Tone::Soft);
    if (const std::string kept = constraintSentence(run.inputs); !kept.empty())
        document.say(kept, Tone::Soft);
    document.say(statusSentence(run), Tone::Bad);
    for (const std::string& damage : run.damage)
        document.say("Damaged: " + damage + ".", Tone::Bad);
    document.add(tiles(run, sum, baseline));
    if (baseline)
        document.say("Changes are against run " + std::to_string(baseline->summary.id) + ", "
                     + baseline->inputs.network.name + " on " + baseline->inputs.accelerator.name
                     + (isSameWork(run, *baseline)
                            ? "."
                            : ", which has mappings for other layers: only single layers are compared, not the sums."));
    document.say(bottleneckSentence(bottleneckShares(run.inputs.accelerator, run.layers)));
    document.say(boundSentence(run, sum));
    if (const std::string mesh = meshSentence(sum); !mesh.empty())
        document.say("Caution: " + mesh + ".", Tone::Bad);
    if (sum.failed > 0)
        document.say(counted(std::int64_t(sum.failed), "layer") + (sum.failed == 1 ? " has" : " have")
                         + " no mapping; the reasons are in the table. The figures above leave them out.",
                     Tone::Bad);
}

} // namespace nestloom::report
