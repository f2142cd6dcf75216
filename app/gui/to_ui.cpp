// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/to_ui.h"

#include <QCoreApplication>

namespace nestloom::app {

namespace {

ui::JobState::End toUi(jobs::JobSnapshot::End end)
{
    switch (end) {
    case jobs::JobSnapshot::End::Running: return ui::JobState::End::Running;
    case jobs::JobSnapshot::End::Finished: return ui::JobState::End::Finished;
    case jobs::JobSnapshot::End::Cancelled: return ui::JobState::End::Cancelled;
    case jobs::JobSnapshot::End::Failed: return ui::JobState::End::Failed;
    }
    return ui::JobState::End::Failed;
}

} // namespace

ui::JobState toUi(const jobs::JobSnapshot& job)
{
    ui::JobState state;
    state.id = job.id;
    state.run = job.run;
    state.layersDone = job.layersDone;
    state.layersFailed = job.layersFailed;
    state.layerCount = job.layerCount;
    state.fraction = job.fraction;
    state.phase = QString::fromStdString(job.phase);
    state.incumbentCycles = job.incumbentCycles;
    state.worstGap = job.worstGap;
    state.elapsedMs = job.elapsed.count();
    state.end = toUi(job.end);
    state.message = QString::fromStdString(job.message);
    state.isRefused = job.isRefused;
    return state;
}

QString jobTitle(const records::RunInputs& inputs)
{
    std::string engine = inputs.options.engine;
    for (const schedule::EngineInfo& info : schedule::engines())
        if (info.id == inputs.options.engine)
            engine = info.title;
    return QCoreApplication::translate("nestloom::app", "%1  %2 on %3")
        .arg(QString::fromStdString(engine), QString::fromStdString(inputs.network.name),
             QString::fromStdString(inputs.accelerator.name));
}

} // namespace nestloom::app
