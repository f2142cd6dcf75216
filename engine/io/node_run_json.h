// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/kapla/node_run.h"
#include "engine/schedule/kapla/rebuild_nodes.h"

#include <string>
#include <string_view>

namespace nestloom::io {

/// What was decided about a schedule on nodes, as one line of JSON: {"inputs": [layout, ...], "segments": [[layer,
/// ...], ...]}. A layer is {"layer", "slot", "nodes", "source", "destination", "filters_stay", "forwarded_from",
/// "partition", "loops", "blocking"}; regions, partitions and blockings are rows of whole numbers in the order of their
/// members.
std::string nodeDecisionsToJson(const kapla::NodeDecisions& decisions);

/// Fails   InvalidInput for anything else. Whether it is a schedule is for rebuiltNodeRun() to say.
Result<kapla::NodeDecisions> nodeDecisionsFromJson(std::string_view json);

/// What decides a run on nodes: {"engine", "batch", "training", "goal", "alone", "chains", "keep", "iterations",
/// "seed"}.
std::string nodeOptionsToJson(const kapla::NodeRunOptions& options);
Result<kapla::NodeRunOptions> nodeOptionsFromJson(std::string_view json);

/// What `nestloom-cli schedule --json` prints for engines that schedule nodes: {"accelerator", "network", "engine",
/// "batch", "training", "goal", "version", "verified", "totals": {...}, "segments": [...], "layers": [...], "search":
/// {...}, "notes": [...], "not_scheduled": as of every run (result_json.h)}; without a schedule "reason" instead of
/// totals, segments and layers. Totals and layers: cycles, energy_pj and its parts by component. Layers besides: pass,
/// nodes, partition, blocking, stored, fetches, directives. Segments: the names of their layers, cycles, parts of the
/// batch.
std::string nodeRunToJson(const hardware::Accelerator& accelerator, const workload::Network& network,
                          const kapla::NodeRunOptions& options, const kapla::NodeRun& run);

} // namespace nestloom::io
