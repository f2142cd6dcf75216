// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"
#include "engine/schedule/kapla/node_run.h"

#include <string>

namespace CLI {
class App;
}

namespace nestloom::cli {

struct RunArguments;
struct StoreArguments;

/// The options of `schedule` that only engines for nodes have.
struct NodeArguments {
    std::int64_t batch = 64;
    bool training = false;
    bool alone = false;
    bool energyFirst = false; // no objective was given: nodes are scheduled for energy, as in KAPLA's study
    int chains = kapla::KaplaOptions{}.chains;
    double keep = kapla::NodeRunOptions{}.keep;
    int iterations = kapla::NodeRunOptions{}.iterations;
};
void addNodeOptions(CLI::App& command, NodeArguments& arguments);

/// Schedules a network on nodes, stores the schedule and prints what it costs.
ExitCode scheduleNodes(const RunArguments& run, const NodeArguments& nodes, const StoreArguments& storage, bool json,
                       const std::string& output);

} // namespace nestloom::cli
