// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"
#include "app/cli/run_arguments.h"
#include "engine/simulation/simulation_question.h"

namespace nestloom::cli {

/// Simulates every layer of a stored run that has a verified mapping, stores what came out with the run (without the
/// times of transactions) and prints the run as `runs show` does.
Result<ExitCode> simulateRun(const StoreArguments& storage, records::RunId run, const simulation::Choices& choices,
                             bool json);

/// Prints the layers of a stored run, with simulated cycles where they are stored.
Result<ExitCode> showRun(const StoreArguments& storage, records::RunId number, bool json);

} // namespace nestloom::cli
