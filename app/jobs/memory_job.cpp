// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/memory_job.h"

#include "app/jobs/progress_throttle.h"

namespace nestloom::jobs {

namespace cosma = schedule::cosma;

MemoryJob::MemoryJob(QObject* parent) : QObject(parent), m_task(std::make_unique<LatestTask>()) {}

MemoryJob::~MemoryJob() { m_task.reset(); } // Qt drops what is still queued

MemoryId MemoryJob::request(const cosma::PlanQuestion& question, bool withCurve)
{
    m_newest = ++m_lastId;
    m_task->begin([this, id = m_newest, question, withCurve](const std::stop_token& stop) {
        perform(id, question, withCurve, stop);
    });
    return m_newest;
}

void MemoryJob::stop()
{
    m_newest = 0;
    m_task->stop();
}

template <typename Tell>
void MemoryJob::queue(MemoryId id, Tell tell)
{
    QMetaObject::invokeMethod(
        this,
        [this, id, tell = std::move(tell)] {
            if (id == m_newest)
                tell();
        },
        Qt::QueuedConnection);
}

void MemoryJob::perform(MemoryId id, const cosma::PlanQuestion& question, bool withCurve, const std::stop_token& stop)
{
    RunControl control;
    control.stop = stop;
    Status done = m_planner.answer(question, control, [&](const cosma::PlanAnswer& answer) {
        queue(id, [this, id, answer] { Q_EMIT planned(id, answer); });
    });
    ProgressThrottle throttle; // a curve has hundreds of samples
    if (done && withCurve)
        done = m_planner.fillCurve(question, control, [&](const cosma::CurveAnswer& curve) {
            if (curve.ended || throttle.passes())
                queue(id, [this, id, curve] { Q_EMIT curveChanged(id, curve); });
        });
    if (!done)
        queue(id, [this, id, message = QString::fromStdString(done.error().text())] { Q_EMIT failed(id, message); });
}

} // namespace nestloom::jobs
