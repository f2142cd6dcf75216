// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/take_outcome.h"

#include <cmath>

namespace nestloom::schedule {

namespace {

constexpr double kRounding = 1e-9; // of the linear programs that prove bounds, of their figure

double milliseconds(std::chrono::nanoseconds time) { return std::chrono::duration<double, std::milli>(time).count(); }

LayerStatus statusOf(SolveStatus status, StopCause cause)
{
    switch (status) {
    case SolveStatus::Optimal: return LayerStatus::Optimal;
    case SolveStatus::Feasible: return LayerStatus::Feasible;
    case SolveStatus::Infeasible: return LayerStatus::Infeasible;
    case SolveStatus::NoSolutionFound: break;
    }
    return cause == StopCause::Cancelled ? LayerStatus::Cancelled : LayerStatus::Failed;
}

} // namespace

void takeFacts(const OutcomeFacts& facts, LayerResult& result)
{
    result.status = statusOf(facts.status, facts.cause);
    result.cause = facts.cause;
    result.reason = facts.reason;
    result.solveCpuMs = milliseconds(facts.stats.cpu);
    result.solveWallMs = milliseconds(facts.stats.wall);
    result.lowerBoundCycles = facts.stats.bound;
}

void setGap(LayerResult& result)
{
    if (!result.cost || !result.lowerBoundCycles || *result.lowerBoundCycles <= 0)
        return;
    result.lowerBoundCycles = std::ceil(*result.lowerBoundCycles * (1 - kRounding));
    result.gap = static_cast<double>(result.cost->cycles.count) / *result.lowerBoundCycles - 1.0;
}

} // namespace nestloom::schedule
