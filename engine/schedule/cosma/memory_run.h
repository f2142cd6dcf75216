// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/cosma/planner.h"
#include "engine/schedule/network_run.h"
#include "engine/workload/network.h"

namespace nestloom::schedule::cosma {

/// Everything that decides a plan of a network's memory, apart from the network.
struct MemoryRunOptions {
    std::string engine = "cosma"; // or "cosma-ilp", the published integer program: for small networks
    bool parameters = true;       // in the scratchpad while their operator runs; else activations only
    bool fused = false;           // batch normalisations and activations join the operator before them
    bool inputsBacked = false;    // see CosmaParams
    Order order = Order::Free;
    Bytes scratchpad{};
    std::uint64_t seed = 1;
    std::chrono::milliseconds timeLimit = std::chrono::milliseconds::max();
    friend bool operator==(const MemoryRunOptions&, const MemoryRunOptions&) = default;
};

/// The memory of a network, planned and verified.
struct MemoryRun {
    workload::OperatorGraph graph; // that was planned: fused or without parameters, as asked
    Budgets budgets{};
    CosmaOutcome outcome{};
    std::optional<Baselines> baselines{}; // with a plan
};

bool isMemoryEngine(std::string_view engine); // "cosma", "cosma-ilp"
/// Why a network's memory cannot be planned, in one sentence; empty = it can.
std::string whyNothingToPlan(const workload::Network& network);

/// The graph that is planned of a network, which is stated unfused and with parameters.
workload::OperatorGraph plannedGraph(const workload::OperatorGraph& graph, bool parameters, bool fused);

/// `makeSolver` is asked by "cosma-ilp" only. Fails   as solve(); InvalidInput for a network without operators.
/// Stop    obeyed; the best plan up to now stays, with its baselines.
Result<MemoryRun> planMemory(const workload::Network& network, const MemoryRunOptions& options,
                             const SolverFactory& makeSolver, const RunControl& control, const PlanFound& onPlan = {});

} // namespace nestloom::schedule::cosma
