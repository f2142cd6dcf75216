// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/tiled_result.h"

#include "engine/schedule/flexer/flexer.h"
#include "engine/schedule/flexer/schedule_cost.h"
#include "engine/schedule/flexer/verify_schedule.h"

namespace nestloom::schedule {

namespace {

LayerStatus statusOf(const flexer::FlexerOutcome& outcome)
{
    switch (outcome.status) {
    case SolveStatus::Optimal: return LayerStatus::Optimal;
    case SolveStatus::Feasible: return LayerStatus::Feasible;
    case SolveStatus::Infeasible: return LayerStatus::Infeasible;
    case SolveStatus::NoSolutionFound: break;
    }
    return outcome.cause == StopCause::Cancelled ? LayerStatus::Cancelled : LayerStatus::Failed;
}

/// Nothing reaches the user before the verifier has accepted it.
void judge(const hardware::Accelerator& accelerator, const flexer::FlexerSolution& solution, LayerResult& result)
{
    if (const auto violations = flexer::verify(solution.schedule); !violations.empty()) {
        result.status = LayerStatus::Failed;
        result.reason = "the verifier refused the engine's schedule: " + violations.front().message;
        return;
    }
    result.verified = true;
    result.tiled = solution.summary;
    result.cost = flexer::costOf(accelerator, solution.schedule);
    if (result.lowerBoundCycles && *result.lowerBoundCycles > 0)
        result.gap = static_cast<double>(result.cost->cycles.count) / *result.lowerBoundCycles - 1.0;
}

} // namespace

void solveTiled(const workload::Layer& layer, const hardware::Accelerator& accelerator, const flexer::Machine& machine,
                const ScheduleOptions& options, const RunControl& control, int threads, LayerResult& result)
{
    const auto outcome = flexer::solve(layer, machine, options.flexer, control, threads);
    if (!outcome) {
        result.status = LayerStatus::Failed;
        result.reason = outcome.error().text();
        return;
    }
    const auto milliseconds = [](std::chrono::nanoseconds time) { return std::chrono::duration<double, std::milli>(time).count(); };
    result.status = statusOf(*outcome);
    result.cause = outcome->cause;
    result.reason = outcome->reason;
    result.solveCpuMs = milliseconds(outcome->stats.cpu);
    result.solveWallMs = milliseconds(outcome->stats.wall);
    result.lowerBoundCycles = outcome->stats.bound;
    if (outcome->solution)
        judge(accelerator, *outcome->solution, result);
}

} // namespace nestloom::schedule
