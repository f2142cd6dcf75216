// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/job_runner.h"

#include "app/jobs/experiment.h"
#include "engine/base/result.h"
#include "engine/schedule/objective.h"
#include "engine/schedule/take_outcome.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace nestloom::jobs {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kClockInterval{
    500}; // the elapsed time is told this often when nothing else changes

/// What the owner hears about a job at one tick.
struct News {
    std::vector<schedule::LayerResult> layers;
    JobState state;
    bool isWorthTelling = false;
    bool isOver = false;
};

/// "CoSA  resnet50 on simba"
std::string titleOf(const records::RunInputs& inputs)
{
    const records::Method* method = records::findMethod(inputs.engine());
    const std::string where = inputs.accelerator.name.empty() ? "" : " on " + inputs.acceleratorTitle();
    return (method ? method->title : inputs.engine()) + "  " + inputs.network.name + where;
}

/// "latency, seed 7, own sizes"
std::string aboutOf(const records::RunInputs& inputs)
{
    const std::string variant = inputs.variant().words();
    return (inputs.kind() == records::RunKind::Layers ? schedule::objectiveName(inputs.options) + ", " : std::string())
           + "seed " + std::to_string(inputs.seed()) + (variant.empty() ? "" : ", " + variant);
}

/// Of what the run minimises.
std::string unitOf(const records::RunInputs& inputs)
{
    if (inputs.kind() == records::RunKind::Memory)
        return "B"; // of off-chip traffic
    if (inputs.kind() != records::RunKind::Layers)
        return {}; // nothing is proven of schedules on nodes
    if (inputs.options.engine != "flexer")
        return std::string(schedule::unitOf(inputs.options.cosa.objective));
    switch (inputs.options.flexer.metric) {
    case schedule::flexer::Metric::Latency: return "cycle";
    case schedule::flexer::Metric::Transfer: return "B";
    case schedule::flexer::Metric::LatencyTimesTransfer: break;
    }
    return "cycle*B";
}

} // namespace

struct JobRunner::Job {
    explicit Job(records::RunInputs runInputs) : inputs(std::move(runInputs)) {}

    const records::RunInputs inputs;

    // All guarded by the mutex.
    std::mutex mutex;
    JobState state;
    std::optional<Clock::time_point> begun; // nothing while it waits for its turn
    Clock::time_point announced = Clock::now();
    bool isChanged = true;
    bool isOver = false;
    std::vector<schedule::LayerResult> untold; // finished layers that the owner has not heard of
    std::map<std::size_t, double> inProgress;  // layer -> fraction

    std::jthread thread; // last: ends before the rest goes

    void hear(const schedule::LayerProgress& layer)
    {
        const std::scoped_lock lock(mutex);
        inProgress[layer.index] = std::clamp(layer.progress.fraction.value_or(0), 0.0, 1.0);
        state.phase = inputs.network.layers[layer.index].name + ": " + layer.progress.phase;
        update();
    }

    void hear(const schedule::LayerResult& layer)
    {
        const std::scoped_lock lock(mutex);
        inProgress.erase(layer.index);
        if (layer.mapping || layer.status != schedule::LayerStatus::Cancelled) {
            ++state.layersDone; // a layer cancelled before it was begun is not done
            state.layersFailed += layer.cost ? 0 : 1;
        }
        if (layer.cost)
            state.incumbentCycles += double(layer.cost->cycles.count);
        if (layer.gap)
            state.worstGap = std::max(state.worstGap.value_or(0), *layer.gap);
        if (const auto figure = schedule::figureOf(layer, inputs.options);
            figure && layer.objectiveBound && layer.gap) {
            state.best = state.best.value_or(0) + *figure;
            state.bound = state.bound.value_or(0) + *layer.objectiveBound;
        }
        untold.push_back(layer);
        update();
    }

    /// Of a run that is one schedule as a whole.
    void hear(const Progress& whole)
    {
        const std::scoped_lock lock(mutex);
        state.fraction = std::clamp(whole.fraction.value_or(state.fraction), 0.0, 1.0);
        state.phase = whole.phase;
        if (inputs.kind() == records::RunKind::Memory) {
            state.best = whole.incumbent ? whole.incumbent : state.best;
            state.bound = whole.bound ? whole.bound : state.bound;
        }
        isChanged = true;
    }

    /// The last word of a plan of memory.
    void hear(const schedule::cosma::CosmaOutcome& plan)
    {
        const std::scoped_lock lock(mutex);
        state.best = double(plan.solution->traffic.count);
        state.bound = plan.status == SolveStatus::Optimal ? state.best : plan.stats.bound;
    }

    void update()
    {
        double done = state.layersDone;
        for (const auto& [index, fraction] : inProgress)
            done += fraction;
        state.fraction = state.layerCount > 0 ? std::min(1.0, done / state.layerCount) : 0;
        isChanged = true;
    }

    void end(JobState::End how, std::string message, std::string storeMessage)
    {
        const std::scoped_lock lock(mutex);
        state.end = how;
        state.fraction = how == JobState::End::Finished ? 1 : state.fraction;
        state.message = std::move(message);
        state.storeMessage = std::move(storeMessage);
        state.phase.clear();
        isOver = true;
    }

    void fail(const Error& error)
    {
        {
            const std::scoped_lock lock(mutex);
            state.isRefused = records::isRefusal(error);
        }
        end(JobState::End::Failed, error.text(), {});
    }

    /// What happened since the last call.
    News takeNews(Clock::time_point now)
    {
        const std::scoped_lock lock(mutex);
        News news;
        news.isOver = isOver;
        news.isWorthTelling = isChanged || now - announced >= kClockInterval;
        news.layers = std::exchange(untold, {});
        news.state = state;
        if (begun)
            news.state.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(now - *begun);
        if (news.isWorthTelling) {
            isChanged = false;
            announced = now;
        }
        return news;
    }
};

JobRunner::JobRunner(store::StoreWorker* store, QObject* parent) : QObject(parent), m_store(store)
{
    m_tick.setInterval(ProgressThrottle::kInterval);
    connect(&m_tick, &QTimer::timeout, this, &JobRunner::tellNews);
}

JobRunner::~JobRunner()
{
    cancelAll();
    m_jobs.clear(); // joins the threads; what was not told yet is dropped
}

JobId JobRunner::submit(records::RunInputs inputs)
{
    const JobId id = ++m_lastId;
    Job& job = *m_jobs.emplace(id, std::make_unique<Job>(std::move(inputs))).first->second;
    job.state.id = id;
    job.state.title = titleOf(job.inputs);
    job.state.about = aboutOf(job.inputs);
    job.state.unit = unitOf(job.inputs);
    if (job.inputs.kind() == records::RunKind::Layers)
        job.state.layerCount = int(job.inputs.network.layers.size());
    job.state.phase = "waiting";
    m_turns.enqueue(id);
    job.thread = std::jthread([this, &job](std::stop_token stop) { work(job, std::move(stop)); });
    m_tick.start();
    return id;
}

std::optional<records::RunInputs> JobRunner::retryInputs(JobId job) const
{
    const auto ended = m_ended.find(job);
    return ended == m_ended.end() ? std::nullopt : std::optional(ended->second);
}

JobId JobRunner::retry(JobId job)
{
    auto ended = m_ended.extract(job);
    return ended.empty() ? 0 : submit(std::move(ended.mapped()));
}

void JobRunner::move(JobId job, int places)
{
    if (m_turns.move(job, places))
        tellQueue();
}

void JobRunner::setHeld(bool held)
{
    if (m_turns.isHeld() == held)
        return;
    m_turns.setHeld(held);
    Q_EMIT queueChanged();
}

void JobRunner::tellQueue()
{
    std::vector<JobId> now = waiting();
    if (now == m_toldWaiting)
        return;
    m_toldWaiting = std::move(now);
    Q_EMIT queueChanged();
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
    if (m_turns.wait(job.state.id, stop)) {
        perform(job, std::move(stop));
        m_turns.giveUp();
    } else {
        job.end(JobState::End::Cancelled, {}, {});
    }
}

void JobRunner::perform(Job& job, std::stop_token stop)
{
    {
        const std::scoped_lock lock(job.mutex);
        job.begun = Clock::now();
    }
    ExperimentEvents events;
    events.onStarted = [&](records::RunId begun) {
        const std::scoped_lock lock(job.mutex);
        job.state.run = begun;
        job.state.phase.clear();
        job.isChanged = true;
    };
    events.onProgress = [&](const schedule::LayerProgress& layer) { job.hear(layer); };
    events.onLayer = [&](const schedule::LayerResult& layer) { job.hear(layer); };
    events.onWhole = [&](const Progress& progress) { job.hear(progress); };
    const Result<ExperimentOutcome> outcome =
        caught([&] { return runExperiment(job.inputs, m_store, std::move(stop), events); });
    if (!outcome)
        job.fail(outcome.error());
    else if (outcome->status == records::RunStatus::Failed)
        job.fail({ErrorCode::InvalidInput, outcome->reason, ""});
    else {
        if (job.inputs.kind() == records::RunKind::Layers && outcome->status == records::RunStatus::Finished) {
            const std::scoped_lock lock(job.mutex); // with what is no layer
            job.state.incumbentCycles =
                double(schedule::totals(job.inputs.accelerator, job.inputs.network, job.inputs.options, outcome->layers)
                           .cycles.count);
        }
        if (outcome->memory && outcome->memory->outcome.solution)
            job.hear(outcome->memory->outcome);
        job.end(outcome->status == records::RunStatus::Cancelled ? JobState::End::Cancelled : JobState::End::Finished,
                {}, outcome->storeError ? outcome->storeError->text() : std::string());
    }
}

void JobRunner::tellNews()
{
    std::vector<JobId> ids; // first, because a slot may submit another job
    for (const auto& [id, job] : m_jobs)
        ids.push_back(id);
    for (const JobId id : ids) {
        const News news = m_jobs.at(id)->takeNews(Clock::now());
        for (const schedule::LayerResult& layer : news.layers)
            Q_EMIT layerFinished(id, news.state.run, layer);
        if (news.isOver)
            conclude(news.state);
        else if (news.isWorthTelling)
            Q_EMIT changed(news.state);
    }
    tellQueue();
}

void JobRunner::conclude(const JobState& last)
{
    if (last.end != JobState::End::Finished)
        m_ended.emplace(last.id, m_jobs.at(last.id)->inputs);
    if (m_ended.size() > kRemembered)
        m_ended.erase(m_ended.begin());
    m_jobs.erase(last.id); // joins its thread, which has nothing left to do
    if (m_jobs.empty())
        m_tick.stop();
    Q_EMIT finished(last);
}

} // namespace nestloom::jobs
