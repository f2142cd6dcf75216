// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/layer_outcome.h"
#include "engine/schedule/network_run.h"

#include <functional>

namespace nestloom::schedule {

/// How far one layer of a run is from the best that any mapping can reach, in the figure of the run's objective.
struct ObjectiveReport {
    std::string_view unit;        // as schedule::unitOf()
    std::optional<double> figure; // of the layer's mapping
    std::optional<double>
        bound; // proven: no mapping that keeps the constraints, and in every level what it may keep, is below
    std::optional<double> gap;            // figure / bound - 1
    std::optional<double> energyBound;    // pJ, for Objective::Latency and mappings of the layer's own sizes: none of
                                          // these with at most as many cycles needs less energy; not of baselines
    std::optional<double> energyGap;      // energy of the mapping / energyBound - 1
    std::optional<PaperTerms> paperTerms; // for Objective::CosaPaper, which has none of the figures above
    double cpuMs = 0;                     // of the proof; equal shapes are proven once
};

/// Called on the proving thread for each result, in their order.
using OnReport = std::function<void(std::size_t result, const ObjectiveReport& report)>;

/// Proves lower bounds for results of scheduleNetwork(), whatever engine found them, on the calling thread: by exact
/// search, some 10 to 300 ms for a layer, or by linear programs where the space is too large.
/// Returns  one report for each result; empty ones for layers without a mapping and for what was left when stopped
/// Fails    SolverFailure when the solver died
Result<std::vector<ObjectiveReport>> reportObjective(const hardware::Accelerator& accelerator,
                                                     const workload::Network& network, const ScheduleOptions& options,
                                                     const std::vector<LayerResult>& results,
                                                     const SolverFactory& makeSolver, const std::stop_token& stop,
                                                     const OnReport& onReport = {});

} // namespace nestloom::schedule
