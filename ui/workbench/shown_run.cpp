// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/shown_run.h"

#include <algorithm>
#include <numeric>
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

/// Why a layer has no result and gets none; empty while the run goes on.
QString whyMissing(RunStatus status, const QString& whyFailed)
{
    switch (status) {
    case RunStatus::Running: return {};
    case RunStatus::Finished: return ShownRun::tr("no result of this layer was stored");
    case RunStatus::Cancelled: return ShownRun::tr("cancelled before this layer was begun");
    case RunStatus::Interrupted: return ShownRun::tr("the program ended before this layer was solved");
    case RunStatus::Failed: break;
    }
    return whyFailed.isEmpty() ? ShownRun::tr("the run failed before this layer was solved") : whyFailed;
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
    m_below.reset();
    m_guard.expectJob(job);
    m_job = job;
    m_jobState = {};
    m_jobState.id = job;
    m_jobState.layerCount = int(request.network.layers.size());
    m_record = {};
    m_record.inputs = request;
    m_record.summary.engineVersion = NESTLOOM_VERSION;
    resetLayers();
    Q_EMIT replaced();
}

void ShownRun::show(const RunRecord& record)
{
    m_below.reset();
    m_guard.expectRun(record.summary.id);
    m_job = 0;
    m_jobState = {};
    m_record = record;
    m_record.layers.clear();
    resetLayers();
    for (const schedule::LayerResult& layer : record.layers)
        if (layer.index < m_layers.size())
            m_layers[layer.index] = layer;
    explainMissing();
    m_changed.clear(); // all are new
    m_totals = records::totalsOf(m_record.inputs, m_layers);
    Q_EMIT replaced();
}

void ShownRun::clear()
{
    show({});
    m_guard.expectRun(0);
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

void ShownRun::takeSimulated(std::size_t layer, Cycles simulated)
{
    if (isPreview() || layer >= m_layers.size() || m_layers[layer].simulated == simulated)
        return;
    m_layers[layer].simulated = simulated;
    m_changed.push_back(layer);
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
    m_record.summary.message = state.isRefused ? state.message : std::string();
    explainMissing();
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
    m_totals = records::totalsOf(m_record.inputs, m_layers);
    const std::vector<std::size_t> changed = std::exchange(m_changed, {});
    Q_EMIT updated(changed);
}

void ShownRun::resetLayers()
{
    m_announce.stop();
    m_changed.clear();
    m_layers = schedule::pendingResults(m_record.inputs.network);
    m_totals = {};
    makeAllFor(m_record.inputs.accelerator);
}

void ShownRun::explainMissing()
{
    const std::string why = whyMissing(m_record.summary.status, whyFailed()).toStdString();
    if (why.empty())
        return;
    for (schedule::LayerResult& layer : m_layers)
        if (layer.status == schedule::LayerStatus::Pending && layer.reason.empty()) {
            layer.reason = why;
            m_changed.push_back(layer.index);
        }
}

void ShownRun::makeAllFor(const hardware::Accelerator& accelerator)
{
    m_accelerator = std::make_shared<const hardware::Accelerator>(accelerator);
    m_madeFor.assign(m_layers.size(), m_accelerator);
    m_fresh = m_layers.size();
}

const ScheduleRequest& ShownRun::storedRequest() const { return (m_below ? m_below->record : m_record).inputs; }

/// Can results for `request` stand among the ones shown? Levels are known by their position.
bool ShownRun::fits(const ScheduleRequest& request) const
{
    const auto sameLevel = [](const hardware::BufferLevel& a, const hardware::BufferLevel& b) {
        return a.name == b.name && a.kind == b.kind;
    };
    return std::equal(m_record.inputs.accelerator.levels.begin(), m_record.inputs.accelerator.levels.end(),
                      request.accelerator.levels.begin(), request.accelerator.levels.end(), sameLevel)
           && m_record.inputs.network == request.network;
}

void ShownRun::beginPreview(const ScheduleRequest& request)
{
    if (!m_below)
        m_below = Below{m_record, m_jobState, m_layers};
    const bool inPlace = fits(request);
    m_guard.expectRun(0);
    m_job = 0;
    m_record.summary = {};
    m_record.summary.status = RunStatus::Finished;
    m_record.inputs = request;
    m_record.summary.engineVersion = NESTLOOM_VERSION;
    if (!inPlace)
        resetLayers();
    m_accelerator = std::make_shared<const hardware::Accelerator>(request.accelerator);
    m_fresh = 0;
    if (!inPlace)
        Q_EMIT replaced();
}

void ShownRun::preview(const ScheduleRequest& request, const std::vector<schedule::LayerResult>& layers)
{
    if (!m_below || request.accelerator != *m_accelerator || request.options != m_record.inputs.options
        || request.network != m_record.inputs.network)
        beginPreview(request);
    for (const schedule::LayerResult& layer : layers) {
        if (layer.index >= m_layers.size())
            continue;
        m_fresh += isFresh(layer.index) ? 0 : 1;
        m_layers[layer.index] = layer;
        m_madeFor[layer.index] = m_accelerator;
        m_changed.push_back(layer.index);
    }
    announce();
}

void ShownRun::endPreview()
{
    if (!m_below)
        return;
    const Below below = *std::exchange(m_below, std::nullopt);
    const bool inPlace = fits(below.record.inputs);
    m_guard.expectRun(below.record.summary.id);
    m_record = below.record;
    m_jobState = below.jobState;
    m_layers = below.layers;
    m_changed.resize(m_layers.size());
    std::iota(m_changed.begin(), m_changed.end(), std::size_t{0});
    makeAllFor(m_record.inputs.accelerator);
    m_totals = records::totalsOf(m_record.inputs, m_layers);
    if (inPlace)
        announce();
    else
        Q_EMIT replaced();
}

std::vector<schedule::LayerResult> layersWith(const ShownRun& run, const schedule::LayerResult& edited)
{
    const auto& network = run.network().layers;
    const std::uint64_t shape = workload::shapeFingerprint(network[edited.index]);
    std::vector<schedule::LayerResult> layers;
    for (const schedule::LayerResult& layer : run.layers()) {
        if (layer.status == schedule::LayerStatus::Pending)
            continue;
        layers.push_back(layer);
        if (workload::shapeFingerprint(network[layer.index]) != shape)
            continue;
        schedule::LayerResult& kept = layers.back();
        const double cpuMs = layer.solveCpuMs, wallMs = layer.solveWallMs; // was spent, whatever came of it
        kept = edited;
        kept.index = layer.index;
        kept.name = layer.name;
        kept.cause = StopCause::Completed;
        kept.solveCpuMs = cpuMs;
        kept.solveWallMs = wallMs;
        kept.sameShapeAs = layer.index == edited.index ? std::nullopt : std::optional(edited.index);
    }
    return layers;
}

QString whyNotKeepFrom(const ShownRun& run)
{
    if (run.isRunning())
        return ShownRun::tr("The run is not finished.");
    return run.isPreview() ? ShownRun::tr("What is shown is a preview: keep that as a run first.") : QString();
}

} // namespace nestloom::ui
