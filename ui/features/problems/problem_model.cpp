// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/problems/problem_model.h"

namespace nestloom::ui {

void ProblemModel::setProblems(std::vector<Problem> problems)
{
    if (problems == m_problems)
        return; // keeps the selection while something else changes
    beginResetModel();
    m_problems = std::move(problems);
    endResetModel();
}

const std::vector<TableModel::Column>& ProblemModel::columns() const
{
    static const std::vector<Column> table{
        {tr("In"), Kind::Text, tr("What has the problem")},
        {tr("Where"), Kind::Text, tr("Field, line or layer; a click goes there")},
        {tr("Problem"), Kind::Text, {}},
    };
    return table;
}

QString ProblemModel::text(int row, int column) const
{
    const Problem& problem = m_problems[std::size_t(row)];
    switch (column) {
    case In: return sourceName(problem.source);
    case Where: return problem.where;
    default: return problem.text;
    }
}

QVariant ProblemModel::other(int, int column, int role) const
{
    return column == In ? warningDecoration(role) : QVariant();
}

} // namespace nestloom::ui
