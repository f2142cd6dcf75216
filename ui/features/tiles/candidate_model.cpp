// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/tiles/candidate_model.h"

#include "ui/style/format.h"

#include <QFont>

namespace nestloom::ui {

void CandidateModel::setDecision(const schedule::flexer::Decision* decision, schedule::flexer::Priority priority)
{
    beginResetModel();
    m_decision = decision != nullptr ? *decision : schedule::flexer::Decision{};
    m_order = ranking(m_decision, priority);
    endResetModel();
}

const std::vector<TableModel::Column>& CandidateModel::columns() const
{
    static const std::vector<Column> table{
        {tr("Rank"), Kind::Number, tr("The winner first; the others as the priority compares them")},
        {tr("Operations"), Kind::Text, tr("Tiles of pixels (p), outputs (o) and reduction (r)")},
        {tr("Benefit"), Kind::Number, tr("Reused data minus spilled data, divided by their bounded reference count"),
         tr("B")},
        {tr("Reused"), Kind::Number, tr("Data of the set that lie in the scratchpad already"), tr("B")},
        {tr("Spilled"), Kind::Number, tr("Data that leave and are still needed"), tr("B")},
        {tr("Utilisation"), Kind::Number, tr("Bytes of the scratchpad that hold data with uses left"), tr("B")},
        {tr("Moved"), Kind::Number, tr("Loads and spills that the set causes"), tr("B")},
    };
    return table;
}

double CandidateModel::number(int row, int column) const
{
    switch (column) {
    case Rank: return row + 1;
    case Benefit: return set(row).benefit;
    case Reused: return double(set(row).reused.count);
    case Spilled: return double(set(row).spilled.count);
    case Utilization: return double(set(row).utilization.count);
    default: return double(set(row).moved.count);
    }
}

QString CandidateModel::text(int row, int column) const
{
    if (column == Operations)
        return operationsText(m_decision, set(row).operations);
    const double value = number(row, column);
    if (column == Rank)
        return format::integer(row + 1);
    if (!set(row).fits)
        return column == Benefit ? tr("no room") : format::kNoValue;
    return value < 0 ? QStringLiteral("-") + format::bytes(-value) : format::bytes(value);
}

QVariant CandidateModel::sortValue(int row, int column) const
{
    return column == Operations ? QVariant(text(row, column)) : QVariant(number(row, column));
}

QVariant CandidateModel::exportValue(int row, int column) const { return sortValue(row, column); }

QVariant CandidateModel::other(int row, int, int role) const
{
    if (!set(row).fits)
        return mutedDecoration(role);
    if (row == 0 && role == Qt::FontRole && m_decision.winner >= 0) {
        QFont bold;
        bold.setWeight(QFont::DemiBold);
        return bold;
    }
    return {};
}

} // namespace nestloom::ui
