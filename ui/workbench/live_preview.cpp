// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/live_preview.h"

#include "ui/workbench/workbench.h"

#include <utility>

namespace nestloom::ui {

LivePreview::LivePreview(Workbench& workbench, QObject* parent)
    : QObject(parent), m_workbench(workbench), m_tuner(workbench.session().askers().tuner),
      m_tuning(m_tuner, this, [this](const TuningNews& news) { hear(news); })
{
    if (!m_tuning.isPossible())
        return;
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &LivePreview::consider);
    connect(&m_workbench, &Workbench::documentChanged, this, &LivePreview::onDocumentChanged);
    connect(&m_workbench, &Workbench::editsChanged, this, &LivePreview::onEdited);
    connect(&m_workbench, &Workbench::networkChanged, this, &LivePreview::dismiss);
    connect(&m_workbench, &Workbench::optionsChanged, this, [this] { m_soon.start(); });
    connect(&m_workbench.selection(), &Selection::changed, this, [this] {
        if (m_scope == Scope::SelectedLayer)
            m_soon.start();
    });
    connect(&m_workbench.run(), &ShownRun::replaced, this, &LivePreview::onRunReplaced);
    connect(&m_workbench.run(), &ShownRun::updated, this, [this] {
        if (m_phase == Phase::Held && !m_workbench.run().isRunning())
            m_soon.start(); // the run that was waited for has ended
    });
}

void LivePreview::setOn(bool on)
{
    if (m_on == on)
        return;
    m_on = on;
    m_soon.start();
    Q_EMIT changed();
}

void LivePreview::setScope(Scope scope)
{
    if (m_scope == scope)
        return;
    m_scope = scope;
    m_soon.start();
    Q_EMIT changed();
}

std::size_t LivePreview::layersAsked() const
{
    return m_asked.layers.empty() ? m_asked.what.network.layers.size() : std::max(m_asked.layers.size(), m_done);
}

void LivePreview::onEdited()
{
    if (m_seen == m_workbench.document().value() && m_phase != Phase::Held)
        return; // a text that is no value yet, or the first look at a document
    m_seen = m_workbench.document().value();
    m_edited = true;
    m_soon.start();
}

/// Another accelerator was chosen, which is no edit.
void LivePreview::onDocumentChanged()
{
    dismiss();
    m_seen = m_workbench.document().value();
}

/// Another run is shown: results for the one before would lie over the wrong one.
void LivePreview::onRunReplaced()
{
    if (m_workbench.run().isPreview())
        return;
    m_edited = false;
    m_learned = false;
    stop();
    enter(Phase::Idle);
}

void LivePreview::dismiss()
{
    m_edited = false;
    stop();
    m_workbench.run().endPreview();
    enter(Phase::Idle);
}

void LivePreview::follow()
{
    m_edited = true;
    m_soon.start();
}

JobId LivePreview::keep() { return m_workbench.startRun(); }

TuningQuestion LivePreview::wanted() const
{
    TuningQuestion request{{m_workbench.document().value(), m_workbench.chosenNetwork(), m_workbench.options()}, {}};
    request.what.edited = m_workbench.isUnlikeItsName();
    const auto layer = m_workbench.selection().layer();
    const std::vector<workload::Layer>& layers = request.what.network.layers;
    if (m_scope != Scope::SelectedLayer || !layer || *layer >= layers.size())
        return request;
    for (std::size_t i = 0; i < layers.size(); ++i) // those of equal shape are the same problem
        if (i == *layer || workload::shapeFingerprint(layers[i]) == workload::shapeFingerprint(layers[*layer]))
            request.layers.push_back(i);
    return request;
}

void LivePreview::consider()
{
    ShownRun& run = m_workbench.run();
    if (!m_on || m_workbench.kind() != records::RunKind::Layers) { // the others come as a whole
        dismiss();
        return;
    }
    if (!m_edited)
        return;
    if (run.isRunning()) {
        stop();
        enter(Phase::Held, tr("Live mapping waits for the run to end."));
        return;
    }
    if (const QString reason = m_workbench.whyNotRun(); !reason.isEmpty()) {
        stop();
        enter(Phase::Held, reason);
        return;
    }
    const TuningQuestion request = wanted();
    if (request.what == run.storedRequest()) {
        stop();
        run.endPreview(); // edited back to what is stored
        enter(Phase::Idle);
        return;
    }
    if (!m_isAsked || request != m_asked)
        ask(request);
}

void LivePreview::ask(const TuningQuestion& request)
{
    m_asked = request;
    m_done = 0;
    m_elapsedMs = 0;
    m_clock.start();
    const ShownRun& run = m_workbench.run();
    if (!std::exchange(m_learned, true) && !run.isPreview() && run.network() == request.what.network)
        m_tuner->learn(run.network(), run.layers());
    m_isAsked = true;
    m_tuning.ask(request);
    enter(Phase::Mapping);
}

void LivePreview::hear(const TuningNews& news)
{
    if (!news.layers.empty()) {
        m_done += news.layers.size();
        m_elapsedMs = m_clock.elapsed();
        m_workbench.run().preview(m_asked.what, news.layers);
        Q_EMIT changed();
    }
    if (!news.ended)
        return;
    m_elapsedMs = m_clock.elapsed();
    m_isAsked = news.problem.isEmpty(); // else the same may be asked again
    enter(m_isAsked ? Phase::Done : Phase::Failed, news.problem);
}

void LivePreview::stop()
{
    m_soon.stop();
    m_tuning.stop();
    m_isAsked = false;
}

void LivePreview::enter(Phase phase, const QString& reason)
{
    if (m_phase == phase && m_reason == reason && phase == Phase::Idle)
        return;
    m_phase = phase;
    m_reason = reason;
    Q_EMIT changed();
}

} // namespace nestloom::ui
