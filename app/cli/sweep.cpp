// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/perform_run.h"
#include "app/cli/print_sweep.h"
#include "app/cli/progress.h"
#include "app/cli/read_input.h"
#include "app/cli/shards.h"
#include "app/jobs/progress_throttle.h"
#include "app/report/text.h"
#include "app/store/run_store.h"
#include "app/store/sweep_store.h"
#include "engine/base/number_words.h"
#include "engine/base/ranges.h"
#include "engine/explore/variant_name.h"
#include "engine/io/json_reader.h"
#include "engine/io/sweep_axis.h"

#include <unistd.h>

#include <algorithm>

namespace nestloom::cli {

namespace {

std::string joined(const std::vector<std::string>& texts) { return joinText(texts, ", "); }

std::string sweepsJson(const std::vector<records::SweepSummary>& sweeps)
{
    io::Json list = io::Json::array();
    for (const records::SweepSummary& sweep : sweeps)
        list.push_back({{"sweep", sweep.id},
                        {"started_at", report::utcText(sweep.startedAt)},
                        {"engine", sweep.engine},
                        {"accelerator", sweep.acceleratorName},
                        {"networks", sweep.networkNames},
                        {"axes", sweep.axisPaths},
                        {"points", sweep.pointCount},
                        {"points_done", sweep.pointsDone},
                        {"front", sweep.front.empty() ? io::Json() : io::Json(sweep.front)},
                        {"version", sweep.engineVersion}});
    return io::dump({{"schema", 1}, {"sweeps", list}}, 2) + "\n";
}

Result<ExitCode> listSweeps(const StoreArguments& storage, bool json)
{
    TRY(const auto sweeps, storedList<store::SweepStore>(storage, "sweeps"));
    if (json)
        return print(sweepsJson(sweeps));
    TextTable table({{"sweep", kRight},
                     {"started (UTC)"},
                     {"engine"},
                     {"accelerator"},
                     {"networks"},
                     {"axes"},
                     {"points", kRight},
                     {""}});
    for (const records::SweepSummary& sweep : sweeps)
        table.addRow({std::to_string(sweep.id), report::utcText(sweep.startedAt), sweep.engine, sweep.acceleratorName,
                      sweep.networkNames, joined(sweep.axisPaths),
                      std::to_string(sweep.pointsDone) + "/" + std::to_string(sweep.pointCount),
                      sweep.pointsDone >= sweep.pointCount ? "done"
                      : !sweep.front.empty() ? sweep.front + "; the others with --resume " + std::to_string(sweep.id)
                      : sweep.engineVersion == NESTLOOM_VERSION ? "goes on with --resume " + std::to_string(sweep.id)
                                                                : "begun by version " + sweep.engineVersion});
    return print(table.print());
}

/// One line on stderr that is written over, if that is a terminal.
class SweepLine {
public:
    ~SweepLine()
    {
        if (m_isTerminal)
            std::fputs("\r\033[K", stderr);
    }
    void show(const explore::SweepProgress& progress)
    {
        if (!m_isTerminal || !m_throttle.passes())
            return;
        const std::string done =
            std::to_string(progress.done) + " of " + counted(std::int64_t(progress.total), "point") + "; ";
        const std::string rest = progress.within ? "front within " + fixedNumber(100 * *progress.within, 2) + " %"
                                 : progress.left ? duration(double(progress.left->count())) + " left"
                                                 : "? s left";
        std::fprintf(stderr, "\r\033[K%s", (done + rest).c_str());
    }

private:
    const bool m_isTerminal = isatty(STDERR_FILENO);
    jobs::ProgressThrottle m_throttle;
};

ExitCode exitCodeOf(const jobs::SweepOutcome& outcome, bool cancelled)
{
    if (outcome.storeError)
        complain("the sweep was not stored whole: " + outcome.storeError->text());
    if (cancelled)
        return Cancelled;
    ExitCode code = outcome.storeError ? SomeFailed : Ok;
    for (const explore::PointResult& result : outcome.results)
        if (result.status != explore::PointStatus::Finished
            && !(outcome.front && result.status == explore::PointStatus::Cancelled))
            code = std::max(code, exitCodeFor(result.failure));
    return code;
}

Result<ExitCode> sweep(const SweepArguments& arguments)
{
    TRY_DO(checkWritable(arguments.output));
    const Interrupt interrupt; // before any thread
    Result<std::optional<store::SweepStore>> store(std::optional<store::SweepStore>{});
    if (!arguments.dryRun || arguments.resume)
        store = openForWriting<store::SweepStore>(arguments.storage, "sweep", arguments.resume.has_value());
    if (!store)
        return store.error();
    TRY(auto inputs, arguments.resume ? (*store)->load(*arguments.resume) : readSweep(arguments));
    inputs.options.threads = arguments.threads;
    TRY(const auto front, readFront(arguments, inputs));
    SweepLine line;
    jobs::SweepJobEvents events;
    events.onPlan = [&](const jobs::SweepPlan& plan) {
        std::fputs(printPlan(plan).c_str(), arguments.dryRun ? stdout : stderr);
        if (!plan.caution.empty())
            complain(plan.caution);
    };
    events.onProgress = [&](const explore::SweepProgress& progress) { line.show(progress); };
    TRY(const auto outcome,
        jobs::runStoredSweep(inputs, *store ? &**store : nullptr, interrupt.token(), events,
                             arguments.dryRun ? jobs::SweepExtent::PlanOnly : jobs::SweepExtent::Whole,
                             patienceFor("the sweep"), arguments.frontOnly ? std::optional(front) : std::nullopt));
    if (arguments.dryRun)
        return interrupt.happened() ? Cancelled : Ok;
    if (interrupt.happened() && outcome.results.empty()) {
        complain("stopped before any point was solved");
        return Cancelled;
    }
    TRY_DO(writeOutput(arguments.output, sweepOutput(arguments.json, arguments.csv, inputs, outcome, front)));
    return exitCodeOf(outcome, interrupt.happened());
}

struct KeepArguments {
    records::SweepId sweep = 0;
    std::size_t point = 0;
    std::string network;
    OutputArguments output;
};

/// The number of the network that is named; of a sweep of one network that one.
Result<std::size_t> networkOf(const KeepArguments& arguments, const std::vector<workload::Network>& networks)
{
    const std::vector<std::string> names = collect(networks, &workload::Network::name);
    const auto named = std::ranges::find(names, arguments.network);
    if (named != names.end())
        return std::size_t(named - names.begin());
    if (names.size() == 1 && arguments.network.empty())
        return std::size_t(0);
    return Error{ErrorCode::InvalidInput,
                 "sweep " + std::to_string(arguments.sweep) + " has the networks " + joined(names) + "; name one",
                 "--network"};
}

/// `sweeps keep SWEEP POINT`: the run of a point, stored with the others.
Result<ExitCode> keepPoint(const KeepArguments& arguments)
{
    TRY_DO(checkWritable(arguments.output.output));
    TRY(auto store, openStored<store::SweepStore>(arguments.output.storage));
    TRY(const auto sweep, store.load(arguments.sweep));
    TRY(const auto network, networkOf(arguments, sweep.networks));
    TRY(auto inputs, records::runInputs(sweep, arguments.point, network));
    inputs.accelerator.name = explore::variantName(sweep.space, arguments.point, io::axisValueText);
    return runAndPrint(inputs, arguments.output);
}

/// All of them, or none where one of the numbers is wrong.
Result<ExitCode> deleteSweeps(const StoreArguments& storage, const std::vector<records::SweepId>& sweeps)
{
    TRY(auto store, openStored<store::SweepStore>(storage));
    TRY(const auto stored, store.list()); // damaged ones among them
    for (const records::SweepId sweep : sweeps)
        if (std::ranges::find(stored, sweep, &records::SweepSummary::id) == stored.end())
            return Error{ErrorCode::InvalidInput, "there is no such sweep", "sweep " + std::to_string(sweep)};
    for (const records::SweepId sweep : sweeps)
        TRY_DO(store.remove(sweep));
    return Ok;
}

void addKeep(const Options& sweeps)
{
    const auto arguments = std::make_shared<KeepArguments>();
    const Options command = sweeps.command(
        "keep", "Make a stored run of a point: its mappings, schedule or plan, and not only its figures");
    command.add("sweep", arguments->sweep, "The number of the sweep").required();
    command.add("point", arguments->point, "The number of the point, as sweep prints it").required().notNegative();
    command.add("--network", arguments->network, "Which one, of a sweep of several").type("NAME");
    command.flag("--json", arguments->output.json, "Print JSON");
    command.add("--output", arguments->output.output, "Write to a file instead of stdout, whole or not at all")
        .type("FILE");
    addStoreOption(command, arguments->output.storage, false);
    command.does([arguments] { return keepPoint(*arguments); });
}

} // namespace

void addSweep(const Options& program)
{
    const auto arguments = std::make_shared<SweepArguments>();
    const Options command =
        program.command("sweep", "Vary fields of an accelerator and mark the Pareto-optimal points");
    Option resume = command.add("--resume", arguments->resume,
                                "Go on with this stored sweep; the command that began it does the same");
    for (const Option& each : addInputOptions(command, *arguments))
        resume.excludes(each);
    const std::vector<Option> front = addFrontOptions(command, *arguments);
    command.add("--threads", arguments->threads, "0 = all cores; results do not depend on it")
        .within(0, 1024)
        .showDefault();
    Option dryRun = command.flag("--dry-run", arguments->dryRun,
                                 "Say how many points there are and how long they will take, and stop");
    Option json = command.flag("--json", arguments->json, "Print JSON").excludes(dryRun);
    command.flag("--csv", arguments->csv, "Print CSV").excludes(json).excludes(dryRun);
    command.add("--output", arguments->output, "Write to a file instead of stdout, whole or not at all")
        .type("FILE")
        .excludes(dryRun);
    for (Option each : addFrontOnlyOptions(command, *arguments))
        each.excludes(dryRun);
    for (Option each : front)
        each.excludes(dryRun);
    addShardOptions(command, *arguments);
    addStoreOption(command, arguments->storage, true);
    command["--no-store"].excludes("--resume");
    command.does([arguments] { return arguments->shard.empty() ? sweep(*arguments) : solveShard(*arguments); });
    addCollect(command);
    addSubmit(command);
}

void addSweeps(const Options& program)
{
    const auto storage = std::make_shared<StoreArguments>();
    const Options command = program.command(
        "sweeps", "List the stored sweeps and how far they are, newest first, keep a point, or delete some");
    const auto json = std::make_shared<bool>(false);
    command.flag("--json", *json, "Print JSON");
    addStoreOption(command, *storage, false);
    command.does([storage, json] { return listSweeps(*storage, *json); });
    addKeep(command);
    const auto deleted = std::make_shared<std::vector<records::SweepId>>();
    const Options remove = command.command("delete", "Delete stored sweeps and their points for good");
    remove.add("sweeps", *deleted, "Their numbers").required();
    addStoreOption(remove, *storage, false);
    remove.does([storage, deleted] { return deleteSweeps(*storage, *deleted); });
}

} // namespace nestloom::cli
