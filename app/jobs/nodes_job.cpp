// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/nodes_job.h"

#include "app/jobs/progress_throttle.h"
#include "app/jobs/tell_newest.h"

#include <mutex>
#include <thread>

namespace nestloom::jobs {

NodesJob::NodesJob(QObject* parent) : QObject(parent), m_task(std::make_unique<LatestTask>()) {}

NodesJob::~NodesJob() { m_task.reset(); } // Qt drops what is still queued

NodesId NodesJob::request(const Question& question)
{
    ++m_newest;
    m_task->begin([this, id = m_newest, question](const std::stop_token& stop) { perform(id, question, stop); },
                  [this, id = m_newest](const Error& error) { fail(id, error); });
    return m_newest;
}

void NodesJob::stop() { m_task->stop(); }

void NodesJob::perform(NodesId id, const Question& question, const std::stop_token& stop)
{
    std::mutex mutex; // engines may report from several threads
    ProgressThrottle throttle;
    RunControl control;
    control.stop = stop;
    control.onProgress = [&](const Progress& progress) {
        const std::lock_guard lock(mutex);
        if (throttle.passes())
            tellNewest(*this, m_newest, id, [this, id, progress] { Q_EMIT progressed(id, progress); });
    };
    kapla::NodeRunOptions options = question.options;
    options.threads = std::max(1, int(std::thread::hardware_concurrency()));
    auto run = kapla::scheduleOnNodes(*question.accelerator, *question.network, options, control);
    if (!run)
        return fail(id, run.error());
    const Answer answer = std::make_shared<const kapla::NodeRun>(*std::move(run));
    tellNewest(*this, m_newest, id, [this, id, answer] { Q_EMIT answered(id, answer); });
}

void NodesJob::fail(NodesId id, const Error& error)
{
    tellNewest(*this, m_newest, id,
               [this, id, text = QString::fromStdString(error.text())] { Q_EMIT failed(id, text); });
}

} // namespace nestloom::jobs
