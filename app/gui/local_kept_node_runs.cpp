// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_kept_node_runs.h"

#include "engine/io/node_run_json.h"

#include <algorithm>

namespace nestloom::app {

namespace {

/// A schedule that replaces another has a time of its own; nothing else of a row changes.
bool isSame(const records::NodeRunSummary& a, const records::NodeRunSummary& b)
{
    return a.id == b.id && a.keptAt == b.keptAt;
}

Result<records::NodeRunRecord> load(store::NodeRunStore& runs, records::NodeRunId run)
{
    const auto stored = runs.load(run);
    return stored ? store::restore(*stored) : Result<records::NodeRunRecord>(stored.error());
}

} // namespace

LocalKeptNodeRuns::LocalKeptNodeRuns(store::StoreWorker* store, QObject* parent)
    : ui::KeptNodeRuns(parent), m_requests(store, this, tr("That cannot be done: schedules on nodes are not stored."),
                                           [this](const QString& problem) { Q_EMIT failed(problem); })
{
}

void LocalKeptNodeRuns::change(Requests::Work work)
{
    m_requests.performAndList(std::move(work), [this](const std::vector<records::NodeRunSummary>& rows) {
        if (std::equal(rows.begin(), rows.end(), m_rows.begin(), m_rows.end(), isSame))
            return;
        m_rows = rows;
        Q_EMIT changed();
    });
}

void LocalKeptNodeRuns::refresh()
{
    if (m_requests.isStored())
        change(Requests::nothing);
}

void LocalKeptNodeRuns::keep(const ui::NodesQuestion& question, const ui::NodesAnswer& run)
{
    change([this, question, run](store::NodeRunStore& runs) -> Result<Told> {
        const auto packed = store::pack(*question.accelerator, *question.network, question.options, *run);
        if (!packed)
            return packed.error();
        const auto id = runs.keep(*packed);
        if (!id)
            return id.error();
        return Told([this, id = *id] { Q_EMIT kept(id); });
    });
}

void LocalKeptNodeRuns::open(records::NodeRunId run)
{
    m_requests.perform([this, run](store::NodeRunStore& runs) -> Result<Told> {
        auto record = load(runs, run);
        if (!record)
            return record.error();
        ui::OpenedNodeRun opened{record->summary,
                                 {std::make_shared<const workload::Network>(std::move(record->network)),
                                  std::make_shared<const hardware::Accelerator>(std::move(record->accelerator)),
                                  record->summary.options},
                                 std::make_shared<const kapla::NodeRun>(std::move(record->run))};
        return Told([this, opened] { Q_EMIT this->opened(opened); });
    });
}

void LocalKeptNodeRuns::remove(const std::vector<records::NodeRunId>& ids) { change(Requests::removal(ids)); }

void LocalKeptNodeRuns::write(records::NodeRunId run)
{
    m_requests.perform([this, run](store::NodeRunStore& runs) -> Result<Told> {
        const auto record = load(runs, run);
        if (!record)
            return record.error();
        const auto json = QByteArray::fromStdString(
            io::nodeRunToJson(record->accelerator, record->network, record->summary.options, record->run));
        return Told([this, run, json] { Q_EMIT written(run, json + '\n'); });
    });
}

} // namespace nestloom::app
