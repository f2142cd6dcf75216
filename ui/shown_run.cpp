// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shown_run.h"

#include <utility>

namespace nestloom::ui {

namespace {
constexpr int kAnnounceMs = 40; // a burst of results costs one repaint

RunStatus statusOf(JobState::End end)
{
    switch (end) {
    case JobState::End::Running: return RunStatus::Running;
    case JobState::End::Finished: return RunStatus::Finished;
    case JobState::End::Cancelled: return RunStatus::Cancelled;
    case JobState::End::Failed: break;
    }
    return RunStatus::Failed;
}
} // namespace

ShownRun::ShownRun(QObject* parent) : QObject(parent)
{
    m_announce.setSingleShot(true);
    m_announce.setInterval(kAnnounceMs);
    connect(&m_announce, &QTimer::timeout, this, &ShownRun::announce);
}

void ShownRun::begin(JobId job, const ScheduleRequest& request)
{
    m_guard.expectJob(job);
    m_job = job;
    m_jobState = {};
    m_jobState.id = job;
    m_jobState.layerCount = static_cast<int>(request.network.layers.size());
    m_record = {};
    m_record.accelerator = request.accelerator;
    m_record.network = request.network;
    m_record.options = request.options;
    m_record.engineVersion = QStringLiteral(NESTLOOM_VERSION);
    resetLayers();
    Q_EMIT replaced();
}

void ShownRun::show(const RunRecord& record)
{
    m_guard.expectRun(record.summary.id);
    m_job = 0;
    m_jobState = {};
    m_record = record;
    m_record.layers.clear();
    resetLayers();
    for (const schedule::LayerResult& layer : record.layers)
        if (layer.index < m_layers.size())
            m_layers[layer.index] = layer;
    m_totals = schedule::totals(m_record.accelerator, m_layers);
    Q_EMIT replaced();
}

void ShownRun::takeLayer(JobId job, RunId run, const schedule::LayerResult& layer)
{
    if (!m_guard.accepts(job, run) || layer.index >= m_layers.size())
        return;
    learnRun(run);
    m_layers[layer.index] = layer;
    m_changed.push_back(layer.index);
    if (!m_announce.isActive())
        m_announce.start();
}

void ShownRun::takeJobState(const JobState& state)
{
    if (!m_guard.accepts(state.id, state.run))
        return;
    learnRun(state.run);
    m_job = state.id;
    m_jobState = state;
    m_record.summary.status = statusOf(state.end);
    if (state.end != JobState::End::Running)
        announce();
    else if (!m_announce.isActive())
        m_announce.start();
}

void ShownRun::learnRun(RunId run)
{
    if (m_record.summary.id != 0 || run == 0)
        return;
    m_record.summary.id = run;
    Q_EMIT numbered(run);
}

void ShownRun::announce()
{
    m_announce.stop();
    m_totals = schedule::totals(m_record.accelerator, m_layers);
    const std::vector<std::size_t> changed = std::exchange(m_changed, {});
    Q_EMIT updated(changed);
}

void ShownRun::resetLayers()
{
    m_announce.stop();
    m_changed.clear();
    m_layers.assign(m_record.network.layers.size(), {});
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        m_layers[i].index = i;
        m_layers[i].name = m_record.network.layers[i].name;
    }
    m_totals = {};
}

} // namespace nestloom::ui
