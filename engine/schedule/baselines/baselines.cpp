// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/baselines/baselines.h"

#include "engine/mapping/why_not.h"
#include "engine/schedule/baselines/search_record.h"
#include "engine/schedule/input_error.h"
#include "engine/workload/network.h"

#include <cmath>

namespace nestloom::schedule {

namespace {

LayerOutcome solveExhaustively(SearchRecord& record, const BaselineParams& params)
{
    const double candidates = countCandidates(record.space());
    if (candidates > static_cast<double>(params.exhaustiveLimit)) {
        LayerOutcome outcome;
        outcome.reason = "the space has about 10^" + std::to_string(static_cast<int>(std::log10(candidates)))
                         + " candidates, an exhaustive search takes at most " + std::to_string(params.exhaustiveLimit)
                         + "; take another engine for this layer";
        outcome.stats = record.outcome(false, StopCause::Completed).stats;
        return outcome;
    }
    const bool complete = walkAll(record);
    using enum workload::LoopDimension;
    const bool halo = record.space().layer().bounds[R] > 1 || record.space().layer().bounds[S] > 1;
    return record.outcome(complete && !halo, StopCause::Completed);
}

} // namespace

bool isBaseline(std::string_view engine)
{
    return engine == "random" || engine == "hybrid" || engine == "annealing" || engine == "exhaustive";
}

Result<LayerOutcome> solveBaseline(std::string_view engine, const workload::Layer& layer,
                                   const hardware::Accelerator& accelerator, const Goal& goal,
                                   const BaselineParams& params, const RunControl& control,
                                   const OnConvergence& onPoint)
{
    if (!isBaseline(engine))
        return Error{ErrorCode::InvalidInput,
                     "there is no baseline named '" + std::string(engine)
                         + "'; known: random, hybrid, annealing, exhaustive",
                     ""};
    if (const auto error = inputError(layer, accelerator))
        return *error;
    if (const auto why = mapping::whyNot(accelerator, layer)) {
        LayerOutcome outcome;
        outcome.status = why->proven ? SolveStatus::Infeasible : SolveStatus::NoSolutionFound;
        outcome.reason = why->message;
        return outcome;
    }
    const cosa::MappingSpace space(accelerator, layer);
    SearchRecord record(space, goal, control, onPoint);
    if (engine == "exhaustive")
        return solveExhaustively(record, params);
    if (engine == "random")
        searchRandom(record, params, control.seed);
    else if (engine == "hybrid")
        searchHybrid(record, params, control.seed);
    else
        anneal(record, params, control.seed);
    return record.outcome(false, StopCause::WorkLimit);
}

} // namespace nestloom::schedule
