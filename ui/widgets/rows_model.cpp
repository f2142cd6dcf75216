// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/rows_model.h"

namespace nestloom::ui {

RowsModel::RowsModel(std::vector<Column> columns, QObject* parent) : TableModel(parent), m_columns(std::move(columns))
{
}

void RowsModel::setRows(std::vector<std::vector<Cell>> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

QVariant RowsModel::sortValue(int row, int column) const
{
    const Cell& shown = cell(row, column);
    return shown.sort.isValid() ? shown.sort : QVariant(shown.text);
}

QString RowsModel::toolTip(int row, int column) const
{
    const Cell& shown = cell(row, column);
    return shown.toolTip.isEmpty() ? shown.text : shown.toolTip;
}

QVariant RowsModel::other(int row, int column, int role) const
{
    const Cell& shown = cell(row, column);
    return shown.isWarning ? warningDecoration(role) : shown.isMuted ? mutedDecoration(role) : QVariant();
}

} // namespace nestloom::ui
