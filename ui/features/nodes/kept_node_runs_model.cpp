// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/kept_node_runs_model.h"

#include "ui/features/nodes/nodes_words.h"
#include "ui/style/format.h"
#include "ui/style/wording.h"

namespace nestloom::ui {

KeptNodeRunsModel::KeptNodeRunsModel(const KeptNodeRuns& runs, QObject* parent)
    : TableModel(parent), m_runs(runs), m_rows(runs.rows())
{
    connect(&m_runs, &KeptNodeRuns::changed, this, [this] {
        beginResetModel();
        m_rows = m_runs.rows();
        endResetModel();
    });
}

int KeptNodeRunsModel::rowOf(NodeRunId run) const
{
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        if (m_rows[row].id == run)
            return int(row);
    return -1;
}

const std::vector<TableModel::Column>& KeptNodeRunsModel::columns() const
{
    static const std::vector<Column> table{
        {tr("Run"), Kind::Number, tr("Its number; nestloom-cli node-runs lists the same")},
        {tr("Network"), Kind::Text, {}},
        {tr("Accelerator"), Kind::Text, tr("As it was when the schedule was made")},
        {tr("Engine"), Kind::Text, tr("What searched")},
        {tr("Energy"), Kind::Number, tr("Of the whole batch"), tr("pJ")},
        {tr("Latency"), Kind::Number, tr("Of the whole batch"), tr("cycles")},
        {tr("Batch"), Kind::Number, tr("Images that are computed together")},
        {tr("Work"), Kind::Text, tr("Inference, or one step of training")},
        {tr("Objective"), Kind::Text, tr("What the engine made small")},
        {tr("Segments"), Kind::Number, tr("Groups of layers that are on the machine at the same time")},
        {tr("Search"), Kind::Number, tr("Processor time of the search"), tr("ms")},
        {tr("Kept"), Kind::Text, tr("When, in local time")},
        {tr("Version"), Kind::Text, tr("Of the program that made the schedule")},
    };
    return table;
}

QString KeptNodeRunsModel::text(int row, int column) const
{
    const NodeRunSummary& run = runAt(row);
    switch (column) {
    case Run: return format::integer(run.id);
    case Network: return QString::fromStdString(run.networkName);
    case Accelerator: return QString::fromStdString(run.acceleratorName);
    case Engine: return engineTitle(run.options);
    case Energy: return format::energy(Picojoules{run.energy.total()});
    case Latency: return format::cycles(run.cycles);
    case Batch: return format::integer(run.options.batch);
    case Work: return workText(run.options);
    case Objective: return goalText(run.options.goal);
    case Segments: return format::integer(run.segmentCount);
    case Search: return format::milliseconds(run.searchMs);
    case Kept: return dateOf(run.keptAt).toLocalTime().toString(QStringLiteral("yyyy-MM-dd hh:mm"));
    default: return QString::fromStdString(run.engineVersion);
    }
}

QVariant KeptNodeRunsModel::exportValue(int row, int column) const
{
    const NodeRunSummary& run = runAt(row);
    switch (column) {
    case Run: return qlonglong(run.id);
    case Energy: return run.energy.total();
    case Latency: return qlonglong(run.cycles.count);
    case Batch: return qlonglong(run.options.batch);
    case Segments: return run.segmentCount;
    case Search: return run.searchMs;
    case Kept: return dateOf(run.keptAt).toString(Qt::ISODate);
    default: return text(row, column);
    }
}

QString KeptNodeRunsModel::toolTip(int row, int column) const
{
    const NodeRunSummary& run = runAt(row);
    switch (column) {
    case Energy: return format::exactEnergy(Picojoules{run.energy.total()});
    case Latency: return format::exactCycles(run.cycles);
    case Segments:
        return tr("%1 in %2, the longest of %3")
            .arg(counted(run.layerCount, tr("1 layer"), tr("%1 layers")),
                 counted(run.segmentCount, tr("1 segment"), tr("%1 segments")),
                 counted(run.longestSegment, tr("1 layer"), tr("%1 layers")));
    case Search: return counted(run.evaluated, tr("1 blocking counted"), tr("%1 blockings counted"));
    default: return text(row, column);
    }
}

} // namespace nestloom::ui
