// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/records/run.h"

#include <string>

namespace nestloom::report {

/// The version of what run_json writes; resources/schema/run.schema.json describes it.
inline constexpr int kRunSchema = 1;

/// A line of the list of runs as JSON, and the list as one: {"schema", "runs": [...]}. Of each: "run", "kind",
/// "engine", "model", "version", "status", "started_at", "accelerator", "network", "batch", "objective", "seed",
/// "layers", "layers_done", "starred", "tags", "note"; and what is known of "cycles", "energy_pj", "edp_js", "gap",
/// "off_chip_bytes", "bound_bytes", "scratchpad_bytes".
std::string listJson(const std::vector<records::RunSummary>& runs);

/// A run of any kind: {"schema", "summary": as in the list, "result": what `nestloom-cli run --json` prints}.
std::string runJson(const records::RunRecord& run);

} // namespace nestloom::report
