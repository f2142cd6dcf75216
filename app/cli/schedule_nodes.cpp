// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/schedule_nodes.h"

#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/read_input.h"
#include "app/cli/run_arguments.h"
#include "app/report/text.h"
#include "app/store/node_run_store.h"
#include "app/store/run_store.h"
#include "engine/base/number_words.h"
#include "engine/base/text.h"
#include "engine/io/node_run_json.h"
#include "engine/schedule/input_error.h"
#include "engine/schedule/kapla/node_run.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <thread>

namespace nestloom::cli {

using namespace kapla;
using namespace report;

namespace {

std::string partsText(const Partition& partition)
{
    constexpr std::array<const char*, 4> letters{"K", "pixels", "N", "C"};
    std::string text;
    for (const Split split : partition.order)
        if (const Extent parts = partition.of(split); parts.size() > 1)
            text += (text.empty() ? "" : ", ") + std::string(letters[index(split)]) + " " + std::to_string(parts.h)
                    + "x" + std::to_string(parts.w);
    return text.empty() ? "-" : text;
}

std::string layersTable(const NodeRun& run, double wordBytes)
{
    TextTable table({{"segment", kRight},
                     {"layer"},
                     {"pass"},
                     {"nodes", kRight},
                     {"divided by (rows x columns)"},
                     {"cycles", kRight},
                     {"energy", kRight},
                     {"DRAM", kRight}});
    for (std::size_t i = 0; i < run.schedule->segments.size(); ++i) {
        const ScheduledSegment& segment = run.schedule->segments[i];
        for (std::size_t j = 0; j < segment.layers.size(); ++j) {
            const SegmentLayer& one = segment.segment.layers[j];
            const LayerSchedule& layer = *segment.layers[j];
            table.addRow({j == 0 ? std::to_string(i + 1) : "", run.graph.network.layers[one.layer].name,
                          std::string(name(run.graph.passes[one.layer])),
                          std::to_string(one.placement.nodes.extent.size()), partsText(layer.partition),
                          grouped(layer.cost.cycles()), shortEnergy({layer.cost.total()}),
                          shortBytes(dramWords(layer) * wordBytes)});
        }
    }
    return table.print();
}

std::string searchText(const NodeRunOptions& options, const NodeRun& run)
{
    std::string text =
        "searched " + duration(run.cpuMs) + " of CPU time, " + counted(run.evaluated, "blocking") + " counted";
    if (options.engine == "kapla" && run.effort.schemes > 0)
        text += "; schemes between layers: " + grouped(run.effort.schemes) + ", buffers may hold "
                + grouped(run.effort.valid) + ", Pareto-optimal " + grouped(run.effort.pareto) + "; segments solved "
                + grouped(run.effort.solved);
    return text + "\n";
}

struct NodeRunsArguments {
    StoreArguments storage;
    records::NodeRunId run = 0, other = 0;
    std::vector<records::NodeRunId> removed;
    bool json = false;
};

std::string workOf(const kapla::NodeRunOptions& options) { return options.training ? "training" : "inference"; }

ExitCode listRuns(const NodeRunsArguments& arguments)
{
    const auto runs = storedList<store::NodeRunStore>(arguments.storage, "schedules on nodes");
    if (!runs)
        return fail(runs.error());
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
    return print(table.print());
}

Result<records::NodeRunRecord> loadNodeRun(const StoreArguments& storage, records::NodeRunId run)
{
    auto store = openStored<store::NodeRunStore>(storage);
    if (!store)
        return store.error();
    const auto stored = store->load(run);
    return stored ? store::restore(*stored) : Result<records::NodeRunRecord>(stored.error());
}

ExitCode show(const NodeRunsArguments& arguments)
{
    const auto record = loadNodeRun(arguments.storage, arguments.run);
    if (!record)
        return fail(record.error());
    const kapla::NodeRunOptions& options = record->summary.options;
    return print(arguments.json ? io::nodeRunToJson(record->accelerator, record->network, options, record->run) + "\n"
                                : printNodeRun(record->accelerator, record->network, options, record->run));
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
    auto store = openStored<store::NodeRunStore>(arguments.storage);
    if (!store)
        return fail(store.error());
    const auto first = store->load(arguments.run), second = store->load(arguments.other);
    if (!first || !second)
        return fail(first ? second.error() : first.error());
    return print(comparison(first->summary, second->summary));
}

ExitCode remove(const NodeRunsArguments& arguments)
{
    auto store = openStored<store::NodeRunStore>(arguments.storage);
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

kapla::NodeRunOptions optionsFrom(const RunArguments& run, const NodeArguments& nodes)
{
    kapla::NodeRunOptions options;
    options.engine = run.engine;
    options.batch = nodes.batch;
    options.training = nodes.training;
    options.alone = nodes.alone;
    options.kapla.chains = nodes.chains;
    options.keep = nodes.keep;
    options.iterations = nodes.iterations;
    options.seed = run.seed;
    options.threads = run.threads > 0 ? run.threads : int(std::thread::hardware_concurrency());
    // Nodes are scheduled for energy unless an objective is given, as in KAPLA's study.
    const bool isGiven = std::find(run.given.begin(), run.given.end(), "--objective") != run.given.end();
    options.goal = !isGiven                          ? kapla::Goal::Energy
                   : run.goal.objective == "latency" ? kapla::Goal::Delay
                   : run.goal.objective == "edp"     ? kapla::Goal::EnergyDelay
                                                     : kapla::Goal::Energy;
    return options;
}

/// One line on a terminal, rewritten as the search goes on.
void showProgress(const Progress& progress)
{
    if (!isatty(STDERR_FILENO))
        return;
    std::fprintf(stderr, "\r%-20s %3d %%", progress.phase.c_str(), int(100 * progress.fraction.value_or(0)));
    if (progress.incumbent)
        std::fprintf(stderr, "  best %s mJ", generalNumber(*progress.incumbent * 1e-9, 4).c_str());
    std::fputs("   ", stderr);
}

void endProgress()
{
    if (isatty(STDERR_FILENO))
        std::fputs("\r\033[K", stderr);
}

ExitCode exitCodeOf(const kapla::NodeRun& run)
{
    if (!run.schedule)
        complain(run.reason);
    if (run.stopped)
        return Cancelled;
    return run.schedule ? Ok : SomeFailed;
}

/// The number under which the schedule is stored; 0 = it is not. What keeps it from being stored is told, and costs
/// nothing else.
records::NodeRunId keep(const hardware::Accelerator& accelerator, const workload::Network& network,
                        const kapla::NodeRunOptions& options, const kapla::NodeRun& run, const StoreArguments& storage)
{
    const std::filesystem::path path =
        storage.path.empty() ? store::defaultStorePath() : std::filesystem::path(storage.path);
    if (storage.off || path.empty() || !run.schedule || run.stopped)
        return 0;
    const auto packed = store::pack(accelerator, network, options, run);
    auto store = packed ? store::NodeRunStore::open(path) : Result<store::NodeRunStore>(packed.error());
    const auto id = store ? store->keep(*packed) : Result<records::NodeRunId>(store.error());
    if (!id)
        complain("the schedule was not stored: " + id.error().text());
    return id ? *id : 0;
}

} // namespace

void addNodeOptions(const Options& command, NodeArguments& arguments)
{
    const char* group = "Engines for nodes (kapla...)";
    command.add("--batch", arguments.batch, "Images of a batch").within(1, 65'536).showDefault().group(group);
    command.flag("--training", arguments.training, "Schedule a training step: forward, backward data, backward weights")
        .group(group);
    command.flag("--alone", arguments.alone, "Every layer by itself: no segments of several layers").group(group);
    command.add("--chains", arguments.chains, "Chains of segments that KAPLA carries on (kS)")
        .within(1, 1000)
        .showDefault()
        .group(group);
    command.add("--keep", arguments.keep, "Probability with which kapla-random looks at a candidate")
        .within(0.0001, 1.0)
        .showDefault()
        .group(group);
    command.add("--iterations", arguments.iterations, "Iterations of kapla-annealing for each layer")
        .within(1, 100'000)
        .showDefault()
        .group(group);
}

ExitCode scheduleNodes(const RunArguments& run, const NodeArguments& nodes, const StoreArguments& storage, bool json,
                       const std::string& output)
{
    if (const Status heard = checkGivenOptions(run.given, run.engine, *schedule::objective(run.goal.objective)); !heard)
        return fail(heard.error());
    if (const auto goal = readGoal(run.goal); !goal)
        return fail(goal.error());
    if (nodes.training && nodes.alone)
        return fail(
            {ErrorCode::InvalidInput, "a training step goes layer after layer anyway; leave it out", "--alone"});
    const auto accelerator = readAccelerator(run.accelerator);
    if (!accelerator)
        return fail(accelerator.error());
    const auto network = readNetwork(run.network);
    if (!network)
        return fail(network.error());
    const auto constraints = readConstraints(run.constraints, accelerator->value);
    if (!constraints)
        return fail(constraints.error());
    if (const auto refusal = schedule::refusesConstraints(run.engine, accelerator->value, *constraints))
        return fail(*refusal);
    const Interrupt interrupt;
    RunControl control;
    control.stop = interrupt.token();
    control.seed = run.seed;
    control.onProgress = showProgress;
    const kapla::NodeRunOptions options = optionsFrom(run, nodes);
    const auto result = kapla::scheduleOnNodes(accelerator->value, network->value, options, control);
    endProgress();
    if (!result)
        return fail(result.error());
    const records::NodeRunId id = keep(accelerator->value, network->value, options, *result, storage);
    const std::string text = json ? io::nodeRunToJson(accelerator->value, network->value, options, *result) + "\n"
                                  : printNodeRun(accelerator->value, network->value, options, *result)
                                        + (id > 0 ? "stored as schedule on nodes " + std::to_string(id) + "\n" : "");
    if (const Status written = writeOutput(output, text); !written)
        return fail(written.error());
    return exitCodeOf(*result);
}

std::string printNodeRun(const hardware::Accelerator& accelerator, const workload::Network& network,
                         const NodeRunOptions& options, const NodeRun& run)
{
    std::string text = network.name + " on " + accelerator.name + ", engine " + options.engine + ", batch "
                       + std::to_string(options.batch) + (options.training ? ", training" : ", inference") + "\n\n";
    if (!run.schedule)
        return text + "no schedule: " + run.reason + "\n";
    const double wordBytes = double(accelerator.levels[0].elementBits[TensorRole::Weights].count) / 8;
    text += layersTable(run, wordBytes);
    text += "\ntotal " + shortEnergy({run.schedule->cost}) + ", " + exactCycles({run.schedule->cycles}) + ", "
            + counted(std::int64_t(run.schedule->segments.size()), "segment") + " (model of nn_dataflow; verified)\n";
    if (options.training)
        text += "stored for the backward layers: "
                + shortBytes(double(run.graph.storedWords * options.batch) * wordBytes) + "\n";
    text += searchText(options, run);
    for (const std::string& note : run.notes)
        text += "note: " + note + "\n";
    return text;
}

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
