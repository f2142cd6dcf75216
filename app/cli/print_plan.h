// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/cosma/cosma.h"
#include "engine/schedule/cosma/planner.h"

#include <string>

namespace nestloom::cli {

/// What was asked and found about the memory of one network.
struct PlannedNetwork {
    workload::OperatorGraph graph; // as it was planned: fused, or without parameters, as asked
    std::string elements;          // how wide they are, and why
    bool parameters = false, fused = false;
    std::string method; // "search", "ilp"
    schedule::cosma::CosmaParams params;
    schedule::cosma::Budgets budgets{};
    Bytes scratchpad{};
    schedule::cosma::CosmaOutcome outcome{};
    std::optional<schedule::cosma::Baselines> baselines{}; // with a plan
};

/// Budgets, traffic with its bound, the schemes to compare with, and what happens at every step.
std::string printPlan(const PlannedNetwork& planned);
/// A line for every stay of a tensor in the scratchpad: its address, size, first and last step. With a plan.
std::string printPlaces(const PlannedNetwork& planned);
std::string planToJson(const PlannedNetwork& planned);

} // namespace nestloom::cli
