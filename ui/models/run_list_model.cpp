// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/run_list_model.h"

#include "ui/format.h"

#include <QLocale>

#include <algorithm>

namespace nestloom::ui {

const std::vector<TableModel::Column>& RunListModel::columns() const
{
    static const std::vector<Column> table{
        {tr("Run"), Kind::Number, tr("Number of the run in the store")},
        {tr("Started"), Kind::Text, {}},
        {tr("Accelerator"), Kind::Text, {}},
        {tr("Network"), Kind::Text, {}},
        {tr("Engine"), Kind::Text, {}},
        {tr("Status"), Kind::Text, {}},
        {tr("Layers"), Kind::Number, tr("Layers that ended / layers of the network")},
        {tr("Cycles"), Kind::Number, tr("Sum over the layers that have a mapping")},
        {tr("Energy"), Kind::Number, tr("Sum over the layers that have a mapping"), tr("pJ")},
        {tr("Util"), Kind::Number, tr("MACs / (all MAC units x cycles)")},
    };
    return table;
}

void RunListModel::setRuns(const std::vector<RunSummary>& runs)
{
    const auto sameRun = [](const RunSummary& a, const RunSummary& b) { return a.id == b.id; };
    const bool onlyNewOnTop = runs.size() >= m_runs.size() &&
                              std::equal(m_runs.rbegin(), m_runs.rend(), runs.rbegin(), sameRun);
    if (!onlyNewOnTop) {
        beginResetModel();
        m_runs = runs;
        endResetModel();
        return;
    }
    const int added = static_cast<int>(runs.size() - m_runs.size());
    if (added > 0) {
        beginInsertRows({}, 0, added - 1);
        m_runs = runs;
        endInsertRows();
    }
    m_runs = runs;
    if (rows() > added)
        Q_EMIT dataChanged(index(added, 0), index(rows() - 1, ColumnCount - 1));
}

int RunListModel::rowOf(RunId run) const
{
    const auto it = std::find_if(m_runs.begin(), m_runs.end(), [run](const RunSummary& r) { return r.id == run; });
    return it == m_runs.end() ? -1 : static_cast<int>(it - m_runs.begin());
}

QString RunListModel::text(int row, int column) const
{
    const RunSummary& run = m_runs[std::size_t(row)];
    switch (column) {
    case Number: return QString::number(run.id);
    case Started: return run.startedAt.toLocalTime().toString(QStringLiteral("yyyy-MM-dd hh:mm"));
    case Accelerator: return run.acceleratorName;
    case Network: return run.networkName;
    case Engine: return run.engine;
    case Status: return statusText(run.status);
    case Layers: return QStringLiteral("%1/%2").arg(run.layersDone).arg(run.layerCount);
    default: break;
    }
    if (!run.totals || run.totals->solved == 0)
        return format::kNoValue;
    switch (column) {
    case CycleCount: return format::cycles(run.totals->cycles);
    case Energy: return format::energy(run.totals->energy);
    case Utilization: return format::percent(run.totals->utilization);
    default: return {};
    }
}

QVariant RunListModel::sortValue(int row, int column) const
{
    const RunSummary& run = m_runs[std::size_t(row)];
    switch (column) {
    case Number: return run.id;
    case Started: return run.startedAt;
    case Layers: return run.layersDone;
    case CycleCount: return run.totals ? qlonglong(run.totals->cycles.count) : -1;
    case Energy: return run.totals ? run.totals->energy.count : -1;
    case Utilization: return run.totals ? run.totals->utilization : -1;
    default: return text(row, column);
    }
}

QVariant RunListModel::exportValue(int row, int column) const
{
    const RunSummary& run = m_runs[std::size_t(row)];
    if (column == Started)
        return run.startedAt.toUTC().toString(Qt::ISODate);
    const bool isNumber = column == CycleCount || column == Energy || column == Utilization;
    if (!isNumber)
        return text(row, column);
    return run.totals && run.totals->solved > 0 ? sortValue(row, column) : QVariant();
}

QString RunListModel::toolTip(int row, int column) const
{
    const RunSummary& run = m_runs[std::size_t(row)];
    if (column == Started)
        return QLocale::c().toString(run.startedAt.toLocalTime(), QStringLiteral("yyyy-MM-dd hh:mm:ss t"));
    if (!run.totals || run.totals->solved == 0)
        return {};
    const schedule::Totals& totals = *run.totals;
    switch (column) {
    case CycleCount:
        return totals.failed == 0 ? format::exactCycles(totals.cycles)
                                  : tr("%1 without %2 failed layers")
                                        .arg(format::exactCycles(totals.cycles)).arg(totals.failed);
    case Energy: return format::exactEnergy(totals.energy);
    case Utilization: return tr("%1 MACs in %2").arg(format::integer(totals.macs), format::exactCycles(totals.cycles));
    default: return {};
    }
}

QVariant RunListModel::other(int row, int column, int role) const
{
    const RunStatus status = m_runs[std::size_t(row)].status;
    const bool attention = status == RunStatus::Interrupted || status == RunStatus::Failed;
    return attention && column == Status ? warningDecoration(role) : QVariant();
}

QString statusText(RunStatus status)
{
    switch (status) {
    case RunStatus::Running: return RunListModel::tr("running");
    case RunStatus::Finished: return RunListModel::tr("finished");
    case RunStatus::Cancelled: return RunListModel::tr("cancelled");
    case RunStatus::Interrupted: return RunListModel::tr("interrupted");
    case RunStatus::Failed: return RunListModel::tr("failed");
    }
    return {};
}

} // namespace nestloom::ui
