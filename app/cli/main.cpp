// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include <CLI/CLI.hpp>

#include <csignal>

namespace nestloom::cli {

namespace {

constexpr const char* kExitCodes = "Exit codes:\n"
                                   "  0    everything asked for was done\n"
                                   "  1    something failed, did not fit, or did not conform; the rest was done\n"
                                   "  2    wrong usage or bad input\n"
                                   "  3    internal or solver failure\n"
                                   "  130  cancelled (Ctrl-C); what was found until then is kept and printed";

ExitCode wrongUsage(CLI::App& app, const CLI::ParseError& error)
{
    if (error.get_exit_code() == 0) // --help, --version
        return static_cast<ExitCode>(app.exit(error));
    complain(std::string(error.what()) + " (see nestloom-cli --help)");
    return BadInput;
}

int run(int argc, char** argv)
{
    CLI::App app{"Nestloom: schedules neural networks on accelerators and tells what that costs."};
    app.name("nestloom-cli");
    app.set_version_flag("--version", NESTLOOM_VERSION);
    app.footer(kExitCodes);
    app.require_subcommand(1);

    Command chosen;
    addSchedule(app, chosen);
    addSweep(app, chosen);
    addEvaluate(app, chosen);
    addFront(app, chosen);
    addPadding(app, chosen);
    addConverge(app, chosen);
    addPlan(app, chosen);
    addSimulate(app, chosen);
    addReport(app, chosen);
    addImport(app, chosen);
    addExport(app, chosen);
    addEnergies(app, chosen);
    addAllocate(app, chosen);
    addPresets(app, chosen);
    addRuns(app, chosen);
    addNodeRuns(app, chosen);
    addSweeps(app, chosen);
    addPlans(app, chosen);
    addConformance(app, chosen);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return wrongUsage(app, error);
    }
    return chosen();
}

} // namespace

} // namespace nestloom::cli

int main(int argc, char** argv)
{
    std::signal(SIGPIPE, SIG_IGN); // a solver that died is an error to report, not our end
    try {
        return nestloom::cli::run(argc, argv);
    } catch (const std::exception& error) {
        nestloom::cli::complain(std::string("internal failure: ") + error.what());
        return nestloom::cli::InternalFailure;
    }
}
