// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/kept_plans.h"
#include "ui/widgets/column_table.h"

namespace nestloom::ui {

/// The kept memory plans, newest first.
class KeptPlansModel : public ColumnTable<PlanSummary> {
    Q_OBJECT
public:
    enum ColumnId {
        Plan,
        Name,
        Network,
        Scratchpad,
        Accelerator,
        Traffic,
        Status,
        Baseline,
        Of,
        Tags,
        Kept,
        Engine,
        ColumnCount
    };

    explicit KeptPlansModel(const KeptPlans& plans, QObject* parent = nullptr);

    PlanId planAt(int row) const { return at(row).id; }
    int rowOf(PlanId plan) const; // -1 = none
};

} // namespace nestloom::ui
