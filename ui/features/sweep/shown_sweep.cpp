// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/sweep/shown_sweep.h"

#include "ui/style/format.h"

namespace nestloom::ui {

ShownSweep::ShownSweep(Sweeps& sweeps, QObject* parent) : QObject(parent), m_sweeps(sweeps)
{
    connect(&sweeps, &Sweeps::pointsFinished, this, &ShownSweep::takePoints);
    connect(&sweeps, &Sweeps::changed, this, &ShownSweep::takeState);
    connect(&sweeps, &Sweeps::finished, this, &ShownSweep::takeState);
    connect(&sweeps, &Sweeps::loaded, this, [this](const SweepRecord& record) {
        if (record.id == m_awaited)
            show(record.id, 0, record.inputs, record.results);
    });
}

bool ShownSweep::start(const explore::SweepInputs& inputs)
{
    const JobId job = m_sweeps.start(inputs);
    if (job == 0)
        return false;
    m_awaited = 0;
    m_live = {inputs, {}, {}};
    m_live.state.job = job;
    m_live.state.total = explore::resultCount(inputs);
    show(0, job, inputs, {});
    return true;
}

void ShownSweep::cancel()
{
    if (isAnyRunning())
        m_sweeps.cancel(m_live.state.job);
}

void ShownSweep::open(SweepId sweep)
{
    m_awaited = sweep;
    if (isAnyRunning() && sweep == m_live.state.sweep)
        show(sweep, m_live.state.job, m_live.inputs, m_live.points);
    else
        m_sweeps.load(sweep);
}

void ShownSweep::show(SweepId id, JobId job, const explore::SweepInputs& inputs,
                      const std::vector<explore::PointResult>& points)
{
    m_id = id;
    m_shownJob = job;
    m_current = -1;
    m_chosen.reset();
    m_points.setInputs(inputs);
    m_points.addPoints(points);
    Q_EMIT replaced();
    Q_EMIT stateChanged();
}

void ShownSweep::takePoints(JobId job, const std::vector<explore::PointResult>& points)
{
    if (job != m_live.state.job)
        return;
    m_live.points.insert(m_live.points.end(), points.begin(), points.end());
    if (job != m_shownJob)
        return;
    m_points.addPoints(points);
    Q_EMIT pointsAdded();
}

void ShownSweep::takeState(const SweepState& state)
{
    if (state.job != m_live.state.job)
        return;
    m_live.state = state;
    if (m_shownJob == state.job)
        m_id = state.sweep;
    Q_EMIT stateChanged();
}

void ShownSweep::setCurrent(int row)
{
    if (row == m_current)
        return;
    m_current = row;
    Q_EMIT currentChanged(row);
}

void ShownSweep::setChosen(std::optional<std::vector<int>> rows)
{
    if (rows == m_chosen)
        return;
    m_chosen = std::move(rows);
    Q_EMIT chosenChanged();
}

JobState jobState(const SweepState& state)
{
    JobState job;
    job.kind = JobState::Kind::Sweep;
    job.id = state.job;
    job.run = state.sweep;
    job.title = state.title;
    job.layersDone = int(state.done);
    job.layerCount = int(state.total);
    job.fraction = state.total > 0 ? double(state.done) / double(state.total) : 0;
    if (state.left)
        job.phase = ShownSweep::tr("%1 left").arg(format::milliseconds(double(state.left->count())));
    job.elapsedMs = state.elapsed.count();
    job.end = state.end;
    job.message = state.message;
    return job;
}

} // namespace nestloom::ui
