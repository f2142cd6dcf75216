// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/kept_plans.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// The kept memory plans, newest first.
class KeptPlansModel : public TableModel {
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

    PlanId planAt(int row) const { return rowAt(row).id; }
    const PlanSummary& rowAt(int row) const { return m_rows[std::size_t(row)]; }
    int rowOf(PlanId plan) const; // -1 = none

protected:
    int rows() const override { return int(m_rows.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    const KeptPlans& m_plans;
    std::vector<PlanSummary> m_rows;
};

} // namespace nestloom::ui
