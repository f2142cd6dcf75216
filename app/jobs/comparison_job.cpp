// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/comparison_job.h"

#include "app/jobs/tell_newest.h"
#include "engine/base/thrown.h"
#include "engine/schedule/flexer/verify_schedule.h"

#include <map>
#include <thread>

namespace nestloom::jobs {

namespace flexer = schedule::flexer;

namespace {

/// Nothing when it was stopped.
std::optional<flexer::NetworkTotals> totalsOf(const flexer::TilesQuestion& question, const RunControl& control)
{
    const int threads = std::max(1, int(std::thread::hardware_concurrency()));
    std::map<std::uint64_t, std::optional<flexer::TiledSummary>> known; // by shape
    flexer::NetworkTotals totals;
    for (const workload::Layer& layer : question.network->layers) {
        const auto [place, isNew] = known.try_emplace(workload::shapeFingerprint(layer));
        if (isNew) {
            const auto outcome =
                caught([&] { return flexer::solve(layer, question.machine, question.params, control, threads); });
            if (outcome && outcome->cause == StopCause::Cancelled)
                return std::nullopt;
            if (outcome && outcome->solution && flexer::verify(outcome->solution->schedule).empty())
                place->second = outcome->solution->summary;
        }
        if (place->second)
            totals.add(*place->second);
    }
    return totals;
}

} // namespace

ComparisonJob::ComparisonJob(QObject* parent) : QObject(parent), m_task(std::make_unique<LatestTask>()) {}

ComparisonJob::~ComparisonJob() { m_task.reset(); } // Qt drops what is still queued

quint64 ComparisonJob::request(const flexer::TilesQuestion& question)
{
    m_newest = ++m_lastId;
    m_task->begin(
        [this, id = m_newest, question](const std::stop_token& stop) {
            RunControl control;
            control.stop = stop;
            if (const auto totals = totalsOf(question, control))
                tellNewest(*this, m_newest, id, [this, id, totals = *totals] { Q_EMIT compared(id, totals); });
        },
        [this, id = m_newest](const Error&) {
            tellNewest(*this, m_newest, id, [this, id] { Q_EMIT compared(id, flexer::NetworkTotals()); });
        });
    return m_newest;
}

void ComparisonJob::stop()
{
    m_newest = 0;
    m_task->stop();
}

} // namespace nestloom::jobs
