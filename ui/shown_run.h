// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"
#include "ui/stale_guard.h"

#include <QObject>
#include <QTimer>

namespace nestloom::ui {

/// The run that the views show: empty, filling in live, or read from the store. Results of other jobs never get in.
class ShownRun : public QObject {
    Q_OBJECT
public:
    explicit ShownRun(QObject* parent = nullptr);

    bool isEmpty() const { return m_record.network.layers.empty(); }
    bool isRunning() const { return !isEmpty() && m_record.summary.status == RunStatus::Running; }
    RunId run() const { return m_record.summary.id; }
    JobId job() const { return m_job; }
    RunStatus status() const { return m_record.summary.status; }
    const hardware::Accelerator& accelerator() const { return m_record.accelerator; }
    const workload::Network& network() const { return m_record.network; }
    const schedule::ScheduleOptions& options() const { return m_record.options; }
    const QString& engineVersion() const { return m_record.engineVersion; }
    /// One result per layer of the network, in network order; Pending until it is there.
    const std::vector<schedule::LayerResult>& layers() const { return m_layers; }
    const schedule::Totals& totals() const { return m_totals; }
    const JobState& jobState() const { return m_jobState; }

    void begin(JobId job, const ScheduleRequest& request);
    void show(const RunRecord& record);

    void takeLayer(JobId job, RunId run, const schedule::LayerResult& layer);
    void takeJobState(const JobState& state);

Q_SIGNALS:
    void replaced(); // another run: forget everything shown
    /// Results of these layers, or the status, differ; at most every 40 ms.
    void updated(const std::vector<std::size_t>& layers);
    void numbered(nestloom::ui::RunId run); // the store gave the live run its number

private:
    void learnRun(RunId run);
    void announce();
    void resetLayers();

    StaleGuard m_guard;
    RunRecord m_record;
    JobId m_job = 0;
    JobState m_jobState;
    std::vector<schedule::LayerResult> m_layers;
    std::vector<std::size_t> m_changed; // since the last updated()
    schedule::Totals m_totals;
    QTimer m_announce;
};

} // namespace nestloom::ui
