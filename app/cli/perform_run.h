// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"
#include "app/cli/run_arguments.h"
#include "app/jobs/experiment.h"

namespace nestloom::cli {

/// What is told of a run, and where it is kept.
struct OutputArguments {
    StoreArguments storage;
    bool json = false;
    std::string output;
    std::string trace;    // of tiled schedules
    bool tensors = false; // of memory plans: print where they lie
};

/// For what has been computed when the database is locked or the disk is full: 30 s, told on stderr. `what` is "the
/// run".
jobs::Patience patienceFor(const std::string& what);

/// Runs the inputs with progress on a terminal, Ctrl-C and the store.
/// Fails   as jobs::runExperiment, or when the store named with --store cannot be opened. Without --store, an unusable
///         default place costs a line on stderr and no more: the results matter more than their copy.
Result<jobs::ExperimentOutcome> performRun(const records::RunInputs& inputs, const StoreArguments& storage);

/// performRun(), and prints what it found as `run` does.
Result<ExitCode> runAndPrint(const records::RunInputs& inputs, const OutputArguments& arguments);

/// The exit code of a run: Cancelled, SomeFailed when any layer has no verified mapping or was not stored, Ok.
/// The reasons are complained about.
ExitCode exitCodeOf(const jobs::ExperimentOutcome& outcome);

} // namespace nestloom::cli
