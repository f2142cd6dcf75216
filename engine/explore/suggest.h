// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/run_control.h"
#include "engine/explore/accelerator_fields.h"
#include "engine/explore/pareto.h"
#include "engine/schedule/layer_cache.h"
#include "engine/schedule/network_run.h"
#include "engine/schedule/objective.h"

namespace nestloom::explore {

/// One number of an accelerator, as it is and as it could be.
struct FieldChange {
    std::string path; // see accelerator_fields.h
    FieldKind kind = FieldKind::Count;
    double from = 0, to = 0; // in unit(kind)
    std::string reason;      // what it is aimed at: "DRAM read sets 61 % of the cycles"
    friend bool operator==(const FieldChange&, const FieldChange&) = default;
};

/// The next power of two that is at least a quarter away: 10 -> 16, 16 -> 32, 15 -> 32 (upwards); 10 -> 8, 16 -> 8
/// (downwards). Engineers choose such values, and smaller steps rarely show.
double nextUp(double value);
double nextDown(double value);

/// Changes of single fields that are worth a try, aimed at what bounds the cost of these results, the most promising
/// first and at most `most`:
///   a port sets cycles     its bandwidth up; the capacities inside that level up, for tiles that travel less often
///   compute sets cycles    the fan-outs up
///   a level takes energy   the capacities inside that level up; its own capacity down when it is on the chip
///   every bounded level    its capacity down, for chip area
/// Results without a cost say nothing and are passed over.
std::vector<FieldChange> promisingChanges(const hardware::Accelerator& accelerator,
                                          const std::vector<schedule::LayerResult>& results, std::size_t most = 10);

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
    std::string caution{};   // why energies after the change are not to be trusted, see design_space.h; mostly empty
    double macUnits = 1;     // after / before
};

/// after / before - 1: -0.09 = 9 % less. Of nothing, nothing.
double relativeChange(const Suggestion& suggestion, Objective objective);

/// The best of them for what an engine minimises, in the figures of the whole network, the best first; only what gains
/// at least 0.1 %, and none that another is nowhere worse than, to 0.1 %, in gain, cycles, energy, bytes on chip and
/// MAC units: so they are different ways.
std::vector<Suggestion> best(std::vector<Suggestion> suggestions, const schedule::Goal& goal, std::size_t most = 5);

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
