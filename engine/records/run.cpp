// SPDX-License-Identifier: Apache-2.0
#include "engine/records/run.h"

#include "engine/base/number_words.h"
#include "engine/cost/power.h"

#include <algorithm>

namespace nestloom::records {

std::string RunVariant::words() const
{
    std::string words = scratchpad.count > 0 ? shortBytes(double(scratchpad.count)) : std::string();
    for (const auto& [is, word] : {std::pair{training, "training"},
                                   {alone, "layers alone"},
                                   {fused, "fused"},
                                   {bypass, "any bypass"},
                                   {ownSizes, "own sizes"},
                                   {asPublished, "as published"},
                                   {unseeded, "unseeded"},
                                   {constrained, "constrained"}})
        if (is)
            words += (words.empty() ? "" : ", ") + std::string(word);
    return words;
}

RunVariant RunInputs::variant() const
{
    if (memory)
        return {.fused = memory->fused, .scratchpad = memory->scratchpad};
    if (nodes)
        return {.training = nodes->training, .alone = nodes->alone};
    return variantOf(options);
}

RunVariant variantOf(const schedule::ScheduleOptions& options)
{
    const bool isTiled = modelOf(options.engine) == CostModel::Tiles;
    const bool isPublished = options.flexer.extensions == schedule::flexer::kPublished;
    return {.fused = options.fuseOperators,
            .bypass = options.bypass,
            .ownSizes = !options.largerSizes,
            .constrained = !options.constraints.empty(),
            .asPublished = isTiled && isPublished,
            .unseeded = isTiled && !isPublished && !options.flexer.extensions.seed};
}

std::string_view name(RunStatus status)
{
    switch (status) {
    case RunStatus::Running: return "running";
    case RunStatus::Finished: return "finished";
    case RunStatus::Cancelled: return "cancelled";
    case RunStatus::Interrupted: return "interrupted";
    case RunStatus::Failed: break;
    }
    return "failed";
}

Bytes peakUse(const workload::OperatorGraph& graph, const memory::MemoryPlan& plan)
{
    Bytes peak{};
    for (const memory::StepUse& step : memory::occupancy(graph, plan))
        peak = std::max(peak, step.used);
    return peak;
}

PlannedMemory plannedMemory(const schedule::cosma::MemoryRun& run, Bytes scratchpad)
{
    PlannedMemory memory{run.graph, *run.outcome.solution, {}};
    memory.figures.scratchpad = scratchpad;
    memory.figures.traffic = memory.plan.traffic;
    memory.figures.bound = {std::int64_t(run.outcome.stats.bound.value_or(0))};
    memory.figures.peak = peakUse(memory.graph, memory.plan);
    memory.figures.budgets = run.budgets;
    memory.figures.cpuMs = std::chrono::duration<double, std::milli>(run.outcome.stats.cpu).count();
    memory.baselines = run.baselines;
    if (run.baselines)
        memory.figures.bestBaseline = schedule::cosma::bestOf(*run.baselines).traffic;
    return memory;
}

schedule::cosma::MemoryRun memoryRun(const PlannedMemory& memory)
{
    schedule::cosma::MemoryRun run{.graph = memory.graph, .budgets = memory.figures.budgets};
    run.outcome.solution = memory.plan;
    run.outcome.status = memory.figures.isProven() ? SolveStatus::Optimal : SolveStatus::Feasible;
    run.outcome.stats.bound = double(memory.figures.bound.count);
    run.outcome.stats.cpu = std::chrono::nanoseconds(std::int64_t(memory.figures.cpuMs * 1e6));
    run.baselines = memory.baselines;
    return run;
}

std::optional<double> RunSummary::edp() const
{
    if (!totals || !clock || clock->count <= 0)
        return {};
    return totals->edp * 1e-12 / clock->count;
}

std::optional<Watts> RunSummary::power() const
{
    if (!edp() || totals->cycles.count <= 0)
        return {};
    return cost::meanPower(totals->energy, double(totals->cycles.count), *clock);
}

std::string_view RunSummary::refusal() const
{
    const bool isRefused = status == RunStatus::Failed && layersDone == 0 && !message.starts_with(kBrokeOff);
    return isRefused ? std::string_view(message) : std::string_view();
}

} // namespace nestloom::records
