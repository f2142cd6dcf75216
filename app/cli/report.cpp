// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/perform_run.h"
#include "app/cli/read_input.h"
#include "app/cli/sweep_arguments.h"
#include "app/report/run_report.h"
#include "app/report/stored_report.h"
#include "app/report/sweep_report.h"
#include "app/report_pdf/report_file.h"
#include "app/store/sweep_store.h"

#include <filesystem>

namespace nestloom::cli {

namespace {

struct ReportArguments {
    RunArguments run;
    SweepArguments front; // --pareto and --limit
    StoreArguments storage;
    std::optional<records::RunId> stored;
    std::vector<records::RunId> compared;
    std::optional<records::SweepId> sweep;
    records::RunId baseline = 0;
    std::string output;
};

Result<ExitCode> write(const report::Document& document, const std::string& path)
{
    TRY_DO(report::writeReportFile(document, path));
    std::printf("%s\n", path.c_str());
    return Ok;
}

Result<report::Document> sweepDocument(const ReportArguments& arguments)
{
    TRY(auto store, openStored<store::SweepStore>(arguments.storage));
    TRY(const auto sweep, store.read(*arguments.sweep, store::SweepStore::Purpose::Read));
    TRY(const auto wanted, readFront(arguments.front, sweep.inputs));
    return report::sweepReport(sweep, wanted);
}

Result<ExitCode> reportStored(const ReportArguments& arguments)
{
    if (arguments.sweep) {
        TRY(const auto document, sweepDocument(arguments));
        return write(document, arguments.output);
    }
    TRY(auto store, openStored<store::RunStore>(arguments.storage));
    TRY(const auto document, arguments.stored ? report::storedReport(store, {*arguments.stored}, arguments.baseline)
                                              : report::storedReport(store, arguments.compared));
    return write(document, arguments.output);
}

Result<ExitCode> reportNew(const ReportArguments& arguments)
{
    TRY(const auto inputs, readInputs(arguments.run));
    TRY(const auto outcome, performRun(inputs, arguments.storage));
    const records::RunRecord record = jobs::recordOf(inputs, outcome);
    if (record.summary.status != records::RunStatus::Failed)
        TRY_DO(write(report::runReport(record), arguments.output));
    return exitCodeOf(outcome);
}

Result<ExitCode> report(const ReportArguments& arguments)
{
    TRY_DO(checkWritable(arguments.output));
    if (const auto extension = std::filesystem::path(arguments.output).extension();
        extension != ".html" && extension != ".pdf")
        return Error{ErrorCode::InvalidInput, "a report ends in .html or .pdf", "--output " + arguments.output};
    if (arguments.compared.size() == 1)
        return Error{ErrorCode::InvalidInput, "name two to four runs", "--compare"};
    if (arguments.stored || arguments.sweep || !arguments.compared.empty()) {
        TRY_DO(checkGivenAmong(
            arguments.run.given,
            {"--run", "--compare", "--sweep", "--pareto", "--limit", "--baseline", "--output", "--store"},
            "a report of what is stored schedules nothing"));
        return reportStored(arguments);
    }
    const bool isOfMemory = records::kindOf(arguments.run.engine) == records::RunKind::Memory;
    if (arguments.run.network.empty() || (arguments.run.accelerator.empty() && !isOfMemory))
        return Error{ErrorCode::InvalidInput,
                     "name a stored run, --compare with some, --sweep with a stored sweep, or both --accelerator and "
                     "--network",
                     "report"};
    return reportNew(arguments);
}

} // namespace

void addReport(const Options& program)
{
    const auto arguments = std::make_shared<ReportArguments>();
    const Options command = program.command("report", "Write an HTML or PDF report of a run, a comparison or a sweep");
    addRunOptions(command, arguments->run, false);
    const auto stored = [](Option option) { return option.excludes("--accelerator").excludes("--network"); };
    Option run = stored(command.add("--run,RUN", arguments->stored, "A stored run, see nestloom-cli runs"));
    Option compare = stored(command.add("--compare", arguments->compared,
                                        "Two to four stored runs, e.g. 3,5; the first is the baseline"))
                         .delimiter(',')
                         .excludes(run);
    Option sweep = stored(command.add("--sweep", arguments->sweep, "A stored sweep")).excludes(run).excludes(compare);
    for (Option& option : addFrontOptions(command, arguments->front))
        option.needs(sweep);
    command.add("--baseline", arguments->baseline, "A stored run that every number is compared with").needs(run);
    command.add("-o,--output", arguments->output, "Ends in .html or .pdf; written whole or not at all")
        .required()
        .type("FILE");
    addStoreOption(command, arguments->storage, true);
    command.does([arguments] { return report(*arguments); });
}

} // namespace nestloom::cli
