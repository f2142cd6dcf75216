// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explore/run_fields.h"
#include "engine/schedule/cosma/memory_run.h"
#include "engine/schedule/kapla/node_run.h"
#include "engine/schedule/network_run.h"
#include "engine/schedule/objective.h"

#include <limits>
#include <stop_token>

namespace nestloom::explore {

/// What one network costs on one accelerator.
struct PointCost {
    Cycles cycles{};
    Picojoules energy{};
    double edpJouleSeconds = 0; // energy times latency at the accelerator's clock
    Bytes onChip{};             // capacity of all bounded levels
    double utilization = 0;
    std::optional<double> lowerBoundCycles;  // proven, when every layer has a bound
    std::optional<SquareMicrometres> area{}; // of the chip, when the accelerator's area table says it
    std::optional<double> gap{};     // sum of the figures of the objective over the sum of their proven bounds, less 1
    std::optional<double> seconds{}; // cycles at the accelerator's clock
    friend bool operator==(const PointCost&, const PointCost&) = default;
};

/// What a plan of a network's memory costs on one accelerator. It knows neither cycles nor energy.
struct PlanCost {
    Bytes traffic{};    // off chip, beyond the compulsory
    Bytes bound{};      // proven: no plan has less
    Bytes scratchpad{}; // on chip
    friend bool operator==(const PlanCost&, const PlanCost&) = default;
};

/// Of the layers that have a cost, with the vector operators of the network.
PointCost pointCost(const hardware::Accelerator& accelerator, const workload::Network& network,
                    const schedule::ScheduleOptions& options, const std::vector<schedule::LayerResult>& layers);

struct SweepInputs {
    DesignSpace space;
    std::vector<workload::Network> networks;
    schedule::ScheduleOptions options;            // threads: points that are solved side by side
    std::optional<kapla::NodeRunOptions> nodes{}; // instead of the others: networks are scheduled on nodes
    /// Instead of all these: memory is planned. A scratchpad of 0 B is the shared buffer of each point.
    std::optional<schedule::cosma::MemoryRunOptions> memory{};
    bool edited = false; // the accelerator is not what its file, or a preset of its name, says: lists mark it

    std::string acceleratorTitle() const { return space.base.name + (edited ? "*" : ""); }
    const std::string& engine() const { return nodes ? nodes->engine : memory ? memory->engine : options.engine; }
    std::string engineText() const { return sweeps(space, "run.engine") ? "swept" : engine(); }
    std::string seedText() const { return sweeps(space, "run.seed") ? "swept" : std::to_string(seed()); }
    std::uint64_t seed() const { return nodes ? nodes->seed : memory ? memory->seed : options.seed; }
    /// What the method was asked for beside engine, objective and seed, for the end of a line: ", batch 64, a training
    /// step"; of layers what is not usual: ", fused operators".
    std::string methodOptions() const;
    std::string objective() const // in one word, as on the command line; "swept" when an axis is over it
    {
        return sweeps(space, "run.objective") ? "swept"
               : nodes                        ? std::string(kapla::name(nodes->goal))
               : memory                       ? "traffic"
                                              : schedule::objectiveName(options);
    }
};

/// Refused: no such accelerator can be built, or the engine cannot work with it. Infeasible: a layer does not fit.
/// Failed: the solver died.
enum class PointStatus { Finished, Infeasible, Refused, Failed, Cancelled };
std::string_view name(PointStatus status); // "finished", "infeasible", "refused", "failed", "cancelled"
std::optional<PointStatus> pointStatus(std::string_view name);

/// One network on one point of the space. It holds nothing that depends on the machine or the number of threads.
struct PointResult {
    std::size_t point = 0;   // see point() in design_space.h
    std::size_t network = 0; // into SweepInputs::networks
    PointStatus status = PointStatus::Cancelled;
    std::string reason;                 // one sentence unless Finished
    std::optional<PointCost> cost;      // when Finished, unless memory is planned
    std::optional<ErrorCode> failure{}; // when Failed: what kept the engine from an answer; not stored
    std::optional<PlanCost> plan{};     // when Finished and memory is planned
    friend bool operator==(const PointResult&, const PointResult&) = default;
};

/// The objective over its proven bound, less 1; nothing without figures or without a bound above 0.
std::optional<double> gapOf(const PointResult& result);

/// Whether a better mapping or plan could put the point elsewhere: nothing is proven, or no more than `stopGap`
/// (CosaParams::gap, at which a search may end). Two undecided points may differ by what their searches met. Points
/// without figures are not.
bool isUndecided(const PointResult& result, double stopGap);

/// A network as it is planned on an accelerator, and the plan that is asked for.
struct MemoryQuestion {
    workload::Network network; // with elements as wide as the accelerator's words
    schedule::cosma::MemoryRunOptions options;
};
/// Of a sweep of memory plans. Fails   InvalidInput for an accelerator without a buffer for a scratchpad.
Result<MemoryQuestion> memoryQuestion(const SweepInputs& inputs, std::size_t network,
                                      const hardware::Accelerator& accelerator);

/// Fills in what follows from the accelerator of the point and is therefore not stored with it: area and time.
void addDerived(PointResult& result, const DesignSpace& space);

struct SweepProgress {
    std::size_t done = 0, total = 0;               // results, known ones included
    std::optional<std::chrono::milliseconds> left; // from the mean so far; nothing before the first result
    std::optional<double> within{}; // of a front: no point is better than the solved ones by more in every figure
};

/// Points whose accelerators pose the same problems: solved once.
struct SweepStep {
    std::vector<std::size_t> points; // ascending; the first stands for all
};

/// Heard on worker threads, one call at a time. `known` is asked on the calling thread, before anything is solved;
/// `nextRound` on the calling thread.
struct SweepEvents {
    std::function<std::optional<PointResult>(std::size_t point, std::size_t network)>
        known;                                       // of an earlier, stopped sweep
    std::function<void(const PointResult&)> onPoint; // each new result but the cancelled ones, as they finish
    std::function<void(const SweepProgress&)> onProgress;
    /// Takes out of `open` what is solved next, all together; nothing = the sweep is over. Without it all at once.
    std::function<std::vector<SweepStep>(std::vector<SweepStep>& open, const std::vector<PointResult>& results)>
        nextRound;
};

/// Input rules, before anything is solved: those of the space, networks that can be scheduled, a known engine, and axes
/// that change something. Fails   InvalidInput, in one sentence.
Status check(const SweepInputs& inputs);

/// All results of a sweep: networks within points.
inline std::size_t resultCount(const SweepInputs& inputs) { return count(inputs.space) * inputs.networks.size(); }

/// Schedules every network on every point. Layers of equal shape on accelerators of equal fingerprint are solved once,
/// also across networks and across points that differ in their clock only. What is proven of one accelerator settles
/// layers of others (schedule/settled_layers.h). A point is what a run of its own says for that accelerator, to the
/// last bit, whatever else is swept, as long as that run proves it. Where it would not, the point may be better, by
/// what was proven of others before it.
/// Returns  result of point p and network n at [p * networks + n]; with that exception the same for any thread count
///          and any `known`.
///          Only the first `maxSolved` accelerators that are not known are solved; the results of the others are
///          Cancelled.
/// Fails    as check().
/// Stop     `stop` answers within a second; what was not finished comes back as Cancelled.
Result<std::vector<PointResult>> runSweep(const SweepInputs& inputs, const schedule::SolverFactory& makeSolver,
                                          std::stop_token stop, const SweepEvents& events = {},
                                          std::size_t maxSolved = std::numeric_limits<std::size_t>::max());

struct SweepPlan {
    std::vector<SweepStep> steps; // by their first point
    std::vector<std::pair<std::size_t, std::string>>
        refused; // point and why no such accelerator can be built, or served
};

/// Ends early, with what it has, when `stop` is asked for.
SweepPlan planSweep(const DesignSpace& space, std::string_view engine, const std::stop_token& stop = {});

} // namespace nestloom::explore
