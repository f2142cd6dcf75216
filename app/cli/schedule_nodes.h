// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/options.h"
#include "engine/schedule/kapla/node_run.h"

#include <string>

namespace nestloom::cli {

struct RunArguments;
struct StoreArguments;

/// The options of `schedule` that only engines for nodes have.
struct NodeArguments {
    std::int64_t batch = 64;
    bool training = false;
    bool alone = false;
    int chains = kapla::KaplaOptions{}.chains;
    double keep = kapla::NodeRunOptions{}.keep;
    int iterations = kapla::NodeRunOptions{}.iterations;
};
void addNodeOptions(const Options& command, NodeArguments& arguments);

/// Schedules a network on nodes, stores the schedule and prints what it costs.
ExitCode scheduleNodes(const RunArguments& run, const NodeArguments& nodes, const StoreArguments& storage, bool json,
                       const std::string& output);

/// A schedule on nodes as a table of its layers by segments, with totals and what the search looked at.
std::string printNodeRun(const hardware::Accelerator& accelerator, const workload::Network& network,
                         const kapla::NodeRunOptions& options, const kapla::NodeRun& run);

} // namespace nestloom::cli
