// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/sweep/stored_sweep_model.h"

#include "ui/style/wording.h"

#include <algorithm>

namespace nestloom::ui {

const std::vector<TableModel::Column>& StoredSweepModel::columns() const
{
    static const std::vector<Column> table{
        {tr("Sweep"), Kind::Number, tr("Number of the sweep in the store")},
        {tr("Accelerator"), Kind::Text, tr("The accelerator that is varied")},
        {tr("Points"), Kind::Number, tr("Points that have a result / accelerators x networks")},
        {tr("Started"), Kind::Text, {}},
    };
    return table;
}

void StoredSweepModel::setSweeps(const std::vector<SweepSummary>& sweeps)
{
    const auto same = [](const SweepSummary& a, const SweepSummary& b) { return a.id == b.id; };
    if (std::equal(sweeps.begin(), sweeps.end(), m_sweeps.begin(), m_sweeps.end(), same)) {
        m_sweeps = sweeps;
        if (rows() > 0)
            Q_EMIT dataChanged(index(0, 0), index(rows() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_sweeps = sweeps;
    endResetModel();
}

int StoredSweepModel::rowOf(SweepId sweep) const
{
    const auto found =
        std::find_if(m_sweeps.begin(), m_sweeps.end(), [sweep](const SweepSummary& s) { return s.id == sweep; });
    return found == m_sweeps.end() ? -1 : int(found - m_sweeps.begin());
}

QString StoredSweepModel::text(int row, int column) const
{
    const SweepSummary& sweep = m_sweeps[std::size_t(row)];
    switch (column) {
    case Number: return QString::number(sweep.id);
    case Accelerator: return QString::fromStdString(sweep.acceleratorName);
    case Points:
        return sweep.pointsDone == sweep.pointCount
                   ? QString::number(sweep.pointCount)
                   : QStringLiteral("%1/%2").arg(sweep.pointsDone).arg(sweep.pointCount);
    case Started:
        return dateOf(sweep.startedAt).toLocalTime().toString(QStringLiteral("MM-dd hh:mm")); // the tip has the year
    default: return {};
    }
}

QVariant StoredSweepModel::sortValue(int row, int column) const
{
    const SweepSummary& sweep = m_sweeps[std::size_t(row)];
    switch (column) {
    case Number: return qlonglong(sweep.id);
    case Points: return qlonglong(sweep.pointCount);
    case Started: return dateOf(sweep.startedAt);
    default: return text(row, column);
    }
}

QVariant StoredSweepModel::exportValue(int row, int column) const
{
    if (column == Started)
        return dateOf(m_sweeps[std::size_t(row)].startedAt).toString(Qt::ISODate);
    return text(row, column);
}

QString StoredSweepModel::toolTip(int row, int column) const
{
    const SweepSummary& sweep = m_sweeps[std::size_t(row)];
    if (column == Points && sweep.pointsDone < sweep.pointCount)
        return tr("%1 of %2 points have a result; open it to go on").arg(sweep.pointsDone).arg(sweep.pointCount);
    return tr("Begun %1 by Nestloom %2")
        .arg(dateOf(sweep.startedAt).toLocalTime().toString(QStringLiteral("yyyy-MM-dd hh:mm:ss")),
             QString::fromStdString(sweep.engineVersion));
}

} // namespace nestloom::ui
