// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/convergence_job.h"

#include "app/jobs/progress_throttle.h"
#include "app/jobs/solver_factory.h"
#include "app/jobs/tell_newest.h"

namespace nestloom::jobs {

ConvergenceJob::ConvergenceJob(QObject* parent) : QObject(parent), m_task(std::make_unique<LatestTask>()) {}

ConvergenceJob::~ConvergenceJob() { m_task.reset(); } // Qt drops what is still queued

quint64 ConvergenceJob::request(const schedule::ConvergenceInputs& inputs)
{
    m_newest = ++m_lastId;
    m_task->begin([this, id = m_newest, inputs](const std::stop_token& stop) { perform(id, inputs, stop); },
                  [this, id = m_newest](const Error& error) {
                      tell({id, {}, true, error.text()});
                  });
    return m_newest;
}

void ConvergenceJob::stop()
{
    m_newest = 0;
    m_task->stop();
}

void ConvergenceJob::perform(quint64 id, const schedule::ConvergenceInputs& inputs, const std::stop_token& stop)
{
    const Result<schedule::SolverFactory> makeSolver = solverFactory();
    ProgressThrottle throttle;
    auto found = makeSolver ? schedule::converge(inputs, *makeSolver, stop,
                                                 [&](const schedule::Convergence& now) {
                                                     if (throttle.passes())
                                                         tell({id, now, false, {}});
                                                 })
                            : Result<schedule::Convergence>(makeSolver.error());
    if (found)
        tell({id, *std::move(found), true, {}});
    else
        tell({id, {}, true, found.error().text()});
}

void ConvergenceJob::tell(ConvergenceState state)
{
    const quint64 id = state.id;
    tellNewest(*this, m_newest, id, [this, state = std::move(state)] { Q_EMIT changed(state); });
}

} // namespace nestloom::jobs
