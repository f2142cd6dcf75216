// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/narrowing_table.h"

#include "ui/models/table_model.h"

#include <utility>

namespace nestloom::ui {

NarrowingTable::NarrowingTable(TableModel* model, QList<int> expendable, QWidget* parent)
    : CopyableTable(model, parent), m_expendable(std::move(expendable))
{
    connect(this->model(), &QAbstractItemModel::modelReset, this, &NarrowingTable::fit);
}

void NarrowingTable::resizeEvent(QResizeEvent* event)
{
    CopyableTable::resizeEvent(event);
    fit();
}

int NarrowingTable::widthInSight() const
{
    int width = 0;
    for (int column = 0; column < model()->columnCount(); ++column)
        width += isColumnHidden(column) ? 0 : columnWidth(column);
    return width;
}

void NarrowingTable::fit()
{
    if (m_fitting || !columnState().isEmpty())
        return;
    m_fitting = true; // a scroll bar that goes resizes the table
    for (const int column : std::as_const(m_expendable))
        setColumnHidden(column, false);
    fitColumns();
    for (const int column : std::as_const(m_expendable)) {
        if (widthInSight() <= viewport()->width())
            break;
        setColumnHidden(column, true);
    }
    fitColumns(); // shares the room that is left
    m_fitting = false;
}

} // namespace nestloom::ui
