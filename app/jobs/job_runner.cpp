// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/job_runner.h"

#include "app/jobs/experiment.h"

#include <algorithm>
#include <thread>

namespace nestloom::jobs {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kClockInterval{500}; // the elapsed time is told this often when nothing else changes

} // namespace

struct JobRunner::Job {
    explicit Job(store::RunInputs runInputs) : inputs(std::move(runInputs)) {}

    const store::RunInputs inputs;
    const Clock::time_point begun = Clock::now();
    Clock::time_point announced = begun; // owner's thread only

    std::mutex mutex;
    JobSnapshot snapshot;                     // guarded by mutex
    bool isChanged = true;                    // guarded by mutex
    std::map<std::size_t, double> inProgress; // guarded by mutex; layer -> fraction

    std::jthread thread; // last: ends before the rest goes

    void hear(const schedule::LayerProgress& layer)
    {
        const std::scoped_lock lock(mutex);
        inProgress[layer.index] = std::clamp(layer.progress.fraction.value_or(0), 0.0, 1.0);
        snapshot.phase = inputs.network.layers[layer.index].name + ": " + layer.progress.phase;
        update();
    }

    void hear(const schedule::LayerResult& layer)
    {
        const std::scoped_lock lock(mutex);
        inProgress.erase(layer.index);
        ++snapshot.layersDone;
        if (layer.cost)
            snapshot.incumbentCycles += double(layer.cost->cycles.count);
        if (layer.gap)
            snapshot.worstGap = std::max(snapshot.worstGap.value_or(0), *layer.gap);
        update();
    }

    void update()
    {
        double done = snapshot.layersDone;
        for (const auto& [index, fraction] : inProgress)
            done += fraction;
        snapshot.fraction = snapshot.layerCount > 0 ? std::min(1.0, done / snapshot.layerCount) : 0;
        isChanged = true;
    }

    void end(JobSnapshot::End how, std::string message)
    {
        const std::scoped_lock lock(mutex);
        snapshot.end = how;
        snapshot.message = std::move(message);
        snapshot.phase.clear();
    }

    JobSnapshot current()
    {
        const std::scoped_lock lock(mutex);
        JobSnapshot copy = snapshot;
        copy.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begun);
        return copy;
    }
};

JobRunner::JobRunner(store::StoreWorker* store, QObject* parent) : QObject(parent), m_store(store)
{
    m_tick.setInterval(ProgressThrottle::kInterval);
    connect(&m_tick, &QTimer::timeout, this, &JobRunner::announceChanges);
}

JobRunner::~JobRunner()
{
    cancelAll();
    m_jobs.clear(); // joins the threads; what they post to this object from now on is dropped with it
}

JobId JobRunner::submit(store::RunInputs inputs)
{
    const JobId id = ++m_lastId;
    Job& job = *m_jobs.emplace(id, std::make_unique<Job>(std::move(inputs))).first->second;
    job.snapshot.id = id;
    job.snapshot.layerCount = int(job.inputs.network.layers.size());
    job.snapshot.phase = "waiting";
    job.thread = std::jthread([this, &job](std::stop_token stop) { work(job, std::move(stop)); });
    m_tick.start();
    return id;
}

void JobRunner::cancel(JobId job)
{
    if (const auto found = m_jobs.find(job); found != m_jobs.end())
        found->second->thread.request_stop();
}

void JobRunner::cancelAll()
{
    for (const auto& [id, job] : m_jobs)
        job->thread.request_stop();
}

void JobRunner::work(Job& job, std::stop_token stop)
{
    if (waitForTurn(stop)) {
        perform(job, stop);
        giveUpTurn();
    } else {
        job.end(JobSnapshot::End::Cancelled, {});
    }
    const JobId id = job.snapshot.id;
    QMetaObject::invokeMethod(this, [this, id] { conclude(id); }, Qt::QueuedConnection);
}

bool JobRunner::waitForTurn(std::stop_token stop)
{
    std::unique_lock lock(m_turnMutex);
    if (!m_turn.wait(lock, std::move(stop), [this] { return m_atWork < kParallelJobs; }))
        return false;
    ++m_atWork;
    return true;
}

void JobRunner::giveUpTurn()
{
    {
        const std::scoped_lock lock(m_turnMutex);
        --m_atWork;
    }
    m_turn.notify_one();
}

void JobRunner::perform(Job& job, std::stop_token stop)
{
    const JobId id = job.snapshot.id;
    store::RunId run = 0; // set before any layer is heard of
    ExperimentEvents events;
    events.onStarted = [&](store::RunId begun) {
        run = begun;
        const std::scoped_lock lock(job.mutex);
        job.snapshot.run = begun;
        job.snapshot.phase.clear();
        job.isChanged = true;
    };
    events.onProgress = [&](const schedule::LayerProgress& layer) { job.hear(layer); };
    events.onLayer = [&](const schedule::LayerResult& layer) {
        job.hear(layer);
        QMetaObject::invokeMethod(this, [this, id, run, layer] { Q_EMIT layerFinished(id, run, layer); },
                                  Qt::QueuedConnection);
    };
    const Result<ExperimentOutcome> outcome = runExperiment(job.inputs, m_store, std::move(stop), events);
    if (!outcome) {
        job.end(JobSnapshot::End::Failed, outcome.error().text());
        return;
    }
    job.end(outcome->status == store::RunStatus::Cancelled ? JobSnapshot::End::Cancelled : JobSnapshot::End::Finished, {});
    if (outcome->storeError) {
        const std::scoped_lock lock(job.mutex);
        job.snapshot.storeMessage = outcome->storeError->text();
    }
}

void JobRunner::announceChanges()
{
    const Clock::time_point now = Clock::now();
    std::vector<JobSnapshot> changes; // a slot may submit or cancel, so nothing is emitted from within the loop
    for (const auto& [id, job] : m_jobs) {
        const std::scoped_lock lock(job->mutex);
        if (!job->isChanged && now - job->announced < kClockInterval)
            continue;
        job->isChanged = false;
        job->announced = now;
        changes.push_back(job->snapshot);
        changes.back().elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(now - job->begun);
    }
    for (const JobSnapshot& snapshot : changes)
        if (snapshot.end == JobSnapshot::End::Running)
            Q_EMIT changed(snapshot);
}

void JobRunner::conclude(JobId id)
{
    const auto found = m_jobs.find(id);
    if (found == m_jobs.end())
        return;
    const JobSnapshot last = found->second->current();
    m_jobs.erase(found);
    if (m_jobs.empty())
        m_tick.stop();
    Q_EMIT finished(last);
}

} // namespace nestloom::jobs
