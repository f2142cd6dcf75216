// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/memory/shown_plan.h"
#include "ui/widgets/column_table.h"

namespace nestloom::ui {

/// Every step of the shown memory plan: its operator, and what it moves.
class ScheduleModel : public ColumnTable<memory::PlanStep> {
    Q_OBJECT
public:
    /// The type comes last: the name tells it mostly, and in a narrow table what is last is scrolled to.
    enum ColumnId { Step, Operator, Used, Spilled, Retrieved, Created, Freed, LargestHole, Type, ColumnCount };

    explicit ScheduleModel(ShownPlan& plan, QObject* parent = nullptr);
};

} // namespace nestloom::ui
