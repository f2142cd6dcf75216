// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/suggest_job.h"

#include "app/jobs/solver_factory.h"

namespace nestloom::jobs {

SuggestJob::SuggestJob(QObject* parent) : QObject(parent), m_task(std::make_unique<LatestTask>()) {}

SuggestJob::~SuggestJob() { m_task.reset(); } // Qt drops what is still queued

SuggestId SuggestJob::request(explore::SuggestInputs inputs)
{
    m_newest = ++m_lastId;
    m_task->begin(
        [this, id = m_newest, inputs = std::move(inputs)](const std::stop_token& stop) { perform(id, inputs, stop); },
        [this, id = m_newest](const Error& error) {
            SuggestState state;
            state.id = id;
            state.end = SuggestState::End::Failed;
            state.message = error.text();
            state.fraction = 1;
            tell(std::move(state));
        });
    return m_newest;
}

void SuggestJob::stop()
{
    m_newest = 0;
    m_task->stop();
}

void SuggestJob::perform(SuggestId id, const explore::SuggestInputs& inputs, const std::stop_token& stop)
{
    SuggestState state;
    state.id = id;
    state.fix = explore::smallestFix(inputs.accelerator, inputs.network);
    const Result<schedule::SolverFactory> makeSolver = solverFactory();
    RunControl control;
    control.stop = stop;
    control.onProgress = [&](const Progress& progress) { state.fraction = progress.fraction.value_or(0); };
    const auto found = makeSolver ? explore::suggest(inputs, *makeSolver, control,
                                                     [&](const explore::Suggestion& suggestion) {
                                                         state.suggestions.push_back(suggestion);
                                                         tell(state);
                                                     })
                                  : Result<std::vector<explore::Suggestion>>(makeSolver.error());
    state.end = found ? SuggestState::End::Finished : SuggestState::End::Failed;
    state.message = found ? std::string() : found.error().text();
    state.fraction = 1;
    tell(std::move(state));
}

void SuggestJob::tell(SuggestState state)
{
    QMetaObject::invokeMethod(
        this,
        [this, state = std::move(state)] {
            if (state.id == m_newest)
                Q_EMIT changed(state);
        },
        Qt::QueuedConnection);
}

} // namespace nestloom::jobs
