// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <functional>
#include <optional>

namespace nestloom::cli {

/// Does what the words of a command line ask for, prints, and returns the exit code. `argv[0]` is the program.
int runCommandLine(int argc, char** argv);

/// kExitCodes says the same.
enum ExitCode { Ok = 0, SomeFailed = 1, BadInput = 2, InternalFailure = 3, Cancelled = 130 };
inline constexpr const char* kExitCodes =
    "  0    everything asked for was done\n"
    "  1    something failed, did not fit, or did not conform; the rest was done\n"
    "  2    wrong usage or bad input\n"
    "  3    internal or solver failure\n"
    "  130  cancelled (Ctrl-C); what was found until then is kept and printed";

using Command = std::function<Result<ExitCode>()>; // an Error is told on stderr
class Options;

// Each adds one command to those of the program.
void addSchedule(const Options& program);
void addSweep(const Options& program);
void addEvaluate(const Options& program);
void addConverge(const Options& program);
void addFront(const Options& program);
void addPlan(const Options& program);
void addReport(const Options& program);
void addAllocate(const Options& program);
void addPresets(const Options& program);
void addRuns(const Options& program);
void addCompare(const Options& program);
void addCheck(const Options& program);
void addSweeps(const Options& program);
void addConformance(const Options& program);
void addImport(const Options& program);
void addEnergies(const Options& program);
void addSimulate(const Options& program);
void addExport(const Options& program);
void addServe(const Options& program);
void addManual(const Options& program);

/// "nestloom-cli: message" as one line on stderr.
void complain(const std::string& message);
/// From now on complaints go there, on the thread that has them: of a host that is no command line. Empty = stderr.
void hearComplaints(std::function<void(const std::string&)> heard);
/// The same for an error, with the exit code that goes with it.
ExitCode fail(const Error& error);
/// What a part that failed for this reason makes of the whole; there may be none.
ExitCode exitCodeFor(std::optional<ErrorCode> failure);

} // namespace nestloom::cli
