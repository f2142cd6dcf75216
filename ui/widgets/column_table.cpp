// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/column_table.h"

namespace nestloom::ui {

RowsModel::RowsModel(const std::vector<Column>& columns, QObject* parent) : ColumnTable(parent)
{
    using Row = std::vector<Cell>;
    std::vector<Field> fields;
    for (std::size_t i = 0; i < columns.size(); ++i)
        fields.push_back({columns[i],
                          [i](const Row& row) { return row[i].text; },
                          [i](const Row& row) { return row[i].sort.isValid() ? row[i].sort : QVariant(row[i].text); },
                          [i](const Row& row) { return row[i].toolTip.isEmpty() ? row[i].text : row[i].toolTip; },
                          {},
                          [i](const Row& row, int role) {
                              return row[i].isWarning ? warningDecoration(role)
                                     : row[i].isMuted ? mutedDecoration(role)
                                                      : QVariant();
                          }});
    setFields(std::move(fields));
}

} // namespace nestloom::ui
