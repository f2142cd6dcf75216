// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/options.h"
#include "engine/base/result.h"
#include "engine/schedule/objective.h"

#include <string>
#include <vector>

namespace nestloom::cli {

/// What mappings minimise, as it is typed.
struct GoalArguments {
    std::string objective = "latency";
    std::string cyclePrice; // "500 pJ"; empty = not given
};

/// Adds --objective and --cycle-price.
std::vector<Option> addGoalOptions(const Options& command, GoalArguments& arguments);

/// Fails   InvalidInput when a price is missing, not one, or given for another objective than "weighted".
Result<schedule::Goal> readGoal(const GoalArguments& arguments);

} // namespace nestloom::cli
