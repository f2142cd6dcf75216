// SPDX-License-Identifier: GPL-3.0-or-later
// How LocalSession starts runs, hears of them and lists what the store has.
#include "app/gui/local_session.h"

#include "app/gui/local_network_importer.h"
#include "app/gui/local_run_history.h"
#include "app/gui/to_ui.h"
#include "app/store/store_worker.h"

#include <utility>

namespace nestloom::app {

namespace {

/// The list of runs in the words of the window; made on the store's thread.
struct RunList {
    QString problem; // then the rest is empty
    std::vector<ui::RunSummary> summaries;
    std::vector<ui::RunRow> rows;
    int binCount = 0;
};

RunList readList(store::RunStore& runs)
{
    RunList list;
    const auto stored = runs.list();
    const auto deleted = runs.binCount();
    if (!stored || !deleted) {
        list.problem = QString::fromStdString((stored ? deleted.error() : stored.error()).text());
        return list;
    }
    for (const store::RunSummary& run : *stored) {
        list.summaries.push_back(toUi(run));
        list.rows.push_back(toRow(run));
    }
    list.binCount = static_cast<int>(*deleted);
    return list;
}

} // namespace

RunTexts LocalSession::textsOf(const ui::ScheduleRequest& request) const
{
    return {request, m_accelerators, m_networks};
}

ui::JobId LocalSession::submit(const ui::ScheduleRequest& request)
{
    const jobs::JobId id =
        m_runner->submit({request.accelerator, request.network, request.options, {}, {}},
                         [texts = textsOf(request)](store::RunInputs& inputs) { texts.addTo(inputs); });
    m_titles[id] = jobTitle(request);
    return id;
}

ui::JobId LocalSession::retry(ui::JobId job)
{
    const jobs::JobId id = m_runner->retry(job);
    if (auto title = m_titles.extract(job); id != 0 && !title.empty())
        m_titles[id] = title.mapped();
    return id;
}

void LocalSession::cancel(ui::JobId job) { m_runner->cancel(job); }

void LocalSession::loadRun(ui::RunId run)
{
    const quint64 request = ++m_newestLoad;
    if (!m_store)
        return failLater(tr("Run %1 cannot be loaded: runs are not stored.").arg(run));
    m_store->post([this, run, request](store::RunStore& runs) {
        const auto loaded = std::make_shared<const Result<store::RunRecord>>(runs.load(run));
        QMetaObject::invokeMethod(
            this,
            [this, request, loaded] {
                if (request != m_newestLoad)
                    return;
                if (*loaded) {
                    Q_EMIT runLoaded(toUi(**loaded));
                    if (const auto& damage = (*loaded)->damage; !damage.empty())
                        Q_EMIT failed(tr("%1 of the stored layers do not hold; the first: %2")
                                          .arg(damage.size())
                                          .arg(QString::fromStdString(damage.front())));
                } else
                    Q_EMIT failed(QString::fromStdString(loaded->error().text()));
            },
            Qt::QueuedConnection);
    });
}

void LocalSession::refreshRuns()
{
    if (!m_store)
        return;
    m_store->post([this](store::RunStore& runs) {
        const auto list = std::make_shared<RunList>(readList(runs));
        QMetaObject::invokeMethod(
            this,
            [this, list] {
                if (!list->problem.isEmpty()) {
                    Q_EMIT failed(list->problem);
                    return;
                }
                m_runs = std::move(list->summaries);
                m_history->take(std::move(list->rows), list->binCount);
                Q_EMIT runsChanged();
            },
            Qt::QueuedConnection);
    });
}

/// Every connection but the one that asks counts as foreign, those of this program that sweeps and lists have included.
void LocalSession::lookForForeignChanges()
{
    m_store->post([this](store::RunStore& runs) {
        const Result<std::int64_t> changes = runs.foreignChanges();
        const Result<std::size_t> interrupted = runs.markInterrupted();
        if (!changes)
            return; // the next look, or the next run, will tell
        QMetaObject::invokeMethod(
            this,
            [this, now = *changes, marked = interrupted && *interrupted > 0, undone = m_store->undone()] {
                const bool isForeign = std::exchange(m_foreignChanges, now) != now;
                const bool isStoredLate = std::exchange(m_undone, undone) > undone;
                if (isForeign || isStoredLate || marked)
                    refreshRuns();
                if (!isForeign)
                    return;
                m_sweeps->refresh();
                m_memoryPlanner->keptPlans()->refresh();
                m_keptNodeRuns->refresh();
            },
            Qt::QueuedConnection);
    });
}

void LocalSession::hearChange(const jobs::JobSnapshot& job) { Q_EMIT jobChanged(stateOf(job)); }

void LocalSession::hearLayer(jobs::JobId job, qint64 run, const schedule::LayerResult& layer)
{
    Q_EMIT layerFinished(job, run, layer);
    if (run > 0 && !m_refresh.isActive())
        m_refresh.start();
}

void LocalSession::hearEnd(const jobs::JobSnapshot& job)
{
    const ui::JobState state = stateOf(job);
    if (!m_runner->canRetry(job.id))
        m_titles.erase(job.id);
    Q_EMIT jobChanged(state);
    Q_EMIT jobFinished(state);
    if (!job.storeMessage.empty())
        Q_EMIT failed(tr("The run is not stored whole; that is tried again while the window is open: %1")
                          .arg(QString::fromStdString(job.storeMessage)));
    if (job.end == jobs::JobSnapshot::End::Failed)
        Q_EMIT failed(state.message);
    refreshRuns();
}

ui::JobState LocalSession::stateOf(const jobs::JobSnapshot& job) const
{
    ui::JobState state = toUi(job);
    if (const auto title = m_titles.find(job.id); title != m_titles.end())
        state.title = title->second;
    return state;
}

} // namespace nestloom::app
