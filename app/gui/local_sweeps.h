// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/local_shards.h"
#include "app/gui/sweep_thread.h"
#include "ui/ports/sweeps.h"

#include <QElapsedTimer>
#include <QThreadPool>
#include <QTimer>

#include <memory>

namespace nestloom::app {

/// Sweeps on this computer, stored beside the runs.
/// Thread rule: lives on the GUI thread. A sweep, an estimate and the reading of the database have a thread each, and
/// answers come back queued. The destructor stops what runs, keeps what was found, and waits.
class LocalSweeps final : public ui::Sweeps {
    Q_OBJECT
public:
    /// An empty path: nothing is stored. The database must have been opened (and brought up to date) before.
    explicit LocalSweeps(std::filesystem::path storePath, QObject* parent = nullptr);
    ~LocalSweeps() override;

    std::vector<ui::SweepSummary> stored() const override { return m_stored; }
    Result<explore::Axis> parseAxis(const explore::Field& field, const QString& text) const override;
    Result<explore::LinkedField> parseLink(const QString& text, const hardware::Accelerator& base) const override;
    Result<explore::Condition> parseCondition(const QString& text, const hardware::Accelerator& base) const override;
    QString valueText(explore::FieldKind kind, double value) const override;

    void estimate(const explore::SweepInputs& inputs) override;
    void cancelEstimate() override;
    ui::JobId start(const explore::SweepInputs& inputs, const std::optional<explore::FrontSearch>& front) override;
    void cancel(ui::JobId job) override;
    void load(ui::SweepId sweep) override;
    void remove(ui::SweepId sweep) override;
    ui::Shards* shards() override { return &m_shards; }

    void refresh(); // reads the list of stored sweeps again

private:
    void tellNews();
    void tellEstimate();
    void tellSweep();
    void conclude(const SweepThread::News& last);

    const std::filesystem::path m_storePath;
    LocalShards m_shards;
    std::vector<ui::SweepSummary> m_stored; // newest first
    std::unique_ptr<SweepThread> m_estimate;
    std::vector<std::unique_ptr<SweepThread>> m_stopping; // replaced estimates on their way out
    std::optional<jobs::SweepPlan> m_estimatePlan;        // until its end
    std::unique_ptr<SweepThread> m_sweep;
    ui::SweepState m_state; // of m_sweep
    ui::JobId m_lastJob;
    QElapsedTimer m_clock; // since m_sweep began
    QTimer m_tick;
    quint64 m_newestLoad = 0; // answers to older requests are dropped
    QThreadPool m_reader;     // one thread; last, so that it is done before the rest goes
};

} // namespace nestloom::app
