// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/proof_job.h"

#include "app/jobs/progress_throttle.h"
#include "app/jobs/solver_factory.h"
#include "app/jobs/tell_newest.h"

namespace nestloom::jobs {

ProofJob::ProofJob(QObject* parent) : QObject(parent), m_task(std::make_unique<LatestTask>()) {}

ProofJob::~ProofJob() { m_task.reset(); } // Qt drops what is still queued

quint64 ProofJob::request(const ProofInputs& inputs)
{
    m_newest = ++m_lastId;
    m_task->begin([this, id = m_newest, inputs](const std::stop_token& stop) { perform(id, inputs, stop); },
                  [this, id = m_newest, count = inputs.results.size()](const Error& error) {
                      ProofState state;
                      state.id = id;
                      state.reports.resize(count);
                      state.ended = true;
                      state.problem = error.text();
                      tell(std::move(state));
                  });
    return m_newest;
}

void ProofJob::stop()
{
    m_newest = 0;
    m_task->stop();
}

void ProofJob::perform(quint64 id, const ProofInputs& inputs, const std::stop_token& stop)
{
    ProofState state;
    state.id = id;
    state.reports.resize(inputs.results.size());
    const Result<schedule::SolverFactory> makeSolver = solverFactory();
    if (!makeSolver) {
        state.ended = true;
        state.problem = makeSolver.error().text();
        return tell(std::move(state));
    }
    ProgressThrottle throttle;
    schedule::ScheduleOptions options = inputs.options;
    options.timeLimitPerLayer =
        std::chrono::milliseconds::max(); // that of the run; this was asked for, and can be cancelled
    const auto proven =
        schedule::reportObjective(inputs.accelerator, inputs.network, options, inputs.results, *makeSolver, stop,
                                  [&](std::size_t result, const schedule::ObjectiveReport& report) {
                                      state.reports[result] = report;
                                      state.done = result + 1;
                                      if (throttle.passes())
                                          tell(state);
                                  });
    state.ended = true;
    if (proven)
        state.done = state.reports.size();
    else
        state.problem = proven.error().text();
    tell(std::move(state));
}

void ProofJob::tell(ProofState state)
{
    const quint64 id = state.id;
    tellNewest(*this, m_newest, id, [this, state = std::move(state)] { Q_EMIT changed(state); });
}

} // namespace nestloom::jobs
