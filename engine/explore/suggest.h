// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/run_control.h"
#include "engine/explore/pareto.h"
#include "engine/explore/promising_changes.h"
#include "engine/schedule/goal.h"
#include "engine/schedule/layer_cache.h"

namespace nestloom::explore {

struct SuggestInputs {
    hardware::Accelerator accelerator;
    workload::Network network;
    schedule::ScheduleOptions options;          // proofs are left out
    std::vector<schedule::LayerResult> results; // of the network on the accelerator
};

/// A change with what it really brings: the network was mapped on the changed accelerator, and every mapping verified.
struct Suggestion {
    FieldChange change;
    PointCost before, after; // both mapped from the same starts, so that the difference is the change's own
    std::string caution{};   // why energies after the change are not to be trusted, see energy_cautions.h; mostly empty
};

/// after / before - 1: -0.09 = 9 % less. Of nothing, nothing.
double relativeChange(const Suggestion& suggestion, Objective objective);

/// The best of them for an objective, the best first; only what gains at least 0.1 %.
std::vector<Suggestion> best(std::vector<Suggestion> suggestions, Objective objective, std::size_t most = 3);
/// The same for what an engine minimises, in the figures of the whole network.
std::vector<Suggestion> best(std::vector<Suggestion> suggestions, const schedule::Goal& goal, std::size_t most = 3);

/// Maps the network on promisingChanges() one after the other, starting from the given results, on `options.threads`.
/// Changes that leave a layer without a mapping are dropped. `onSuggestion` hears each on the calling thread.
/// Returns  what was mapped whole, in the order it was tried; depends on the inputs only.
/// Fails    as schedule::scheduleNetwork.
/// Stop     control.stop answers within a second; changes mapped before it are returned. control.onProgress hears the
///          fraction on the calling thread. control.seed and the limits are not used: the options have them.
Result<std::vector<Suggestion>> suggest(const SuggestInputs& inputs, const schedule::SolverFactory& makeSolver,
                                        const RunControl& control,
                                        const std::function<void(const Suggestion&)>& onSuggestion = {});

} // namespace nestloom::explore
