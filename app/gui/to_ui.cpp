// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/to_ui.h"

#include "app/store/run_refusal.h"

#include <QCoreApplication>
#include <QTimeZone>

namespace nestloom::app {

namespace {

ui::RunStatus toUi(store::RunStatus status)
{
    switch (status) {
    case store::RunStatus::Running: return ui::RunStatus::Running;
    case store::RunStatus::Finished: return ui::RunStatus::Finished;
    case store::RunStatus::Cancelled: return ui::RunStatus::Cancelled;
    case store::RunStatus::Interrupted: return ui::RunStatus::Interrupted;
    case store::RunStatus::Failed: return ui::RunStatus::Failed;
    }
    return ui::RunStatus::Failed;
}

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

std::optional<ui::RunRow::Figures> figuresOf(const store::RunSummary& run)
{
    if (!run.totals || run.totals->solved == 0)
        return {};
    const schedule::Totals& totals = *run.totals;
    ui::RunRow::Figures figures;
    figures.cycles = totals.cycles;
    figures.energy = totals.energy;
    figures.utilization = totals.utilization;
    figures.overMesh = static_cast<int>(totals.overMesh);
    figures.worstMeshLoad = totals.worstMeshLoad;
    figures.solvedLayers = static_cast<int>(totals.solved);
    if (run.clock && run.clock->count > 0)
        figures.edp = totals.edp * 1e-12 / run.clock->count;
    figures.gap = totals.gap;
    return figures;
}

} // namespace

ui::RunSummary toUi(const store::RunSummary& run)
{
    ui::RunSummary summary;
    summary.id = run.id;
    summary.startedAt = QDateTime::fromMSecsSinceEpoch(run.startedAt.time_since_epoch().count(), QTimeZone::utc());
    summary.acceleratorName = QString::fromStdString(run.acceleratorName);
    summary.networkName = QString::fromStdString(run.networkName);
    summary.engine = QString::fromStdString(run.engine);
    summary.status = toUi(run.status);
    summary.layerCount = run.layerCount;
    summary.layersDone = run.layersDone;
    summary.totals = run.totals;
    if (store::wasRefused(run))
        summary.refusal = QString::fromStdString(run.message);
    return summary;
}

ui::RunRow toRow(const store::RunSummary& run)
{
    ui::RunRow row;
    row.id = run.id;
    row.startedAt = QDateTime::fromMSecsSinceEpoch(run.startedAt.time_since_epoch().count(), QTimeZone::utc());
    row.acceleratorName = QString::fromStdString(run.acceleratorName);
    row.networkName = QString::fromStdString(run.networkName);
    row.engine = QString::fromStdString(run.engine);
    row.objective = QString::fromStdString(run.objective);
    row.engineVersion = QString::fromStdString(run.engineVersion);
    row.seed = run.seed;
    row.status = toUi(run.status);
    row.layerCount = run.layerCount;
    row.layersDone = run.layersDone;
    if (store::wasRefused(run))
        row.refusal = QString::fromStdString(run.message);
    row.figures = figuresOf(run);
    row.marks.starred = run.marks.starred;
    row.marks.note = QString::fromStdString(run.marks.note);
    for (const std::string& tag : run.marks.tags)
        row.marks.tags << QString::fromStdString(tag);
    return row;
}

ui::RunRecord toUi(const store::RunRecord& run)
{
    QStringList damage;
    for (const std::string& sentence : run.damage)
        damage << QString::fromStdString(sentence);
    return {toUi(run.summary),
            run.inputs.accelerator,
            run.inputs.network,
            run.inputs.options,
            QString::fromStdString(run.summary.engineVersion),
            run.layers,
            damage};
}

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

QString jobTitle(const ui::ScheduleRequest& request)
{
    std::string engine = request.options.engine;
    for (const schedule::EngineInfo& info : schedule::engines())
        if (info.id == request.options.engine)
            engine = info.title;
    return QCoreApplication::translate("nestloom::app", "%1  %2 on %3")
        .arg(QString::fromStdString(engine), QString::fromStdString(request.network.name),
             QString::fromStdString(request.accelerator.name));
}

} // namespace nestloom::app
