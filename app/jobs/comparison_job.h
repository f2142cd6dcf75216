// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/latest_task.h"
#include "engine/schedule/flexer/layer_detail.h"

#include <QObject>

#include <memory>

namespace nestloom::jobs {

/// Schedules the tiles of a whole network, each shape once, and tells what it costs together. The newest request wins.
/// Thread rule: every call and every signal on the owner's thread; calls return at once, the destructor waits for the
/// search at work to stop (0.1 s).
class ComparisonJob : public QObject {
    Q_OBJECT
public:
    explicit ComparisonJob(QObject* parent = nullptr);
    ~ComparisonJob() override;

    quint64 request(const schedule::flexer::TilesQuestion& question);
    void stop(); // without another word

Q_SIGNALS:
    void compared(quint64 id, const nestloom::schedule::flexer::NetworkTotals& totals);

private:
    quint64 m_newest = 0; // 0 = none is wanted
    quint64 m_lastId = 0;
    std::unique_ptr<LatestTask> m_task;
};

} // namespace nestloom::jobs
