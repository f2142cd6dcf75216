// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/comparison_job.h"
#include "app/jobs/tiles_job.h"
#include "ui/ports/tiled_scheduler.h"

namespace nestloom::app {

/// Schedules of tiles on this computer. Thread rule: lives on the GUI thread; the destructor waits for the search at
/// work.
class LocalTiledScheduler final : public ui::TiledScheduler {
    Q_OBJECT
public:
    explicit LocalTiledScheduler(QObject* parent = nullptr);

    ui::TilesId request(const schedule::flexer::TilesQuestion& question) override { return m_job.request(question); }
    void cancel() override { m_job.stop(); }
    ui::TilesId compare(const schedule::flexer::TilesQuestion& question) override
    {
        return m_comparison.request(question);
    }
    void cancelComparison() override { m_comparison.stop(); }
    QByteArray traceJson(const trace::Trace& trace) const override;

private:
    jobs::TilesJob m_job;
    jobs::ComparisonJob m_comparison;
};

} // namespace nestloom::app
