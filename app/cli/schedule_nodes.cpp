// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/schedule_nodes.h"

#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/print_node_run.h"
#include "app/cli/read_input.h"
#include "app/cli/run_arguments.h"
#include "app/store/node_run_store.h"
#include "app/store/run_store.h"
#include "engine/base/text.h"
#include "engine/io/node_run_json.h"
#include "engine/schedule/input_error.h"

#include <algorithm>
#include <cstdio>
#include <thread>
#include <unistd.h>

namespace nestloom::cli {

namespace {

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

} // namespace nestloom::cli
