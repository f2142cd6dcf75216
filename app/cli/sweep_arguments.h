// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/run_arguments.h"
#include "engine/explore/front.h"
#include "engine/records/sweep.h"

namespace nestloom::cli {

/// What a sweep is asked for on the command line.
struct SweepArguments {
    std::string accelerator, engine = "cosa";
    GoalArguments goal;
    std::vector<std::string> networks, axes;
    std::vector<std::string> pareto; // empty = the first two that the points have
    std::vector<std::string> limits; // "power=2 W"
    std::vector<std::string> links, conditions;
    std::optional<std::int64_t> sample;
    std::string sampling = "latin-hypercube";
    std::optional<std::int64_t> evaluations;
    std::uint64_t seed = 1;
    int threads = 0;
    std::optional<records::SweepId> resume;
    StoreArguments storage;
    bool json = false, csv = false, dryRun = false, noProof = false, frontOnly = false, kneeOnly = false;
    double withinPercent = 0; // with frontOnly
    std::string output;
    SpaceArguments space;
    ConstraintArguments constraints; // of all points
    NodeArguments nodes;
    MemoryArguments memory;
    GivenOptions given;
    std::string shard, shardFolder; // "3/256"
};

/// Adds the options that say what is swept, with which engine.
/// Returns  them all, but for those of the engines for nodes and memory.
std::vector<Option> addInputOptions(const Options& command, SweepArguments& arguments);

/// Fails   InvalidInput or Io, in one sentence.
Result<explore::SweepInputs> readSweep(const SweepArguments& arguments);
/// The same of inputs that were read.
Result<explore::SweepInputs> sweepInputs(const SweepArguments& arguments, hardware::Accelerator base,
                                         std::vector<workload::Network> networks);

/// Adds --pareto and --limit.
std::vector<Option> addFrontOptions(const Options& command, SweepArguments& arguments);
/// Adds --front and --within.
std::vector<Option> addFrontOnlyOptions(const Options& command, SweepArguments& arguments);

/// Fails   InvalidInput for a figure that points of this engine do not have, and for a limit that is not understood.
Result<explore::FrontSearch> readFront(const SweepArguments& arguments, const explore::SweepInputs& inputs);

} // namespace nestloom::cli
