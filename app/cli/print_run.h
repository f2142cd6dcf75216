// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cost/layer_cost.h"
#include "engine/schedule/network_run.h"

#include <string>

namespace nestloom::cli {

/// The layers of a run as a table with units, and the totals below it.
std::string printRun(const hardware::Accelerator& accelerator, const workload::Network& network,
                     const schedule::ScheduleOptions& options, const std::vector<schedule::LayerResult>& layers);

/// One cost: the headline, then what each level does for each tensor.
std::string printCost(const cost::LayerCost& cost);

} // namespace nestloom::cli
