// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/hardware/accelerator.h"
#include "engine/schedule/kapla/kapla.h"
#include "engine/schedule/kapla/training.h"
#include "engine/schedule/objective.h"

#include <array>
#include <string>
#include <vector>

namespace nestloom::kapla {

/// Where the energy of a schedule on nodes goes.
enum class NodePart : std::uint8_t { Operations, Registers, Wires, Buffer, Hops, Dram, Static };
inline constexpr std::array kNodeParts{NodePart::Operations, NodePart::Registers, NodePart::Wires, NodePart::Buffer,
                                       NodePart::Hops,       NodePart::Dram,      NodePart::Static};
std::string_view name(NodePart part); // "mac", "registers", "wires", "buffer", "hops", "dram", "idle", as in JSON

/// "energy", "latency", "edp", as on the command line.
std::string_view name(Goal goal);
/// What nodes are scheduled for when a run minimises this; energy where they cannot.
Goal goalFor(schedule::Objective objective);

struct NodeEnergy {
    std::array<double, kNodeParts.size()> parts{}; // pJ
    double& operator[](NodePart part) { return parts[std::size_t(part)]; }
    double operator[](NodePart part) const { return parts[std::size_t(part)]; }
    double total() const { return std::accumulate(parts.begin(), parts.end(), 0.0); }
    friend bool operator==(const NodeEnergy&, const NodeEnergy&) = default;
};

/// An engine that schedules whole networks on nodes.
struct NodeEngineInfo {
    std::string id;    // "kapla"
    std::string title; // "KAPLA"
    std::string source;
};
const std::vector<NodeEngineInfo>& nodeEngines();
bool isNodeEngine(std::string_view id);

/// Everything that decides what a run on nodes computes, apart from accelerator and network.
struct NodeRunOptions {
    std::string engine = "kapla"; // see nodeEngines()
    std::int64_t batch = 64;
    bool training = false;
    Goal goal = Goal::Energy;
    bool alone = false;  // no segments of several layers, whatever the accelerator allows
    KaplaOptions kapla;  // of the engine "kapla"; its rules and goal are taken from here and the accelerator
    double keep = 0.1;   // of the random engine: the probability with which it looks at a candidate
    int iterations = 64; // of the annealing engine, for each layer
    std::uint64_t seed = 1;
    int threads = 1; // of the exhaustive engine; results do not depend on it
    friend bool operator==(const NodeRunOptions&, const NodeRunOptions&) = default;
};

/// A network scheduled on nodes, judged by the detailed model and verified.
struct NodeRun {
    Machine machine;
    TrainingNetwork graph;                   // what was scheduled; forward layers only without training
    std::vector<std::string> notes;          // assumptions that reports must show
    std::optional<NetworkSchedule> schedule; // only when `violations` is empty
    std::vector<std::string> violations;     // what the verifier found
    std::string reason;                      // why there is no schedule: one sentence
    bool stopped = false;
    KaplaEffort effort;         // of the engine "kapla"
    std::int64_t evaluated = 0; // blockings that were counted
    double cpuMs = 0;
};

/// A run before it has a schedule: machine, graph and notes. Fails   as scheduleOnNodes.
Result<NodeRun> loweredRun(const hardware::Accelerator& accelerator, const workload::Network& network,
                           const NodeRunOptions& options);
/// Gives the run a schedule that the verifier accepts; any other leaves its violations and the reason.
void takeVerified(NodeRun& run, std::int64_t batch, NetworkSchedule schedule);

/// Lowers the network, derives its training graph if wanted, schedules it and verifies the schedule.
/// Fails   InvalidInput for broken inputs and unknown engines; Unsupported when the accelerator has no nodes or the network
///         layers that nodes cannot run.
/// Stop    obeyed within a second; the best schedule up to now stays.
Result<NodeRun> scheduleOnNodes(const hardware::Accelerator& accelerator, const workload::Network& network,
                                const NodeRunOptions& options, const RunControl& control = {});

/// Of one layer; static energy for its own time.
NodeEnergy nodeEnergy(const Costs& costs, const LayerSchedule& layer);
/// Of the whole schedule; static energy for the time that it takes. Adds up to the schedule's cost; zero without one.
NodeEnergy nodeEnergy(const NodeRun& run);

/// Words read from and written to memory.
double dramWords(const LayerSchedule& layer);

} // namespace nestloom::kapla
