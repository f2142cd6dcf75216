// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/memory_job.h"

#include "app/jobs/progress_throttle.h"
#include "app/jobs/tell_newest.h"

namespace nestloom::jobs {

namespace cosma = schedule::cosma;

MemoryJob::MemoryJob(QObject* parent) : QObject(parent), m_task(std::make_unique<LatestTask>()) {}

MemoryJob::~MemoryJob() { m_task.reset(); } // Qt drops what is still queued

MemoryId MemoryJob::request(const cosma::PlanQuestion& question, bool withCurve)
{
    m_newest = ++m_lastId;
    m_task->begin([this, id = m_newest, question,
                   withCurve](const std::stop_token& stop) { perform(id, question, withCurve, stop); },
                  [this, id = m_newest](const Error& error) { fail(id, error); });
    return m_newest;
}

void MemoryJob::stop()
{
    m_newest = 0;
    m_task->stop();
}

void MemoryJob::perform(MemoryId id, const cosma::PlanQuestion& question, bool withCurve, const std::stop_token& stop)
{
    RunControl control;
    control.stop = stop;
    Status done = m_planner.answer(question, control, [&](const cosma::PlanAnswer& answer) {
        tellNewest(*this, m_newest, id, [this, id, answer] { Q_EMIT planned(id, answer); });
    });
    ProgressThrottle throttle; // a curve has hundreds of samples
    if (done && withCurve)
        done = m_planner.fillCurve(question, control, [&](const cosma::CurveAnswer& curve) {
            if (curve.ended || throttle.passes())
                tellNewest(*this, m_newest, id, [this, id, curve] { Q_EMIT curveChanged(id, curve); });
        });
    if (!done)
        fail(id, done.error());
}

void MemoryJob::fail(MemoryId id, const Error& error)
{
    tellNewest(*this, m_newest, id,
               [this, id, message = QString::fromStdString(error.text())] { Q_EMIT failed(id, message); });
}

} // namespace nestloom::jobs
