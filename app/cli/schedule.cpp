// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/perform_run.h"
#include "app/cli/print_run.h"
#include "engine/io/result_json.h"

#include <CLI/CLI.hpp>

namespace nestloom::cli {

namespace {

struct ScheduleArguments {
    RunArguments run;
    StoreArguments storage;
    bool json = false;
    std::string output;
};

ExitCode schedule(const ScheduleArguments& arguments)
{
    if (const Status writable = checkWritable(arguments.output); !writable)
        return fail(writable.error());
    const Result<store::RunInputs> inputs = readInputs(arguments.run);
    if (!inputs)
        return fail(inputs.error());
    const Result<jobs::ExperimentOutcome> outcome = performRun(*inputs, arguments.storage);
    if (!outcome)
        return fail(outcome.error());
    const std::string text =
        arguments.json
            ? io::runToJson(inputs->accelerator, inputs->network, inputs->options, outcome->layers) + "\n"
            : printRun(inputs->accelerator, inputs->network, inputs->options, outcome->layers)
                  + (outcome->run > 0 ? "stored as run " + std::to_string(outcome->run) + "\n" : "");
    if (const Status written = writeOutput(arguments.output, text); !written)
        return fail(written.error());
    return exitCodeOf(*outcome);
}

} // namespace

void addSchedule(CLI::App& app, Command& chosen)
{
    const auto arguments = std::make_shared<ScheduleArguments>();
    CLI::App* command = app.add_subcommand("schedule", "Schedule a network layer by layer and print what it costs");
    addRunOptions(*command, arguments->run, true);
    command->add_flag("--json", arguments->json, "Print JSON");
    command->add_option("--output", arguments->output, "Write to a file instead of stdout, whole or not at all")
        ->type_name("FILE");
    addStoreOption(*command, arguments->storage, true);
    command->callback([arguments, &chosen] { chosen = [arguments] { return schedule(*arguments); }; });
}

} // namespace nestloom::cli
