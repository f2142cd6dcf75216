// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/hardware/accelerator.h"
#include "engine/memory/memory_plan.h"
#include "engine/records/method.h"
#include "engine/records/time_point.h"
#include "engine/schedule/cosma/memory_run.h"
#include "engine/schedule/kapla/node_run.h"
#include "engine/schedule/network_run.h"
#include "engine/workload/network.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What is kept of a computation: written by the store, shown by the window, printed by the command line.
namespace nestloom::records {

using RunId = std::int64_t; // > 0; never given twice; 0 = none

/// Interrupted = its process ended without saying so (killed, power cut).
enum class RunStatus { Running, Finished, Cancelled, Interrupted, Failed };
std::string_view name(RunStatus status); // "running", ..., as in the database

using MemoryOptions = schedule::cosma::MemoryRunOptions;

/// What a run was asked for beside engine, objective and batch, where that is not the usual: two runs of the same names
/// may differ by nothing else.
struct RunVariant {
    bool fused = false;        // vector operators work on what layers have on chip
    bool bypass = false;       // levels may keep fewer tensors
    bool ownSizes = false;     // no larger sizes of layers
    bool constrained = false;  // by constraints of the run
    bool asPublished = false;  // Flexer without our extensions
    bool unseeded = false;     // Flexer without the best static schedule
    bool training = false;     // a training step, on nodes
    bool alone = false;        // every layer by itself, on nodes
    Bytes scratchpad{};        // of a memory plan
    std::string words() const; // "fused, own sizes"; "813 KiB, fused"; empty = as usual
    friend bool operator==(const RunVariant&, const RunVariant&) = default;
};

RunVariant variantOf(const schedule::ScheduleOptions& options);

/// All that a run is computed from.
struct RunInputs {
    hardware::Accelerator accelerator; // of Memory the one whose buffer the scratchpad is; without a name = of none
    workload::Network network;
    schedule::ScheduleOptions options; // of Layers
    /// The texts that the two were read from, comments included. Empty, or of a builder: the store writes one.
    std::string acceleratorYaml{};
    std::string networkYaml{};
    std::optional<kapla::NodeRunOptions> nodes{}; // of Nodes
    std::optional<MemoryOptions> memory{};        // of Memory
    bool edited = false; // the accelerator is not what its file, or a preset of its name, says: lists mark it

    RunKind kind() const { return nodes ? RunKind::Nodes : memory ? RunKind::Memory : RunKind::Layers; }
    const std::string& engine() const { return nodes ? nodes->engine : memory ? memory->engine : options.engine; }
    std::uint64_t seed() const { return nodes ? nodes->seed : memory ? memory->seed : options.seed; }
    RunVariant variant() const;
    /// As lists show it: "eyeriss", "eyeriss*" where it was edited.
    std::string acceleratorTitle() const { return accelerator.name + (edited ? "*" : ""); }
    /// Whether the same is computed, whatever it was read from.
    friend bool operator==(const RunInputs& a, const RunInputs& b)
    {
        return a.accelerator == b.accelerator && a.network == b.network && a.options == b.options && a.nodes == b.nodes
               && a.memory == b.memory;
    }
};

/// What the user says about a run.
struct RunMarks {
    bool starred = false;
    std::vector<std::string> tags; // words without spaces; sorted, none twice
    std::string note;
    friend bool operator==(const RunMarks&, const RunMarks&) = default;
};

/// What a list of runs says of a network on nodes.
struct NodeFigures {
    bool training = false;
    kapla::NodeEnergy energy; // pJ by component
    int segmentCount = 0;
    int longestSegment = 0;     // its layers
    std::int64_t evaluated = 0; // blockings counted
    kapla::KaplaEffort effort;  // of the engine "kapla"; without that of single layers
    friend bool operator==(const NodeFigures&, const NodeFigures&) = default;
};

/// What a list of runs says of a network's memory.
struct MemoryFigures {
    Bytes scratchpad{};
    Bytes traffic{};                     // off chip, beyond the compulsory
    Bytes bound{};                       // proven: no plan has less
    Bytes peak{};                        // in use at once
    schedule::cosma::Budgets budgets{};  // between which planning is interesting
    double cpuMs = 0;                    // of the search
    std::optional<Bytes> bestBaseline{}; // traffic of the best scheme without planning
    bool isProven() const { return traffic == bound; }
    friend bool operator==(const MemoryFigures&, const MemoryFigures&) = default;
};

/// A line of the list of runs.
struct RunSummary {
    RunId id = 0;
    RunStatus status = RunStatus::Running;
    std::string message; // one sentence when Failed
    TimePoint startedAt{};
    std::optional<TimePoint> finishedAt;
    std::string acceleratorName; // RunInputs::acceleratorTitle()
    std::string networkName;
    std::string engine;
    RunVariant variant;
    std::string engineVersion;
    std::string objective; // as schedule::name(Objective)
    std::uint64_t seed = 0;
    std::optional<Hertz> clock; // of the accelerator
    int layerCount = 0;
    int layersDone = 0;                     // results, whatever their status
    std::optional<schedule::Totals> totals; // over these; nothing when none has a cost, as of a memory plan
    RunMarks marks;
    RunKind kind = RunKind::Layers;
    std::optional<std::int64_t> batch;   // inputs that the figures are for; nothing = not known, or of a memory plan
    std::optional<NodeFigures> nodes;    // of Nodes, once it is done
    std::optional<MemoryFigures> memory; // of Memory, once it is done

    CostModel model() const { return modelOf(engine); }
    int solved() const { return totals ? int(totals->solved) : 0; }
    /// Otherwise its totals lack layers, and are compared with nothing.
    bool isWhole() const
    {
        if (status != RunStatus::Finished)
            return false;
        return kind == RunKind::Memory ? memory.has_value() : layerCount > 0 && solved() == layerCount;
    }
    /// J s; nothing while the clock is unknown.
    std::optional<double> edp() const;
    std::optional<Watts> power() const; // energy over time; nothing as for edp()
    /// Why nothing was computed, when the engine does not take such inputs; else empty.
    std::string_view refusal() const;
    friend bool operator==(const RunSummary&, const RunSummary&) = default;
};

/// The memory of a network, planned.
struct PlannedMemory {
    workload::OperatorGraph graph; // that was planned: fused or without parameters, as asked
    memory::MemoryPlan plan;
    MemoryFigures figures;
    std::optional<schedule::cosma::Baselines> baselines{}; // when they were counted
};

/// Bytes in use at once, at most.
Bytes peakUse(const workload::OperatorGraph& graph, const memory::MemoryPlan& plan);
/// What a finished search found; it has a plan.
PlannedMemory plannedMemory(const schedule::cosma::MemoryRun& run, Bytes scratchpad);

/// The other way round: a plan as the search would have told it.
schedule::cosma::MemoryRun memoryRun(const PlannedMemory& memory);

/// A run, complete. Of the three results one is there, by its kind.
struct RunRecord {
    RunSummary summary;
    RunInputs inputs;
    std::vector<schedule::LayerResult>
        layers; // the stored ones, by index; in the place of what does not hold: LayerStatus::Damaged
    std::shared_ptr<const kapla::NodeRun> nodes{}; // verified; with a schedule
    std::shared_ptr<const PlannedMemory> memory{}; // verified
    std::vector<std::string> damage{}; // a sentence for each layer that does not hold, with run, layer and database
};

/// Of all that a run of layers costs, vector operators included.
inline schedule::Totals totalsOf(const RunInputs& inputs, const std::vector<schedule::LayerResult>& layers)
{
    return schedule::totals(inputs.accelerator, inputs.network, inputs.options, layers);
}
inline schedule::Totals totalsOf(const RunRecord& run) { return totalsOf(run.inputs, run.layers); }

/// Whether an error says that such inputs cannot be computed, and not that something broke.
inline bool isRefusal(const Error& error)
{
    return error.code == ErrorCode::InvalidInput || error.code == ErrorCode::Unsupported;
}

/// How the message of a run begins that something broke: no more is kept of an error than its text.
inline constexpr std::string_view kBrokeOff = "it broke off: ";
inline std::string brokeOffMessage(const Error& error) { return std::string(kBrokeOff) + error.text(); }

/// The message of a failed run.
inline std::string failureMessage(const Error& error)
{
    return isRefusal(error) ? error.text() : brokeOffMessage(error);
}

} // namespace nestloom::records
