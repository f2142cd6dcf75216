// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/problems/problem.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// The list of problems as a table.
class ProblemModel : public TableModel {
    Q_OBJECT
public:
    enum ColumnId { In, Where, Text, ColumnCount };

    using TableModel::TableModel;

    void setProblems(std::vector<Problem> problems);
    const std::vector<Problem>& problems() const { return m_problems; }

protected:
    int rows() const override { return static_cast<int>(m_problems.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QString toolTip(int row, int) const override { return text(row, Text); } // may be cut off
    QVariant other(int row, int column, int role) const override;

private:
    std::vector<Problem> m_problems;
};

} // namespace nestloom::ui
