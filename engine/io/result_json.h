// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/cost/layer_cost.h"
#include "engine/io/json_reader.h"
#include "engine/mapping/layer_mapping.h"
#include "engine/schedule/left_out.h"
#include "engine/schedule/network_run.h"

#include <string>
#include <string_view>
#include <vector>

namespace nestloom::io {

/// A cost with its whole breakdown, doubles bit by bit.
Json toJson(const cost::LayerCost& cost);

/// A mapping as JSON, in the field names of Timeloop-like tools:
/// [{"level": "DRAM", "keep": ["weights", ...], "temporal": [{"dim": "P", "bound": 2}, ...], "spatial": [...]}, ...],
/// outermost level first, loops outer to inner. A spatial loop over a two-dimensional fan-out has an axis as well:
/// {"dim": "K", "bound": 4, "axis": "rows"}.
std::string mappingToJson(const hardware::Accelerator& accelerator, const mapping::LayerMapping& mapping);
Result<mapping::LayerMapping> mappingFromJson(const hardware::Accelerator& accelerator, std::string_view json);

/// One layer of a run, complete: writing and reading back gives an equal value (doubles bit by bit).
std::string layerResultToJson(const hardware::Accelerator& accelerator, const schedule::LayerResult& layer);
Result<schedule::LayerResult> layerResultFromJson(const hardware::Accelerator& accelerator, std::string_view json);

/// [{"name", "type", "reason"}, ...]: "not_scheduled" of every kind of run.
Json toJson(const std::vector<schedule::LeftOut>& leftOut);

/// What `nestloom-cli schedule --json` prints: {"accelerator", "network", "engine", "options", "version", "layers":
/// [...], "vector_operators": [...], "totals": {...}, "not_scheduled": [{"name", "type", "reason"}, ...]}, the last
/// one for operators of the network's graph without layers. Totals are of layers and vector operators; their own
/// "vector_operators" has the part of the latter, and says what is left out (vector_json.h); "note" when the network's
/// elements are wider than the accelerator's words. Per layer at least name, status, verified, cycles, energy_pj,
/// lower_bound_cycles, solve_cpu_ms, solve_wall_ms.
std::string runToJson(const hardware::Accelerator& accelerator, const workload::Network& network,
                      const schedule::ScheduleOptions& options, const std::vector<schedule::LayerResult>& layers);

/// Options of a run as JSON and back, as the store keeps them.
std::string optionsToJson(const schedule::ScheduleOptions& options);
Result<schedule::ScheduleOptions> optionsFromJson(std::string_view json);

} // namespace nestloom::io
