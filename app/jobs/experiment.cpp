// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/experiment.h"

#include "app/jobs/solver_factory.h"
#include "app/store/run_refusal.h"

#include <algorithm>

namespace nestloom::jobs {

namespace {

/// The stored side of one experiment. Layers are posted, so that a slow disk does not hold up the engine's threads.
class RunRecorder {
public:
    RunRecorder(store::StoreWorker* store, const store::RunInputs& inputs) : m_store(store), m_inputs(inputs)
    {
        if (!m_store)
            return;
        const Result<store::RunId> begun = m_store->ask([&](store::RunStore& runs) { return runs.begin(inputs); });
        if (begun)
            m_run = *begun;
        else
            m_error = begun.error();
    }

    store::RunId run() const { return m_run; }

    void add(const schedule::LayerResult& layer)
    {
        if (m_run == 0)
            return;
        m_store->post(
            [this, layer](store::RunStore& runs) { keepFirst(runs.addLayer(m_run, m_inputs.accelerator, layer)); });
    }

    /// Returns when everything is on disk; then nothing posted refers to this object any more.
    std::optional<Error> finish(store::RunStatus status, const std::string& message)
    {
        if (m_run == 0)
            return m_error;
        m_store->ask([&](store::RunStore& runs) {
            const bool whole = !m_error;
            keepFirst(runs.finish(m_run, whole ? status : store::RunStatus::Failed, whole ? message : store::brokeOffMessage(*m_error)));
            return true;
        });
        return m_error;
    }

private:
    void keepFirst(const Status& status)
    {
        if (!status && !m_error)
            m_error = status.error();
    }

    store::StoreWorker* m_store;
    const store::RunInputs& m_inputs;
    store::RunId m_run = 0;
    std::optional<Error> m_error; // written on the store's thread until finish() has returned
};

bool wasCancelled(const std::vector<schedule::LayerResult>& layers)
{
    return std::any_of(layers.begin(), layers.end(),
                       [](const auto& layer) { return layer.cause == StopCause::Cancelled; });
}

} // namespace

Result<ExperimentOutcome> runExperiment(const store::RunInputs& inputs, store::StoreWorker* store, std::stop_token stop,
                                        const ExperimentEvents& events)
{
    const Result<schedule::SolverFactory> makeSolver = solverFactory();
    if (!makeSolver)
        return makeSolver.error();
    RunRecorder recorder(store, inputs);
    if (events.onStarted)
        events.onStarted(recorder.run());
    const schedule::ScheduleEvents heard{events.onProgress, [&](const schedule::LayerResult& layer) {
                                             recorder.add(layer);
                                             if (events.onLayer)
                                                 events.onLayer(layer);
                                         }};
    auto layers =
        schedule::scheduleNetwork(inputs.accelerator, inputs.network, inputs.options, *makeSolver, stop, heard);
    if (!layers) {
        (void)recorder.finish(store::RunStatus::Failed, store::failureMessage(layers.error()));
        return layers.error();
    }
    ExperimentOutcome outcome;
    outcome.run = recorder.run();
    outcome.status = wasCancelled(*layers) ? store::RunStatus::Cancelled : store::RunStatus::Finished;
    outcome.layers = *std::move(layers);
    outcome.storeError = recorder.finish(outcome.status, {});
    return outcome;
}

} // namespace nestloom::jobs
