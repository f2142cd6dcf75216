// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/perform_run.h"
#include "app/cli/stored_runs.h"
#include "app/report/run_report.h"

#include <CLI/CLI.hpp>

namespace nestloom::cli {

namespace {

struct ReportArguments {
    RunArguments run;
    StoreArguments storage;
    std::optional<store::RunId> stored;
    std::string output;
};

ExitCode write(const store::RunRecord& run, const std::string& path)
{
    if (const Status written = writeOutput(path, report::htmlReport(run)); !written)
        return fail(written.error());
    if (!path.empty())
        std::printf("%s\n", path.c_str());
    return Ok;
}

ExitCode reportStored(const ReportArguments& arguments)
{
    Result<store::RunStore> store = openStoredRuns(arguments.storage);
    if (!store)
        return fail(store.error());
    const Result<store::RunRecord> run = store->load(*arguments.stored);
    return run ? write(*run, arguments.output) : fail(run.error());
}

store::RunRecord recordOf(const store::RunInputs& inputs, const jobs::ExperimentOutcome& outcome,
                          store::TimePoint begun)
{
    store::RunRecord record;
    record.summary.id = outcome.run;
    record.summary.status = outcome.status;
    record.summary.startedAt = begun;
    record.summary.engineVersion = NESTLOOM_VERSION;
    record.inputs = inputs;
    record.layers = outcome.layers;
    return record;
}

ExitCode reportNew(const ReportArguments& arguments)
{
    const auto begun = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    const Result<store::RunInputs> inputs = readInputs(arguments.run);
    if (!inputs)
        return fail(inputs.error());
    const Result<jobs::ExperimentOutcome> outcome = performRun(*inputs, arguments.storage);
    if (!outcome)
        return fail(outcome.error());
    const ExitCode written = write(recordOf(*inputs, *outcome, begun), arguments.output);
    return written != Ok ? written : exitCodeOf(*outcome);
}

ExitCode report(const ReportArguments& arguments)
{
    if (const Status writable = checkWritable(arguments.output); !writable)
        return fail(writable.error());
    if (arguments.stored)
        return reportStored(arguments);
    if (arguments.run.accelerator.empty() || arguments.run.network.empty())
        return fail({ErrorCode::InvalidInput,
                     "name either a stored run with --run, or both --accelerator and --network", "report"});
    return reportNew(arguments);
}

} // namespace

void addReport(CLI::App& app, Command& chosen)
{
    const auto arguments = std::make_shared<ReportArguments>();
    CLI::App* command = app.add_subcommand("report", "Write an HTML report of a stored run, or of a new one");
    addRunOptions(*command, arguments->run, false);
    command->add_option("--run", arguments->stored, "Number of a stored run, see nestloom-cli runs")
        ->excludes("--accelerator")
        ->excludes("--network");
    command->add_option("--output", arguments->output, "The HTML file, written whole or not at all")
        ->required()
        ->type_name("FILE");
    addStoreOption(*command, arguments->storage, true);
    command->callback([arguments, &chosen] { chosen = [arguments] { return report(*arguments); }; });
}

} // namespace nestloom::cli
