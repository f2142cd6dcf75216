// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/take_outcome.h"

#include "engine/base/text.h"
#include "engine/schedule/objective.h"
#include "engine/schedule/standing.h"

#include <algorithm>
#include <cmath>

namespace nestloom::schedule {

namespace {

constexpr double kRounding = 1e-9; // of the linear programs that prove bounds, of their figure

double milliseconds(std::chrono::nanoseconds time) { return std::chrono::duration<double, std::milli>(time).count(); }

LayerStatus statusOf(SolveStatus status, StopCause cause)
{
    switch (status) {
    case SolveStatus::Optimal: return LayerStatus::Proven;
    case SolveStatus::Feasible: return LayerStatus::BestFound;
    case SolveStatus::Infeasible: return LayerStatus::Infeasible;
    case SolveStatus::NoSolutionFound: break;
    }
    return cause == StopCause::Cancelled ? LayerStatus::Cancelled : LayerStatus::Failed;
}

std::string numberText(double number) { return generalNumber(number, 12); }

void refuseBelow(LayerResult& result, double figure, double bound, std::string_view unit)
{
    LayerResult refused;
    refused.index = result.index;
    refused.name = result.name;
    refused.status = LayerStatus::Failed;
    refused.reason = "the mapping costs " + numberText(figure) + " " + std::string(unit)
                     + ", less than the lower bound of " + numberText(bound) + " that was proven: one of both is wrong";
    refused.solveCpuMs = result.solveCpuMs;
    refused.solveWallMs = result.solveWallMs;
    refused.sameShapeAs = result.sameShapeAs;
    result = std::move(refused);
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

std::optional<double> figureOf(const LayerResult& result, const ScheduleOptions& options)
{
    if (!result.cost)
        return std::nullopt;
    const double cycles = double(result.cost->cycles.count);
    if (result.tiled)
        return flexer::metricOf(options.flexer, cycles, double(result.tiled->chosen.traffic.total().count));
    if (options.cosa.objective == Objective::CosaPaper)
        return std::nullopt;
    if (options.cosa.simulated && result.simulated)
        return double(result.simulated->count);
    return Goal(options.cosa.objective, options.cosa.cyclePrice).figure(cycles, result.cost->energy.count);
}

void setGap(LayerResult& result, const ScheduleOptions& options)
{
    if (!result.cost)
        return;
    result.gap.reset();
    const double cycles = double(result.cost->cycles.count);
    if (result.lowerBoundCycles && *result.lowerBoundCycles > 0)
        result.lowerBoundCycles = std::ceil(*result.lowerBoundCycles * (1 - kRounding));
    if (!result.tiled && options.cosa.objective == Objective::Latency && result.lowerBoundCycles)
        result.objectiveBound = result.lowerBoundCycles;
    const bool isUnknown = options.cosa.simulated && !result.simulated;
    const auto figure = isUnknown ? std::nullopt : figureOf(result, options);
    if (cycles < result.lowerBoundCycles.value_or(0))
        return refuseBelow(result, cycles, *result.lowerBoundCycles, "cycles");
    const bool isBelow = figure && *figure < result.objectiveBound.value_or(0) * (1 - kNoGap);
    if (isBelow && !options.cosa.simulated)
        return refuseBelow(result, *figure, *result.objectiveBound, unitOf(options.cosa.objective));
    // What is proven is proven of the model; a simulation may take less, and then nothing is known of it.
    if (figure && !isBelow && result.objectiveBound && *result.objectiveBound > 0)
        result.gap = std::max(0.0, *figure / *result.objectiveBound - 1);
    result.status = standingOf(result.gap) == Standing::Proven ? LayerStatus::Proven : LayerStatus::BestFound;
}

} // namespace nestloom::schedule
