// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/kept_node_runs.h"
#include "ui/widgets/table_model.h"

#include <QDialog>

namespace nestloom::ui {

class CopyableTable;

/// Two kept schedules figure by figure: energy by component, time, segments, search.
class NodeRunComparisonModel : public TableModel {
    Q_OBJECT
public:
    enum ColumnId { Figure, First, Second, Change, ColumnCount };

    NodeRunComparisonModel(const NodeRunSummary& first, const NodeRunSummary& second, QObject* parent = nullptr);

protected:
    int rows() const override { return int(m_rows.size()); }
    const std::vector<Column>& columns() const override { return m_columns; }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override
    {
        return column == Figure ? QVariant(row) : exportValue(row, column);
    }
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    enum class Unit { Energy, Cycles, Count, Milliseconds };
    struct Row {
        QString name;
        Unit unit;
        double first, second;
    };
    static QString valueText(Unit unit, double value);
    static QString exactText(Unit unit, double value);

    std::vector<Column> m_columns;
    std::vector<Row> m_rows;
};

/// The two side by side: what they are, their energy as bars, all figures as a table.
class NodeRunComparisonDialog : public QDialog {
    Q_OBJECT
public:
    NodeRunComparisonDialog(const NodeRunSummary& first, const NodeRunSummary& second, QWidget* parent = nullptr);
    CopyableTable* table() const { return m_table; }

private:
    CopyableTable* m_table;
};

/// "run 3: KAPLA, alexnet on kapla-4x4, batch 64, inference, energy"
QString nodeRunTitle(const NodeRunSummary& run);

} // namespace nestloom::ui
