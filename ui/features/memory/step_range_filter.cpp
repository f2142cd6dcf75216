// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/step_range_filter.h"

#include "ui/widgets/table_model.h"

namespace nestloom::ui {

StepRangeFilter::StepRangeFilter(QAbstractItemModel* steps, const PlanFocus& focus, QObject* parent)
    : QSortFilterProxyModel(parent), m_focus(focus)
{
    setSourceModel(steps);
    setSortRole(TableModel::SortRole);
    connect(&m_focus, &PlanFocus::rangeChanged, this, [this] { invalidateFilter(); });
}

bool StepRangeFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    const auto& range = m_focus.range();
    return !range || (row >= range->first && row <= range->last);
}

} // namespace nestloom::ui
