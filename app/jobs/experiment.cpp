// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/experiment.h"

#include "app/log.h"
#include "app/store/whole_result.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/cosma/memory_run.h"
#include "engine/workload/network.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <thread>

namespace nestloom::jobs {

namespace {

using Clock = std::chrono::steady_clock;

/// A run as far as it is not on disk. Shared, because it may outlive the experiment when the database is locked or
/// full. Thread rule: that of the store.
class Unstored {
public:
    explicit Unstored(const records::RunInputs& inputs) : m_inputs(inputs) {}

    records::RunId run() const { return m_run; }
    void add(schedule::LayerResult layer) { m_layers.push_back(std::move(layer)); }
    using Whole = std::function<Status(store::RunStore&, records::RunId, const records::RunInputs&)>;
    void add(Whole whole) { m_whole = std::move(whole); }
    Status forget(store::RunStore& runs) { return m_run == 0 ? success() : runs.forget(std::exchange(m_run, 0)); }
    void end(records::RunStatus status, std::string message) { m_end = {status, std::move(message)}; }

    /// Stores what there is, as far as that goes; what fails is there for the next call. After a failure it waits a
    /// while, so that a lock does not hold up the store once for each layer.
    Status storeWhenItMay(store::RunStore& runs)
    {
        if (Clock::now() < m_nextTry)
            return success();
        const Status stored = caught([&] { return store(runs); });
        if (!stored)
            m_nextTry = Clock::now() + store::StoreWorker::kBetweenTries;
        return stored;
    }

    Status store(store::RunStore& runs)
    {
        if (m_run == 0) {
            TRY(const auto begun, runs.begin(m_inputs));
            m_run = begun;
        }
        for (; !m_layers.empty(); m_layers.pop_front())
            TRY_DO(runs.addLayer(m_run, m_inputs.accelerator, m_layers.front()));
        if (m_whole) {
            TRY_DO(m_whole(runs, m_run, m_inputs));
            m_whole = {};
        }
        if (!m_end)
            return success();
        const Status ended = runs.finish(m_run, m_end->first, m_end->second);
        if (ended)
            m_end.reset();
        return ended;
    }

private:
    const records::RunInputs m_inputs;
    records::RunId m_run = 0;
    std::deque<schedule::LayerResult> m_layers;
    Whole m_whole; // what stores the whole result
    std::optional<std::pair<records::RunStatus, std::string>> m_end;
    Clock::time_point m_nextTry;
};

/// The stored side of one experiment. Layers are posted, so that a slow disk does not hold up the engine's threads.
class RunRecorder {
public:
    RunRecorder(store::StoreWorker* store, const records::RunInputs& inputs) : m_store(store)
    {
        if (!m_store)
            return;
        m_unstored = std::make_shared<Unstored>(inputs);
        m_run = m_store->ask([&](store::RunStore& runs) {
            (void)m_unstored->storeWhenItMay(runs); // if not now, then with the layers
            return m_unstored->run();
        });
    }

    records::RunId run() const { return m_run; } // 0 = not stored yet

    void add(const schedule::LayerResult& layer)
    {
        if (!m_store)
            return;
        m_store->post([unstored = m_unstored, layer](store::RunStore& runs) {
            unstored->add(layer);
            (void)unstored->storeWhenItMay(runs);
        });
    }

    /// Likewise the result of a run that is one schedule as a whole.
    template <typename Whole>
    void addWhole(std::shared_ptr<const Whole> result)
    {
        if (!m_store)
            return;
        m_store->post([unstored = m_unstored, result](store::RunStore&) {
            unstored->add([result](store::RunStore& runs, records::RunId run, const records::RunInputs& inputs) {
                return runs.addWhole(run, inputs, *result);
            });
        });
    }

    /// Ends a run that came to nothing: what the engine refused is not kept, what broke is.
    void fail(const Error& error, const std::stop_token& stop)
    {
        if (records::isRefusal(error))
            forget();
        else
            (void)finish(records::RunStatus::Failed, records::failureMessage(error), {}, stop);
    }

    /// Nothing of the run stays.
    void forget()
    {
        if (m_store)
            m_run = m_store->ask([&](store::RunStore& runs) {
                (void)m_unstored->forget(runs);
                return records::RunId(0);
            });
    }

    /// Returns when everything is on disk, or why it is not: then the store goes on trying.
    std::optional<Error> finish(records::RunStatus status, const std::string& message, const Patience& patience,
                                const std::stop_token& stop)
    {
        if (!m_store)
            return {};
        m_store->post([unstored = m_unstored, status, message](store::RunStore&) { unstored->end(status, message); });
        const auto begun = Clock::now();
        Status stored = tryToStore();
        if (!stored && patience.onWaiting && patience.most.count() > 0)
            patience.onWaiting(stored.error());
        while (!stored && store::StoreWorker::mayPass(stored.error()) && !stop.stop_requested()
               && Clock::now() - begun < patience.most) {
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            stored = tryToStore();
        }
        if (stored)
            return {};
        m_store->post([unstored = m_unstored, store = m_store](store::RunStore&) {
            store->keepTrying([unstored](store::RunStore& runs) { return unstored->store(runs); });
        });
        return stored.error();
    }

private:
    Status tryToStore()
    {
        return m_store->ask([&](store::RunStore& runs) {
            const Status stored = m_unstored->store(runs);
            m_run = m_unstored->run();
            return stored;
        });
    }

    store::StoreWorker* m_store;
    std::shared_ptr<Unstored> m_unstored; // there with m_store
    records::RunId m_run = 0;
};

bool wasCancelled(const std::vector<schedule::LayerResult>& layers)
{
    return std::ranges::any_of(layers, [](const auto& layer) { return layer.cause == StopCause::Cancelled; });
}

/// Whether the engine took none of the layers; one that does not fit is an answer, and so is what broke.
bool refusedAll(const std::vector<schedule::LayerResult>& layers)
{
    return !layers.empty() && std::ranges::all_of(layers, [](const schedule::LayerResult& layer) {
        return layer.status == schedule::LayerStatus::Failed
               && (!layer.failure || records::isRefusal({*layer.failure, {}, {}}));
    });
}

std::string wordsOf(const records::RunInputs& inputs)
{
    return inputs.network.name + " on " + inputs.accelerator.name + ", engine " + inputs.engine();
}

Result<ExperimentOutcome> runLayers(const records::RunInputs& inputs, RunRecorder& recorder, std::stop_token stop,
                                    const ExperimentEvents& events)
{
    TRY(const auto makeSolver, solverFactory());
    const schedule::ScheduleEvents heard{events.onProgress, [&](const schedule::LayerResult& layer) {
                                             recorder.add(layer);
                                             app::noteRefusal(layer.reason,
                                                              "layer " + layer.name + " of " + wordsOf(inputs));
                                             if (events.onLayer)
                                                 events.onLayer(layer);
                                         }};
    TRY(auto layers,
        schedule::scheduleNetwork(inputs.accelerator, inputs.network, inputs.options, makeSolver, stop, heard));
    ExperimentOutcome outcome;
    outcome.status = wasCancelled(layers) ? records::RunStatus::Cancelled : records::RunStatus::Finished;
    outcome.layers = std::move(layers);
    return outcome;
}

RunControl controlFor(std::stop_token stop, std::uint64_t seed, const ExperimentEvents& events)
{
    RunControl control;
    control.stop = std::move(stop);
    control.seed = seed;
    control.onProgress = events.onWhole;
    return control;
}

records::RunStatus statusOf(bool stopped, bool found)
{
    return stopped ? records::RunStatus::Cancelled : found ? records::RunStatus::Finished : records::RunStatus::Failed;
}

Result<ExperimentOutcome> runOnNodes(const records::RunInputs& inputs, RunRecorder& recorder, std::stop_token stop,
                                     const ExperimentEvents& events)
{
    kapla::NodeRunOptions options = *inputs.nodes;
    options.threads = inputs.options.threads > 0 ? inputs.options.threads : int(std::thread::hardware_concurrency());
    TRY(auto run, kapla::scheduleOnNodes(inputs.accelerator, inputs.network, options,
                                         controlFor(std::move(stop), options.seed, events)));
    ExperimentOutcome outcome;
    outcome.status = statusOf(run.stopped, run.schedule.has_value());
    outcome.reason = run.reason;
    app::noteRefusal(run.reason, wordsOf(inputs));
    outcome.nodes = std::make_shared<const kapla::NodeRun>(std::move(run));
    if (outcome.nodes->schedule)
        recorder.addWhole(outcome.nodes);
    return outcome;
}

Result<ExperimentOutcome> planMemory(const records::RunInputs& inputs, RunRecorder& recorder, std::stop_token stop,
                                     const ExperimentEvents& events)
{
    TRY(const auto makeSolver, inputs.memory->engine == "cosma-ilp" ? solverFactory() : schedule::SolverFactory());
    TRY(auto run, schedule::cosma::planMemory(inputs.network, *inputs.memory, makeSolver,
                                              controlFor(stop, inputs.memory->seed, events)));
    ExperimentOutcome outcome;
    outcome.status = statusOf(stop.stop_requested(), run.outcome.solution.has_value());
    outcome.reason = run.outcome.reason;
    outcome.memory = std::make_shared<const schedule::cosma::MemoryRun>(std::move(run));
    if (outcome.memory->outcome.solution)
        recorder.addWhole(std::make_shared<const records::PlannedMemory>(
            records::plannedMemory(*outcome.memory, inputs.memory->scratchpad)));
    return outcome;
}

} // namespace

Result<ExperimentOutcome> runExperiment(const records::RunInputs& inputs, store::StoreWorker* store,
                                        std::stop_token stop, const ExperimentEvents& events, const Patience& patience)
{
    const bool isOfLayers = inputs.kind() == records::RunKind::Layers;
    if (const std::string why = workload::whyNothingToMap(inputs.network); isOfLayers && !why.empty())
        return Error{ErrorCode::InvalidInput, why, "network " + inputs.network.name};
    const auto begun = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    RunRecorder recorder(store, inputs);
    if (events.onStarted)
        events.onStarted(recorder.run());
    const auto perform = isOfLayers ? runLayers : inputs.nodes ? runOnNodes : planMemory;
    Result<ExperimentOutcome> outcome = perform(inputs, recorder, stop, events);
    if (!outcome) {
        recorder.fail(outcome.error(), stop);
        return outcome.error();
    }
    outcome->begun = begun;
    if (outcome->status == records::RunStatus::Failed || refusedAll(outcome->layers)) { // no schedule, and reasons
        recorder.forget();
        return outcome;
    }
    outcome->storeError = recorder.finish(outcome->status, outcome->reason, patience, stop);
    outcome->run = recorder.run();
    return outcome;
}

records::RunRecord recordOf(const records::RunInputs& inputs, const ExperimentOutcome& outcome)
{
    records::RunRecord record{.summary = {}, .inputs = inputs, .layers = outcome.layers};
    records::RunSummary& summary = record.summary;
    summary.id = outcome.run;
    summary.status = outcome.status;
    summary.message = outcome.reason;
    summary.startedAt = outcome.begun;
    summary.acceleratorName = inputs.acceleratorTitle();
    summary.variant = inputs.variant();
    summary.networkName = inputs.network.name;
    summary.engine = inputs.engine();
    summary.engineVersion = NESTLOOM_VERSION;
    summary.objective = store::objectiveText(inputs);
    summary.seed = inputs.seed();
    summary.clock = inputs.accelerator.clock;
    summary.layerCount = int(inputs.network.layers.size());
    summary.layersDone = int(outcome.layers.size());
    summary.kind = inputs.kind();
    summary.batch = store::batchOf(inputs);
    if (const schedule::Totals totals = records::totalsOf(inputs, outcome.layers); totals.solved > 0)
        summary.totals = totals;
    if (outcome.nodes && outcome.nodes->schedule) {
        record.nodes = outcome.nodes;
        summary.layerCount = int(outcome.nodes->graph.network.layers.size());
        store::readFigures(store::wholeResult(*outcome.nodes, inputs.nodes->training), summary);
    }
    if (outcome.memory && outcome.memory->outcome.solution) {
        record.memory = std::make_shared<const records::PlannedMemory>(
            records::plannedMemory(*outcome.memory, inputs.memory->scratchpad));
        summary.layerCount = summary.layersDone = int(outcome.memory->graph.operators.size());
        summary.memory = record.memory->figures;
    }
    return record;
}

Result<schedule::SolverFactory> solverFactory()
{
    const std::filesystem::path program = milp::findSolverProgram();
    if (program.empty())
        return Error{ErrorCode::SolverFailure,
                     "nestloom-solver was found neither in $NESTLOOM_SOLVER, nor beside this program, nor in $PATH",
                     ""};
    return schedule::SolverFactory(milp::processSolvers(
        {.program = program, .onLost = [](const std::string& why) { app::note("solver started again: " + why); }}));
}

} // namespace nestloom::jobs
