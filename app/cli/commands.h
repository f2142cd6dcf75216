// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <functional>
#include <optional>

namespace CLI {
class App;
}

namespace nestloom::cli {

/// Exit codes; --help says the same.
enum ExitCode { Ok = 0, SomeFailed = 1, BadInput = 2, InternalFailure = 3, Cancelled = 130 };

using Command = std::function<ExitCode()>;

// Each adds one subcommand; when the user names it, `chosen` becomes what to do.
void addSchedule(CLI::App& app, Command& chosen);
void addSweep(CLI::App& app, Command& chosen);
void addEvaluate(CLI::App& app, Command& chosen);
void addConverge(CLI::App& app, Command& chosen);
void addFront(CLI::App& app, Command& chosen);
void addPadding(CLI::App& app, Command& chosen);
void addPlan(CLI::App& app, Command& chosen);
void addPlans(CLI::App& app, Command& chosen);
void addReport(CLI::App& app, Command& chosen);
void addAllocate(CLI::App& app, Command& chosen);
void addPresets(CLI::App& app, Command& chosen);
void addRuns(CLI::App& app, Command& chosen);
void addNodeRuns(CLI::App& app, Command& chosen);
void addSweeps(CLI::App& app, Command& chosen);
void addConformance(CLI::App& app, Command& chosen);
void addImport(CLI::App& app, Command& chosen);
void addEnergies(CLI::App& app, Command& chosen);
void addSimulate(CLI::App& app, Command& chosen);
void addExport(CLI::App& app, Command& chosen);

/// "nestloom-cli: message" as one line on stderr.
void complain(const std::string& message);
/// The same for an error, with the exit code that goes with it.
ExitCode fail(const Error& error);
/// What a part that failed for this reason makes of the whole; there may be none.
ExitCode exitCodeFor(std::optional<ErrorCode> failure);

} // namespace nestloom::cli
