// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/runs/run_filter_model.h"

#include "ui/parts/run_list_model.h"

namespace nestloom::ui {

RunFilterModel::RunFilterModel(RunListModel* runs, QObject* parent) : QSortFilterProxyModel(parent), m_runs(runs)
{
    setSourceModel(runs);
    setDynamicSortFilter(true);
}

void RunFilterModel::setFilter(RunFilter filter)
{
    m_filter = std::move(filter);
    invalidateFilter();
}

void RunFilterModel::setGrouping(int column)
{
    if (column == m_grouping)
        return;
    m_grouping = column;
    const int sorted = sortColumn() < 0 ? static_cast<int>(RunListModel::Number) : sortColumn();
    const Qt::SortOrder order = sortOrder();
    sort(-1); // else sorting by the same column again would do nothing
    sort(sorted, order);
}

bool RunFilterModel::startsGroup(int row) const
{
    if (m_grouping < 0 || row == 0 || row >= rowCount())
        return false;
    return index(row, m_grouping).data() != index(row - 1, m_grouping).data();
}

bool RunFilterModel::filterAcceptsRow(int row, const QModelIndex&) const { return m_filter.accepts(m_runs->run(row)); }

bool RunFilterModel::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const RunSummary& a = m_runs->run(left.row());
    const RunSummary& b = m_runs->run(right.row());
    const bool rising = sortOrder() == Qt::AscendingOrder;
    if (m_grouping >= 0)
        if (const int order = RunListModel::compare(a, b, m_grouping); order != 0)
            return rising ? order < 0 : order > 0; // groups stand in the order of their names either way
    if (const int order = RunListModel::compare(a, b, left.column()); order != 0)
        return order < 0;
    return rising ? a.id > b.id : a.id < b.id; // among equals the newest first
}

} // namespace nestloom::ui
