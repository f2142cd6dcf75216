// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/options.h"
#include "app/cli/whole_arguments.h"
#include "engine/base/result.h"
#include "engine/hardware/accelerator.h"
#include "engine/records/run.h"
#include "engine/schedule/objective.h"
#include "engine/workload/network.h"

#include <optional>
#include <string>
#include <vector>

namespace nestloom::cli {

/// Constraints on mappings, as given on the command line.
struct ConstraintArguments {
    std::vector<std::string> lines;
    std::string file; // empty = none
};

/// Returns  the options.
std::vector<Option> addConstraintOptions(const Options& command, ConstraintArguments& arguments);

/// The lines of the file, then those given one by one.
/// Fails   InvalidInput or Io, naming the file's line or the option.
Result<std::vector<std::string>> readConstraints(const ConstraintArguments& arguments,
                                                 const hardware::Accelerator& accelerator);

/// What holds for a run, one constraint a line, with what a dataflow stands for on this accelerator; empty without any.
std::string printConstraints(const hardware::Accelerator& accelerator, const std::vector<std::string>& lines);

/// Which mappings are looked at, beyond those that keep to constraints.
struct SpaceArguments {
    bool perfectFactors = false, fuseOperators = false, bypass = false;
};

/// Adds --perfect-factors, --fuse-operators and --bypass.
/// Returns  them.
std::vector<Option> addSpaceOptions(const Options& command, SpaceArguments& arguments);
void takeSpace(const SpaceArguments& arguments, schedule::ScheduleOptions& options);

/// What mappings minimise, as it is typed.
struct GoalArguments {
    std::string objective = "latency";
    std::string cyclePrice; // "500 pJ"; empty = not given
};

/// Adds --objective and --cycle-price.
std::vector<Option> addGoalOptions(const Options& command, GoalArguments& arguments);

/// Fails   InvalidInput when a price is missing, not one, or given for another objective than "weighted".
Result<schedule::Goal> readGoal(const GoalArguments& arguments);

/// The options that were typed, by name ("--gap"). An option of its default value that was typed counts.
using GivenOptions = std::vector<std::string>;

/// Every option that was typed does something with this engine and objective.
/// Fails   InvalidInput for the first one that does not, saying why.
Status checkGivenOptions(const GivenOptions& given, const std::string& engine, schedule::Objective objective);

/// Only the options of `heard` and those of every command were typed.
/// Fails   InvalidInput for the first other one, with `why`.
Status checkGivenAmong(const GivenOptions& given, std::initializer_list<std::string_view> heard,
                       const std::string& why);

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
    SpaceArguments space;
    ConstraintArguments constraints;
    schedule::flexer::FlexerParams flexer;
    bool asPublished = false; // Flexer without extensions
    NodeArguments nodes;
    MemoryArguments memory;
    GivenOptions given; // which of all options of the command were typed
};

/// The engines by name, also those that schedule whole networks, on nodes or their memory.
std::vector<std::string> engineIds();

/// Where runs are stored.
struct StoreArguments {
    std::string path; // empty = the default place
    bool off = false; // --no-store
};

/// `required`: accelerator and network must be given. Notes what was typed in `arguments.given`, also of options that
/// the command adds later.
void addRunOptions(const Options& command, RunArguments& arguments, bool required);
void addStoreOption(const Options& command, StoreArguments& arguments, bool mayBeOff);

/// A file that was read: what it says and its text.
template <typename T>
struct InputFile {
    T value;
    std::string yaml;
};

/// Reads the files that the arguments name, for an engine of any kind.
/// Fails   as inputsOf(), and as the readers.
Result<records::RunInputs> readInputs(const RunArguments& arguments);

/// What a run is computed from, of inputs that were read; only plans of memory do without an accelerator.
/// Fails   InvalidInput for an option that the engine does not listen to, and for inputs that it cannot take.
Result<records::RunInputs> inputsOf(const RunArguments& arguments,
                                    std::optional<InputFile<hardware::Accelerator>> accelerator,
                                    InputFile<workload::Network> network);

} // namespace nestloom::cli
