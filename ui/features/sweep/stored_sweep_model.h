// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/sweeps.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// The stored sweeps, newest first.
class StoredSweepModel : public TableModel {
    Q_OBJECT
public:
    enum ColumnId { Number, Accelerator, Points, Started, ColumnCount };

    using TableModel::TableModel;

    void setSweeps(const std::vector<SweepSummary>& sweeps);
    const std::vector<SweepSummary>& sweeps() const { return m_sweeps; }
    int rowOf(SweepId sweep) const; // or -1

protected:
    int rows() const override { return int(m_sweeps.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    std::vector<SweepSummary> m_sweeps;
};

} // namespace nestloom::ui
