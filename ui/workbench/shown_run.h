// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"
#include "ui/ports/session.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <vector>

namespace nestloom::ui {

/// Newest request wins: results of any other job or run than the one asked for last are refused.
class StaleGuard {
public:
    void expectJob(JobId job)
    {
        m_job = job;
        m_run = 0;
    }
    void expectRun(RunId run)
    {
        m_job = 0;
        m_run = run;
    }
    bool accepts(JobId job, RunId run) const { return (m_job != 0 && job == m_job) || (m_run != 0 && run == m_run); }

private:
    JobId m_job = 0;
    RunId m_run = 0;
};

/// The run that the views show: empty, filling in live, or read from the store. Results of other jobs never get in.
/// Over it lies, while an accelerator is tuned, a preview: the same views then show results that are stored nowhere.
class ShownRun : public QObject {
    Q_OBJECT
public:
    explicit ShownRun(QObject* parent = nullptr);

    bool isEmpty() const { return m_record.inputs.network.layers.empty(); }
    bool isRunning() const { return !isEmpty() && m_record.summary.status == RunStatus::Running; }
    bool isWaiting() const { return isRunning() && m_jobState.phase == "waiting"; } // in the queue, for its turn
    RunId run() const { return m_record.summary.id; }                               // 0 for a preview
    /// The run that was shown before the preview and comes back after it; run() without a preview.
    RunId storedRun() const { return m_below ? m_below->record.summary.id : run(); }
    JobId job() const { return m_job; }
    RunStatus status() const { return m_record.summary.status; }
    /// Why the engine did not take it; mostly empty.
    QString refusal() const { return QString::fromUtf8(m_record.summary.refusal()); }
    /// Why it failed, one sentence; empty when it did not, or when that is not known any more.
    QString whyFailed() const { return refusal().isEmpty() ? QString::fromStdString(m_jobState.message) : refusal(); }
    const hardware::Accelerator& accelerator() const { return m_record.inputs.accelerator; }
    std::string acceleratorTitle() const { return m_record.inputs.acceleratorTitle(); }
    const workload::Network& network() const { return m_record.inputs.network; }
    const schedule::ScheduleOptions& options() const { return m_record.inputs.options; }
    const std::string& engineVersion() const { return m_record.summary.engineVersion; }
    /// One result per layer of the network, in network order; Pending until it is there. One that never comes, because
    /// the run has ended, stays Pending and gets a reason.
    const std::vector<schedule::LayerResult>& layers() const { return m_layers; }
    const schedule::Totals& totals() const { return m_totals; }
    const JobState& jobState() const { return m_jobState; }
    /// What a layer's result was made for. During a preview layers that were not mapped again keep the result and the
    /// accelerator they had.
    const hardware::Accelerator& acceleratorOf(std::size_t layer) const { return *m_madeFor[layer]; }

    void begin(JobId job, const ScheduleRequest& request);
    void show(const RunRecord& record);
    void clear();

    bool isPreview() const { return m_below.has_value(); }
    /// The inputs of the run below the preview; of the shown run without one.
    const ScheduleRequest& storedRequest() const;
    /// Layers of a preview that belong to `accelerator()`; the others are still of the one before.
    std::size_t freshLayers() const { return m_fresh; }
    bool isFresh(std::size_t layer) const { return m_madeFor[layer] == m_accelerator; }
    /// Some results of the preview are still of the accelerator before, and the totals are of neither.
    bool isMixed() const { return m_fresh < m_layers.size(); }
    /// Puts these results in place of what is shown, and keeps the rest; begins a preview when there is none.
    void preview(const ScheduleRequest& request, const std::vector<schedule::LayerResult>& layers);
    void endPreview();

    void takeLayer(JobId job, RunId run, const schedule::LayerResult& layer);
    void takeJobState(const JobState& state);
    /// What a layer of the shown run, not of a preview, takes in a simulation under its mapping.
    void takeSimulated(std::size_t layer, Cycles simulated);

Q_SIGNALS:
    void replaced(); // another run: forget everything shown
    /// Results of these layers, or the status, differ; at most every 40 ms.
    void updated(const std::vector<std::size_t>& layers);
    void numbered(nestloom::ui::RunId run); // the store gave the live run its number

private:
    void learnRun(RunId run);
    void announce();
    void resetLayers();
    void explainMissing();
    void makeAllFor(const hardware::Accelerator& accelerator);
    void beginPreview(const ScheduleRequest& request);
    bool fits(const ScheduleRequest& request) const;

    using AcceleratorPointer = std::shared_ptr<const hardware::Accelerator>;
    struct Below { // what a preview hides
        RunRecord record;
        JobState jobState;
        std::vector<schedule::LayerResult> layers;
    };

    StaleGuard m_guard;
    RunRecord m_record;
    JobId m_job = 0;
    JobState m_jobState;
    std::vector<schedule::LayerResult> m_layers;
    AcceleratorPointer m_accelerator = std::make_shared<hardware::Accelerator>(); // equal to the record's
    std::vector<AcceleratorPointer> m_madeFor;                                    // one per layer
    std::size_t m_fresh = 0;
    std::optional<Below> m_below;
    std::vector<std::size_t> m_changed; // since the last updated()
    schedule::Totals m_totals;
    QTimer m_announce;
};

/// The results of the shown run, with `edited` (a result of one of its layers under another mapping) for all layers of
/// that shape: what is kept as a run of its own.
std::vector<schedule::LayerResult> layersWith(const ShownRun& run, const schedule::LayerResult& edited);

/// Why results of the shown run cannot be kept now, one sentence; empty = they can.
QString whyNotKeepFrom(const ShownRun& run);

} // namespace nestloom::ui
