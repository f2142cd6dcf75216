// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/records/run.h"

#include <string>

namespace nestloom::cli {

/// What was asked and found about the memory of one network.
struct PlannedNetwork {
    const schedule::cosma::MemoryRun& run;
    const records::MemoryOptions& options;
    std::string elements; // how wide they are, and why
};

/// Budgets, traffic with its bound, the schemes to compare with, and what happens at every step.
std::string printPlan(const PlannedNetwork& planned);
/// A line for every stay of a tensor in the scratchpad: its address, size, first and last step. With a plan.
std::string printPlaces(const PlannedNetwork& planned);

} // namespace nestloom::cli
