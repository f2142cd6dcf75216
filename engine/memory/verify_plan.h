// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/memory_plan.h"

#include <string>
#include <vector>

namespace nestloom::memory {

enum class PlanRule { Order, Residency, Address, Budget, Traffic };

/// A rule that a plan breaks, with the numbers.
struct PlanViolation {
    PlanRule rule = PlanRule::Order;
    std::string message; // "step 4 (conv_3): input relu_2 is not on chip"
    friend bool operator==(const PlanViolation&, const PlanViolation&) = default;
};

/// Independent check of a plan by replaying it step by step; empty = valid. It shares no code with any engine.
/// Rules   the order holds every operator once, producers before consumers;
///         a tensor is made at the step of its producer, and at least one step off chip before each retrieval;
///         inputs, outputs and parameters of an operator are on chip at its step;
///         what is on chip together does not overlap and stays within [0, budget);
///         the ledger of writes and reads that the replay keeps equals plan.traffic; inputs of the graph are not
///         written when plan.inputsBacked.
/// The graph must be free of findings.
std::vector<PlanViolation> verify(const workload::OperatorGraph& graph, const MemoryPlan& plan);

} // namespace nestloom::memory
