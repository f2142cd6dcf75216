// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/memory/plan_focus.h"
#include "ui/features/memory/shown_plan.h"
#include "ui/widgets/column_table.h"

#include <QSortFilterProxyModel>

namespace nestloom::ui {

/// Every step of the shown memory plan: its operator, and what it moves.
class ScheduleModel : public ColumnTable<memory::PlanStep> {
    Q_OBJECT
public:
    /// The type comes last: the name tells it mostly, and in a narrow table what is last is scrolled to.
    enum ColumnId { Step, Operator, Used, Spilled, Retrieved, Created, Freed, LargestHole, Type, ColumnCount };

    explicit ScheduleModel(ShownPlan& plan, QObject* parent = nullptr);
};

/// The steps of the marked range, or all of them. Rows of the source are steps.
class StepRangeFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    StepRangeFilter(QAbstractItemModel* steps, const PlanFocus& focus, QObject* parent = nullptr);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    const PlanFocus& m_focus;
};

} // namespace nestloom::ui
