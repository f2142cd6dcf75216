// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/constraint_arguments.h"
#include "app/cli/given_options.h"
#include "app/cli/goal_arguments.h"
#include "app/cli/options.h"
#include "engine/base/result.h"
#include "engine/records/run.h"

#include <optional>
#include <string>
#include <vector>

namespace nestloom::cli {

/// The options of every command that schedules.
struct RunArguments {
    std::string accelerator;
    std::string network;
    std::vector<std::string> layers; // names; empty = all
    std::string engine = "cosa";
    GoalArguments goal;
    std::uint64_t seed = 1;
    int threads = 0;
    std::optional<double> timeLimitSeconds; // per layer
    std::optional<double> gap;
    bool noProof = false;
    ConstraintArguments constraints;
    schedule::flexer::FlexerParams flexer;
    bool asPublished = false; // Flexer without extensions
    GivenOptions given;       // which of all options of the command were typed
};

/// Where runs are stored.
struct StoreArguments {
    std::string path; // empty = the default place
    bool off = false; // --no-store
};

/// `required`: accelerator and network must be given. `nodes`: engines that schedule whole networks on nodes may be
/// asked for. Notes what was typed in `arguments.given`, also of options that the command adds later.
void addRunOptions(const Options& command, RunArguments& arguments, bool required, bool nodes = false);
void addStoreOption(const Options& command, StoreArguments& arguments, bool mayBeOff);

/// Reads the files that the arguments name.
/// Fails   InvalidInput for an option that the engine does not listen to.
Result<records::RunInputs> readInputs(const RunArguments& arguments);

} // namespace nestloom::cli
