// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cost/layer_cost.h"
#include "engine/schedule/kapla/node_run.h"
#include "engine/schedule/network_run.h"
#include "engine/schedule/objective_report.h"

#include <string>
#include <vector>

namespace nestloom::cli {

/// The layers of a run as a table with units, and the totals below it.
std::string printRun(const hardware::Accelerator& accelerator, const workload::Network& network,
                     const schedule::ScheduleOptions& options, const std::vector<schedule::LayerResult>& layers);

/// What stands below that table: totals, what is proven among which mappings, notes.
std::string printTotals(const hardware::Accelerator& accelerator, const workload::Network& network,
                        const schedule::ScheduleOptions& options, const std::vector<schedule::LayerResult>& layers);

/// A schedule on nodes as a table of its layers by segments, with totals and what the search looked at.
std::string printNodeRun(const hardware::Accelerator& accelerator, const workload::Network& network,
                         const kapla::NodeRunOptions& options, const kapla::NodeRun& run);

/// One cost: the headline, then what each level does for each tensor.
std::string printCost(const cost::LayerCost& cost);

/// The JSON of a run (report::runJson) with the keys of its objective added to each layer: "objective" {name, unit,
/// value, bound, gap, proof_cpu_ms} and, for Eq. 12, its "terms". Reports are in the order of the layers.
std::string withObjective(const std::string& runJson, schedule::Objective objective,
                          const std::vector<schedule::ObjectiveReport>& reports);

/// For objectives other than latency, whose bound the table of the run has: what each layer reaches and the bound.
/// Empty when there is nothing to say.
std::string printObjective(schedule::Objective objective, const std::vector<schedule::LayerResult>& layers,
                           const std::vector<schedule::ObjectiveReport>& reports, Hertz clock);

/// A table of the tiled schedules among the layers: bytes moved, tiling and loops, the static schedules beside them,
/// and how far they are above their bounds; with totals. Empty when there is none.
std::string printTiled(const schedule::flexer::FlexerParams& params, const std::vector<schedule::LayerResult>& layers);

} // namespace nestloom::cli
