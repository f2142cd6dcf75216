// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "app/cli/options.h"
#include "engine/base/build_info.h"
#include "engine/base/result.h"
#include "engine/base/text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>

namespace nestloom::cli {

namespace {

constexpr std::size_t kMostTypos = 2;

/// CLI11 says of a mistyped command only that one is required. Empty when `first` is no command at all.
std::string unknownCommand(CLI::App& app, const std::string& first)
{
    if (first.empty() || first.front() == '-')
        return {};
    const CLI::App* meant = nullptr;
    std::size_t nearest = kMostTypos + 1;
    for (const CLI::App* command : app.get_subcommands({})) {
        const std::size_t typos = editDistance(first, command->get_name());
        if (typos == 0)
            return {};
        if (typos < nearest) {
            nearest = typos;
            meant = command;
        }
    }
    return "'" + first + "' is no command" + (meant ? "; did you mean " + meant->get_name() + "?" : std::string());
}

/// The command that was being read.
const CLI::App& innermost(const CLI::App& app)
{
    const CLI::App* at = &app;
    while (!at->get_subcommands().empty())
        at = at->get_subcommands().front();
    return *at;
}

/// CLI11 says of a mistyped option that the one it stands for is required, or that it did not expect it. Empty when all
/// are known.
std::string unknownOption(const CLI::App& app)
{
    const std::vector<std::string> left = app.remaining(true);
    const auto wrong = std::ranges::find_if(left, [](const std::string& word) { return word.starts_with("--"); });
    if (wrong == left.end())
        return {};
    const std::string name = wrong->substr(0, wrong->find('='));
    std::string meant;
    std::size_t nearest = kMostTypos + 1;
    for (const CLI::Option* option : innermost(app).get_options())
        for (const std::string& known : option->get_lnames())
            if (const std::size_t typos = editDistance(name, "--" + known); typos < nearest) {
                nearest = typos;
                meant = "; did you mean --" + known + "?";
            }
    return name + " is no option of this command" + meant;
}

/// "schedule --help": of the command that was being read.
std::string helpOf(const CLI::App& app)
{
    std::string command = app.get_name();
    for (const CLI::App* at = &app; !at->get_subcommands().empty();) {
        at = at->get_subcommands().front();
        command += " " + at->get_name();
    }
    return " (see " + command + " --help)";
}

ExitCode wrongUsage(CLI::App& app, const CLI::ParseError& error, const std::string& first)
{
    if (error.get_exit_code() == 0) // --help, --version
        return static_cast<ExitCode>(app.exit(error));
    std::string problem = unknownCommand(app, first);
    if (problem.empty())
        problem = unknownOption(app);
    complain((problem.empty() ? wordsOf(error) : problem) + helpOf(app));
    return BadInput;
}

int run(int argc, char** argv)
{
    CLI::App app{"Nestloom: schedules neural networks on accelerators and tells what that costs."};
    app.name("nestloom-cli");
    app.set_version_flag("--version", [] {
        const std::string text = versionText("nestloom-cli");
        return text.substr(0, text.size() - 1); // CLI11 ends the line
    });
    app.footer(std::string("Exit codes:\n") + kExitCodes);
    app.require_subcommand(1);

    Command chosen;
    const Options program(app, chosen);
    for (const auto add : {addSchedule, addSweep,  addEvaluate, addFront,       addConverge, addPlan,    addSimulate,
                           addReport,   addImport, addExport,   addEnergies,    addAllocate, addPresets, addRuns,
                           addCompare,  addCheck,  addSweeps,   addConformance, addServe,    addManual})
        add(program);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return wrongUsage(app, error, argc > 1 ? argv[1] : "");
    }
    const Result<ExitCode> code = chosen();
    return code ? *code : fail(code.error());
}

} // namespace

int runCommandLine(int argc, char** argv)
{
    try {
        return run(argc, argv);
    } catch (...) {
        return fail(thrownError());
    }
}

} // namespace nestloom::cli
