// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/print_node_run.h"
#include "app/cli/stored_runs.h"
#include "app/cli/text_table.h"
#include "app/report/time_text.h"
#include "app/store/node_run_store.h"
#include "engine/base/number_words.h"
#include "engine/io/node_run_json.h"

namespace nestloom::cli {

namespace {

constexpr auto kRight = TextTable::Align::Right;

struct NodeRunsArguments {
    StoreArguments storage;
    records::NodeRunId run = 0, other = 0;
    std::vector<records::NodeRunId> removed;
    bool json = false;
};

Result<store::NodeRunStore> openNodeRuns(const StoreArguments& storage)
{
    const auto path = existingStore(storage);
    return path ? store::NodeRunStore::open(*path, store::kForReading) : Result<store::NodeRunStore>(path.error());
}

std::string workOf(const kapla::NodeRunOptions& options) { return options.training ? "training" : "inference"; }

ExitCode listRuns(const NodeRunsArguments& arguments)
{
    auto store = openNodeRuns(arguments.storage);
    if (!store)
        return fail(store.error());
    const auto runs = store->list();
    if (!runs)
        return fail(runs.error());
    if (runs->empty())
        sayNothingStored("schedules on nodes", *existingStore(arguments.storage));
    TextTable table({{"run", kRight},
                     {"kept (UTC)"},
                     {"engine"},
                     {"network"},
                     {"accelerator"},
                     {"batch", kRight},
                     {"work"},
                     {"energy", kRight},
                     {"cycles", kRight},
                     {"segments", kRight},
                     {"search", kRight}});
    for (const records::NodeRunSummary& run : *runs)
        table.addRow({std::to_string(run.id), report::utcText(run.keptAt), run.options.engine, run.networkName,
                      run.acceleratorName, std::to_string(run.options.batch), workOf(run.options),
                      shortEnergy({run.energy.total()}), grouped(run.cycles.count), std::to_string(run.segmentCount),
                      duration(run.searchMs)});
    const Status written = writeOutput({}, table.print());
    return written ? Ok : fail(written.error());
}

Result<records::NodeRunRecord> load(const StoreArguments& storage, records::NodeRunId run)
{
    auto store = openNodeRuns(storage);
    if (!store)
        return store.error();
    const auto stored = store->load(run);
    return stored ? store::restore(*stored) : Result<records::NodeRunRecord>(stored.error());
}

ExitCode show(const NodeRunsArguments& arguments)
{
    const auto record = load(arguments.storage, arguments.run);
    if (!record)
        return fail(record.error());
    const kapla::NodeRunOptions& options = record->summary.options;
    const Status written = writeOutput(
        {}, arguments.json ? io::nodeRunToJson(record->accelerator, record->network, options, record->run) + "\n"
                           : printNodeRun(record->accelerator, record->network, options, record->run));
    return written ? Ok : fail(written.error());
}

std::string titleOf(const records::NodeRunSummary& run)
{
    return "run " + std::to_string(run.id) + ": " + run.options.engine + ", " + run.networkName + " on "
           + run.acceleratorName + ", batch " + std::to_string(run.options.batch) + ", " + workOf(run.options) + "\n";
}

std::string comparison(const records::NodeRunSummary& first, const records::NodeRunSummary& second)
{
    TextTable table({{"figure"},
                     {"run " + std::to_string(first.id), kRight},
                     {"run " + std::to_string(second.id), kRight},
                     {"times", kRight}});
    const auto row = [&](const std::string& name, double a, double b, const auto& text) {
        table.addRow({name, text(a), text(b), a != 0 ? fixedNumber(b / a, 3) : "-"});
    };
    const auto energy = [](double picojoules) { return shortEnergy({picojoules}); };
    const auto count = [](double number) { return grouped(std::int64_t(number)); };
    row("energy", first.energy.total(), second.energy.total(), energy);
    for (const kapla::NodePart part : kapla::kNodeParts)
        row("  " + std::string(name(part)), first.energy[part], second.energy[part], energy);
    row("cycles", double(first.cycles.count), double(second.cycles.count), count);
    row("layers", first.layerCount, second.layerCount, count);
    row("segments", first.segmentCount, second.segmentCount, count);
    row("longest segment", first.longestSegment, second.longestSegment, count);
    row("search", first.searchMs, second.searchMs, [](double ms) { return duration(ms); });
    row("blockings counted", double(first.evaluated), double(second.evaluated), count);
    return titleOf(first) + titleOf(second) + "\n" + table.print();
}

ExitCode compare(const NodeRunsArguments& arguments)
{
    auto store = openNodeRuns(arguments.storage);
    if (!store)
        return fail(store.error());
    const auto first = store->load(arguments.run), second = store->load(arguments.other);
    if (!first || !second)
        return fail(first ? second.error() : first.error());
    const Status written = writeOutput({}, comparison(first->summary, second->summary));
    return written ? Ok : fail(written.error());
}

ExitCode remove(const NodeRunsArguments& arguments)
{
    auto store = openNodeRuns(arguments.storage);
    if (!store)
        return fail(store.error());
    for (const records::NodeRunId run : arguments.removed) {
        if (const auto known = store->load(run); !known)
            return fail(known.error());
        if (const Status removed = store->remove(run); !removed)
            return fail(removed.error());
    }
    return Ok;
}

} // namespace

void addNodeRuns(const Options& program)
{
    const auto arguments = std::make_shared<NodeRunsArguments>();
    const Options command = program.command(
        "node-runs", "List the stored schedules on nodes, newest first, or show, compare and delete them");
    addStoreOption(command, arguments->storage, false);
    command.does([arguments] { return listRuns(*arguments); });
    const auto add = [&](const char* name, const char* what, ExitCode (*act)(const NodeRunsArguments&)) {
        const Options sub = command.command(name, what);
        addStoreOption(sub, arguments->storage, false);
        sub.does([arguments, act] { return act(*arguments); });
        return sub;
    };
    const Options shown = add("show", "One schedule, evaluated and verified again", show);
    shown.add("run", arguments->run, "Its number").required();
    shown.flag("--json", arguments->json, "Print JSON");
    const Options compared = add("compare", "Two schedules side by side", compare);
    compared.add("run", arguments->run, "Number of the first").required();
    compared.add("other", arguments->other, "Number of the second").required();
    add("delete", "Delete schedules for good", remove).add("runs", arguments->removed, "Their numbers").required();
}

} // namespace nestloom::cli
