// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// A small table of given cells, for reports that are made once.
class RowsModel : public TableModel {
    Q_OBJECT
public:
    struct Cell {
        QString text;
        QVariant sort;   // of numbers; not valid = the text
        QString toolTip; // empty = the text
        bool isWarning = false;
        bool isMuted = false;
    };

    explicit RowsModel(std::vector<Column> columns, QObject* parent = nullptr);
    void setRows(std::vector<std::vector<Cell>> rows); // each as long as there are columns

protected:
    int rows() const override { return static_cast<int>(m_rows.size()); }
    const std::vector<Column>& columns() const override { return m_columns; }
    QString text(int row, int column) const override { return cell(row, column).text; }
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override { return sortValue(row, column); }
    QString toolTip(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    const Cell& cell(int row, int column) const { return m_rows[std::size_t(row)][std::size_t(column)]; }

    const std::vector<Column> m_columns;
    std::vector<std::vector<Cell>> m_rows;
};

} // namespace nestloom::ui
