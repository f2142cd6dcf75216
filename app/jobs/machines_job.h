// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/latest_task.h"
#include "engine/schedule/flexer/layer_detail.h"

#include <QObject>

#include <memory>

namespace nestloom::jobs {

/// Schedules the tiles of a whole network on one machine after the other, each shape once, and tells what each costs.
/// The newest request wins.
/// Thread rule: every call and every signal on the owner's thread; calls return at once, the destructor waits for the
/// search at work to stop (0.1 s).
class MachinesJob : public QObject {
    Q_OBJECT
public:
    explicit MachinesJob(QObject* parent = nullptr);
    ~MachinesJob() override;

    /// `question.machine` does not count.
    quint64 request(const schedule::flexer::TilesQuestion& question, std::vector<schedule::flexer::Machine> machines);
    void stop(); // without another word

Q_SIGNALS:
    void compared(quint64 id, std::size_t machine, const nestloom::schedule::flexer::NetworkTotals& totals);
    void finished(quint64 id);

private:
    void perform(quint64 id, const schedule::flexer::TilesQuestion& question,
                 const std::vector<schedule::flexer::Machine>& machines, const std::stop_token& stop);

    quint64 m_newest = 0; // 0 = none is wanted
    quint64 m_lastId = 0;
    std::unique_ptr<LatestTask> m_task;
};

} // namespace nestloom::jobs
