// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/bottlenecks.h"
#include "app/report/html.h"
#include "app/report/number_text.h"
#include "app/report/sections.h"

#include <algorithm>

namespace nestloom::report {

namespace {

std::string tile(const std::string& number, const std::string& words)
{
    return "<div class=\"tile\"><b>" + escaped(number) + "</b><span>" + escaped(words) + "</span></div>\n";
}

std::string engineTitle(const std::string& id)
{
    for (const schedule::EngineInfo& engine : schedule::engines())
        if (engine.id == id)
            return engine.title;
    return id;
}

std::string statusSentence(const store::RunRecord& run)
{
    const std::string stored =
        std::to_string(run.layers.size()) + " of " + std::to_string(run.inputs.network.layers.size()) + " layers";
    switch (run.summary.status) {
    case store::RunStatus::Running: return "The run was still going on: " + stored + " so far.";
    case store::RunStatus::Cancelled:
        return "The run was cancelled; what was found until then is kept: " + stored + ".";
    case store::RunStatus::Interrupted:
        return "The program ended during the run; what was finished is kept: " + stored + ".";
    case store::RunStatus::Failed: return "The run failed: " + run.summary.message;
    case store::RunStatus::Finished: break;
    }
    return {};
}

/// Total and worst distance to the proven bound, in one sentence.
std::string boundSentence(const store::RunRecord& run, const schedule::Totals& sum)
{
    if (!sum.lowerBoundCycles || *sum.lowerBoundCycles <= 0)
        return {};
    double worst = 0;
    for (const schedule::LayerResult& layer : run.layers)
        worst = std::max(worst, layer.gap.value_or(0));
    return "The latency is " + fixedNumber((double(sum.cycles.count) / *sum.lowerBoundCycles - 1) * 100, 2)
           + " % above the sum of the engine's proven lower bounds; the worst layer is " + fixedNumber(worst * 100, 2)
           + " % above its own.";
}

std::string tiles(const store::RunRecord& run, const schedule::Totals& sum)
{
    const double cycles = double(sum.cycles.count);
    const double seconds = cycles / run.inputs.accelerator.clock.count;
    std::string html = "<div class=\"tiles\">";
    html += tile(shortCycles(cycles), grouped(sum.cycles.count) + " cycle, all layers one after the other");
    html += tile(shortTime(seconds), "at " + shortNumber(run.inputs.accelerator.clock.count, "Hz"));
    html += tile(shortEnergy(sum.energy), "energy of MACs and buffer levels");
    html += tile(shortNumber(sum.energy.count * 1e-12 * seconds, "J s"), "energy-delay product");
    html +=
        tile(percent(sum.utilization), "utilisation of " + grouped(run.inputs.accelerator.macUnits()) + " MAC units");
    const auto verified =
        std::count_if(run.layers.begin(), run.layers.end(), [](const auto& layer) { return layer.verified; });
    html += tile(std::to_string(verified) + " of " + std::to_string(run.inputs.network.layers.size()),
                 "layers with a verified mapping");
    return html + "</div>\n";
}

std::string paragraph(const std::string& cssClass, const std::string& text)
{
    return text.empty() ? text : "<p class=\"" + cssClass + "\">" + escaped(text) + "</p>\n";
}

} // namespace

std::string headlineSection(const store::RunRecord& run)
{
    const schedule::Totals sum = schedule::totals(run.inputs.accelerator, run.layers);
    const schedule::ScheduleOptions& options = run.inputs.options;
    std::string html = "<h1>" + escaped(run.inputs.network.name + " on " + run.inputs.accelerator.name) + "</h1>\n";
    html += paragraph("soft", "Engine " + engineTitle(options.engine) + ", objective "
                                  + std::string(schedule::name(options.cosa.objective)) + ", seed "
                                  + std::to_string(options.seed) + "; solved in " + shortTime(sum.solveCpuMs * 1e-3)
                                  + " of CPU.");
    html += paragraph("bad", statusSentence(run));
    html += tiles(run, sum);
    html += paragraph("", bottleneckSentence(bottleneckShares(run.inputs.accelerator, run.layers)));
    html += paragraph("", boundSentence(run, sum));
    if (sum.failed > 0)
        html += paragraph("bad", std::to_string(sum.failed) + (sum.failed == 1 ? " layer has" : " layers have")
                                     + " no mapping; the reasons are in the table. The figures above leave them out.");
    return html
           + paragraph("soft",
                       "Cycles, energy and utilisation come from Nestloom's analytical cost model; every mapping was "
                       "checked by the independent verifier before it was costed.");
}

} // namespace nestloom::report
