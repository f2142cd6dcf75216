// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/machines_job.h"

#include <map>
#include <thread>

namespace nestloom::jobs {

namespace flexer = schedule::flexer;

namespace {

/// Nothing when it was stopped.
std::optional<flexer::NetworkTotals> totalsOn(const flexer::Machine& machine, const flexer::TilesQuestion& question,
                                              const RunControl& control)
{
    const int threads = std::max(1, int(std::thread::hardware_concurrency()));
    std::map<std::uint64_t, std::optional<flexer::TiledSummary>> known; // by shape
    flexer::NetworkTotals totals;
    for (const workload::Layer& layer : question.network->layers) {
        const auto [place, isNew] = known.try_emplace(workload::shapeFingerprint(layer));
        if (isNew) {
            const auto outcome = flexer::solve(layer, machine, question.params, control, threads);
            if (outcome && outcome->cause == StopCause::Cancelled)
                return std::nullopt;
            if (outcome && outcome->solution)
                place->second = outcome->solution->summary;
        }
        if (place->second)
            totals.add(*place->second);
    }
    return totals;
}

} // namespace

MachinesJob::MachinesJob(QObject* parent) : QObject(parent), m_task(std::make_unique<LatestTask>()) {}

MachinesJob::~MachinesJob() { m_task.reset(); } // Qt drops what is still queued

quint64 MachinesJob::request(const flexer::TilesQuestion& question, std::vector<flexer::Machine> machines)
{
    m_newest = ++m_lastId;
    m_task->begin([this, id = m_newest, question, machines = std::move(machines)](const std::stop_token& stop) {
        perform(id, question, machines, stop);
    });
    return m_newest;
}

void MachinesJob::perform(quint64 id, const flexer::TilesQuestion& question,
                          const std::vector<flexer::Machine>& machines, const std::stop_token& stop)
{
    RunControl control;
    control.stop = stop;
    const auto queue = [this, id](auto tell) {
        QMetaObject::invokeMethod(
            this,
            [this, id, tell = std::move(tell)] {
                if (id == m_newest)
                    tell();
            },
            Qt::QueuedConnection);
    };
    for (std::size_t i = 0; i < machines.size(); ++i) {
        const auto totals = totalsOn(machines[i], question, control);
        if (!totals)
            return;
        queue([this, id, i, totals = *totals] { Q_EMIT compared(id, i, totals); });
    }
    queue([this, id] { Q_EMIT finished(id); });
}

void MachinesJob::stop()
{
    m_newest = 0;
    m_task->stop();
}

} // namespace nestloom::jobs
