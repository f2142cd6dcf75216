// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/accelerator_finding_model.h"

namespace nestloom::ui {

const std::vector<TableModel::Column>& AcceleratorFindingModel::columns() const
{
    static const std::vector<Column> table{
        {tr("Field"), Kind::Text, tr("Place in the YAML of the accelerator")},
        {tr("Problem"), Kind::Text, {}},
    };
    return table;
}

void AcceleratorFindingModel::setFindings(std::vector<hardware::Finding> findings)
{
    if (findings == m_findings)
        return; // keeps the selection while the user types elsewhere
    beginResetModel();
    m_findings = std::move(findings);
    endResetModel();
}

QString AcceleratorFindingModel::text(int row, int column) const
{
    const hardware::Finding& finding = m_findings[std::size_t(row)];
    return QString::fromStdString(column == Field ? finding.key : finding.message);
}

QVariant AcceleratorFindingModel::other(int, int column, int role) const
{
    return column == Field ? warningDecoration(role) : QVariant();
}

} // namespace nestloom::ui
