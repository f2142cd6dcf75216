// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/padding_job.h"

#include "app/jobs/progress_throttle.h"
#include "app/jobs/solver_factory.h"
#include "app/jobs/tell_newest.h"

namespace nestloom::jobs {

PaddingJob::PaddingJob(QObject* parent) : QObject(parent), m_task(std::make_unique<LatestTask>()) {}

PaddingJob::~PaddingJob() { m_task.reset(); } // Qt drops what is still queued

quint64 PaddingJob::request(explore::PaddingInputs inputs)
{
    const quint64 id = ++m_newest;
    m_task->begin([this, id, inputs = std::move(inputs)](const std::stop_token& stop) { perform(id, inputs, stop); },
                  [this, id](const Error& error) {
                      tell({id, {}, true, error.text()});
                  });
    return id;
}

void PaddingJob::stop() { m_task->stop(); }

void PaddingJob::perform(quint64 id, const explore::PaddingInputs& inputs, const std::stop_token& stop)
{
    const Result<schedule::SolverFactory> makeSolver = solverFactory();
    ProgressThrottle throttle;
    const auto advice = makeSolver ? explore::advisePadding(inputs, *makeSolver, stop,
                                                            [&](const explore::PaddingAdvice& soFar) {
                                                                if (throttle.passes())
                                                                    tell({id, soFar, false, {}});
                                                            })
                                   : Result<explore::PaddingAdvice>(makeSolver.error());
    PaddingState state{id, {}, true, {}};
    if (advice)
        state.advice = *advice;
    else
        state.problem = advice.error().text();
    tell(std::move(state));
}

void PaddingJob::tell(PaddingState state)
{
    tellNewest(*this, m_newest, state.id, [this, state] { Q_EMIT changed(state); });
}

} // namespace nestloom::jobs
