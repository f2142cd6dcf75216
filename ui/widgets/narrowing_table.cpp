// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/narrowing_table.h"

#include "ui/widgets/table_model.h"

#include <utility>

namespace nestloom::ui {

NarrowingTable::NarrowingTable(TableModel* model, QList<int> expendable, QWidget* parent)
    : CopyableTable(model, parent), m_expendable(std::move(expendable))
{
    connect(this->model(), &QAbstractItemModel::modelReset, this, &NarrowingTable::fitColumns);
}

void NarrowingTable::placeColumns()
{
    int needed = 0;
    for (int column = 0; column < model()->columnCount(); ++column)
        if (m_expendable.contains(column) || !isColumnHidden(column))
            needed += neededWidth(column);
    for (const int column : std::as_const(m_expendable)) {
        const bool leaveOut = needed > viewport()->width();
        setColumnHidden(column, leaveOut);
        needed -= leaveOut ? neededWidth(column) : 0;
    }
    CopyableTable::placeColumns();
}

} // namespace nestloom::ui
