// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/tuning_job.h"

#include "app/jobs/progress_throttle.h"
#include "app/jobs/tuning_worker.h"

namespace nestloom::jobs {

TuningJob::TuningJob(QObject* parent) : QObject(parent)
{
    m_tick.setSingleShot(true);
    m_tick.setTimerType(Qt::PreciseTimer);
    connect(&m_tick, &QTimer::timeout, this, &TuningJob::tellNews);
    // The worker ends before this object does, and Qt drops calls that are still queued then.
    m_worker = std::make_unique<TuningWorker>(
        [this] { QMetaObject::invokeMethod(this, &TuningJob::tellSoon, Qt::QueuedConnection); });
}

TuningJob::~TuningJob() { m_worker.reset(); }

TuningId TuningJob::request(TuningRequest request)
{
    m_told = {}; // the first numbers of a request are told at once
    m_worker->begin(++m_lastId, std::move(request));
    return m_lastId;
}

void TuningJob::stop() { m_worker->stop(); }

void TuningJob::learn(const workload::Network& network, const std::vector<schedule::LayerResult>& layers)
{
    for (const schedule::LayerResult& result : layers)
        if (result.index < network.layers.size())
            m_worker->learn(network.layers[result.index], result);
}

bool TuningJob::isRunning() const { return m_worker->isRunning(); }

void TuningJob::tellSoon()
{
    const auto since = std::chrono::steady_clock::now() - m_told;
    if (since >= ProgressThrottle::kInterval || !isRunning()) // the last word need not wait
        return tellNews();
    if (!m_tick.isActive())
        m_tick.start(std::chrono::ceil<std::chrono::milliseconds>(ProgressThrottle::kInterval - since));
}

void TuningJob::tellNews()
{
    m_tick.stop();
    const std::optional<TuningNews> news = m_worker->takeNews();
    if (!news)
        return;
    m_told = std::chrono::steady_clock::now();
    if (!news->layers.empty())
        Q_EMIT layersFinished(news->state.id, news->layers);
    if (news->state.id == m_lastId) // a slot may have made a newer request
        Q_EMIT changed(news->state);
}

} // namespace nestloom::jobs
