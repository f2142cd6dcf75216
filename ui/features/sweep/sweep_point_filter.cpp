// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/sweep/sweep_point_filter.h"

#include "ui/features/sweep/sweep_point_model.h"

#include <algorithm>

namespace nestloom::ui {

SweepPointFilter::SweepPointFilter(SweepPointModel* points, QObject* parent)
    : QSortFilterProxyModel(parent), m_points(*points)
{
    setSourceModel(points);
    setSortRole(TableModel::SortRole);
    setFilterKeyColumn(-1);
    setFilterCaseSensitivity(Qt::CaseInsensitive);
}

void SweepPointFilter::keep(std::optional<explore::PointStatus> status, std::optional<std::vector<int>> rows)
{
    m_status = status;
    m_rows = std::move(rows);
    invalidateFilter();
}

bool SweepPointFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const bool hasStatus = !m_status || m_points.points()[std::size_t(row)].status == *m_status;
    const bool isKept = !m_rows || std::binary_search(m_rows->begin(), m_rows->end(), row);
    return hasStatus && isKept && QSortFilterProxyModel::filterAcceptsRow(row, parent);
}

} // namespace nestloom::ui
