// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/memory_plan.h"

#include <vector>

namespace nestloom::memory {

/// What happens at one step of a plan. Spilling and freeing happen after the operator has run, the rest before.
struct PlanStep {
    OperatorId op;
    Bytes used{};        // on chip
    Bytes top{};         // end of the highest address in use
    Bytes live{};        // would be on chip in this order if nothing were spilled
    Bytes created{};     // outputs of the operator
    Bytes parameters{};  // of the operator, which come for its step
    Bytes retrieved{};   // read back from off chip
    Bytes spilled{};     // written off chip, to be read back
    Bytes freed{};       // leaves without traffic: no longer needed, or a copy is off chip already
    Bytes largestHole{}; // longest run of free addresses below the budget
    friend bool operator==(const PlanStep&, const PlanStep&) = default;
};

/// Every step of a plan. The sums of `spilled` and `retrieved` over all steps are plan.traffic. From one step to the
/// next `used` loses what was freed and spilled, and gains what is created, retrieved and comes as parameters. The plan
/// must keep the rules of verify().
std::vector<PlanStep> planSteps(const workload::OperatorGraph& graph, const MemoryPlan& plan);

/// The tensors that move at one step: retrieved before the operator runs; after it spilled, or dropped to be retrieved
/// later because a copy is off chip already.
struct PlanMoves {
    std::vector<TensorId> retrieved, spilled, dropped;
};
std::vector<PlanMoves> planMoves(const workload::OperatorGraph& graph, const MemoryPlan& plan); // by step

/// Free addresses [first, second) below the budget at a step, ascending.
std::vector<std::pair<Bytes, Bytes>> holes(const workload::OperatorGraph& graph, const MemoryPlan& plan,
                                           std::size_t step);

/// Share of the free bytes that lie outside the largest hole, 0..1: what fragmentation takes away.
double fragmentation(const PlanStep& step, Bytes budget);

} // namespace nestloom::memory
