// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_outcome.h"

#include "app/cli/commands.h"
#include "app/cli/print_run.h"
#include "app/report/run_json.h"

#include <algorithm>

namespace nestloom::cli {

std::vector<schedule::ObjectiveReport> objectiveReports(const records::RunInputs& inputs,
                                                        const std::vector<schedule::LayerResult>& layers,
                                                        const std::stop_token& stop,
                                                        const std::function<void(std::size_t)>& onProof)
{
    const auto solver = jobs::solverFactory();
    const bool isCancelled = std::ranges::any_of(
        layers, [](const schedule::LayerResult& layer) { return layer.status == schedule::LayerStatus::Cancelled; });
    const schedule::cosa::CosaParams& asked = inputs.options.cosa;
    if (inputs.options.engine == "flexer") // it minimises none of these
        return {};
    if (!solver || isCancelled || (!asked.proveWithMip && asked.objective != schedule::Objective::CosaPaper))
        return {};
    const auto reports = schedule::reportObjective(inputs.accelerator, inputs.network, inputs.options, layers, *solver,
                                                   stop, [&](std::size_t result, const auto&) { onProof(result); });
    if (!reports)
        complain("no bounds of the objective: " + reports.error().text());
    return reports ? *reports : std::vector<schedule::ObjectiveReport>();
}

std::string outcomeJson(const records::RunInputs& inputs, const jobs::ExperimentOutcome& outcome,
                        const std::vector<schedule::ObjectiveReport>& reports)
{
    const std::string json = report::runJson(jobs::recordOf(inputs, outcome));
    const bool hasLayers = inputs.kind() == records::RunKind::Layers;
    return hasLayers ? withObjective(json, inputs.options.cosa.objective, reports) : json;
}

} // namespace nestloom::cli
