// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/tiled_result.h"

#include "engine/schedule/flexer/flexer.h"
#include "engine/schedule/flexer/schedule_cost.h"
#include "engine/schedule/flexer/verify_schedule.h"
#include "engine/schedule/take_outcome.h"

namespace nestloom::schedule {

namespace {

/// Nothing reaches the user before the verifier has accepted it.
void judge(const hardware::Accelerator& accelerator, const ScheduleOptions& options,
           const flexer::FlexerSolution& solution, LayerResult& result)
{
    if (const auto violations = flexer::verify(solution.schedule); !violations.empty()) {
        result.status = LayerStatus::Failed;
        result.reason = "the verifier refused the engine's schedule: " + violations.front().message;
        return;
    }
    result.verified = true;
    result.tiled = solution.summary;
    result.cost = flexer::costOf(accelerator, solution.schedule);
    result.objectiveBound = solution.summary.metricBound;
    setGap(result, options);
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
    takeOutcome(*outcome, result);
    if (outcome->solution)
        judge(accelerator, options, *outcome->solution, result);
}

} // namespace nestloom::schedule
