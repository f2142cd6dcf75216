// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/hardware/accelerator.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// The broken input rules of an accelerator, as hardware::check() reports them.
class AcceleratorFindingModel : public TableModel {
    Q_OBJECT
public:
    enum ColumnId { Field, Problem, ColumnCount };

    using TableModel::TableModel;

    void setFindings(std::vector<hardware::Finding> findings);
    const std::vector<hardware::Finding>& findings() const { return m_findings; }

protected:
    int rows() const override { return static_cast<int>(m_findings.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QString toolTip(int row, int column) const override { return text(row, column); } // both may be cut off
    QVariant other(int row, int column, int role) const override;

private:
    std::vector<hardware::Finding> m_findings;
};

} // namespace nestloom::ui
