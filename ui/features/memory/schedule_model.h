// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/memory/shown_plan.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// Every step of the shown memory plan: its operator, and what it moves.
class ScheduleModel : public TableModel {
    Q_OBJECT
public:
    /// The type comes last: the name tells it mostly, and in a narrow table what is last is scrolled to.
    enum ColumnId { Step, Operator, Used, Spilled, Retrieved, Created, Freed, LargestHole, Type, ColumnCount };

    explicit ScheduleModel(ShownPlan& plan, QObject* parent = nullptr);

protected:
    int rows() const override { return m_rows; }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override { return exportValue(row, column); }
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    void takePlan();
    Bytes bytesOf(int row, int column) const;

    ShownPlan& m_plan;
    int m_rows = 0;
};

} // namespace nestloom::ui
