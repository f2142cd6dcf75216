// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/kapla/node_run.h"

#include <string>

namespace nestloom::io {

/// What `nestloom-cli schedule --json` prints for engines that schedule nodes: {"accelerator", "network", "engine",
/// "batch", "training", "goal", "version", "verified", "totals": {...}, "segments": [...], "layers": [...], "search":
/// {...}, "notes": [...]}; without a schedule "reason" instead of totals, segments and layers. Totals and layers:
/// cycles, energy_pj and its parts by component. Layers besides: pass, nodes, partition, blocking, stored, fetches,
/// directives. Segments: the names of their layers, cycles, parts of the batch.
std::string nodeRunToJson(const hardware::Accelerator& accelerator, const workload::Network& network,
                          const kapla::NodeRunOptions& options, const kapla::NodeRun& run);

} // namespace nestloom::io
