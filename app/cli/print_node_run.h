// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/kapla/node_run.h"

#include <string>

namespace nestloom::cli {

/// A schedule on nodes as a table of its layers by segments, with totals and what the search looked at.
std::string printNodeRun(const hardware::Accelerator& accelerator, const workload::Network& network,
                         const kapla::NodeRunOptions& options, const kapla::NodeRun& run);

} // namespace nestloom::cli
