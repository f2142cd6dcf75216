// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/schedule_model.h"

#include "ui/features/memory/memory_words.h"
#include "ui/style/format.h"

namespace nestloom::ui {

namespace {
bool isBytes(int column) { return column >= ScheduleModel::Used && column <= ScheduleModel::LargestHole; }
} // namespace

ScheduleModel::ScheduleModel(ShownPlan& plan, QObject* parent) : TableModel(parent), m_plan(plan)
{
    connect(&m_plan, &ShownPlan::planChanged, this, &ScheduleModel::takePlan);
    takePlan();
}

void ScheduleModel::takePlan()
{
    const int rows = int(m_plan.steps().size());
    if (rows == m_rows && rows > 0) { // a plan of the same graph: keeps the place in the table
        Q_EMIT dataChanged(index(0, 0), index(rows - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_rows = rows;
    endResetModel();
}

const std::vector<TableModel::Column>& ScheduleModel::columns() const
{
    static const std::vector<Column> table{
        {tr("Step"), Kind::Number, tr("One operator runs in each step")},
        {tr("Operator"), Kind::Text, {}},
        {tr("Used"), Kind::Number, tr("Bytes in the scratchpad during the step"), tr("B")},
        {tr("Spilled"), Kind::Number, tr("Bytes written off chip after the step, to be read back later"), tr("B")},
        {tr("Retrieved"), Kind::Number, tr("Bytes read back from off chip before the step"), tr("B")},
        {tr("New"), Kind::Number, tr("Bytes of the operator's outputs"), tr("B")},
        {tr("Freed"), Kind::Number, tr("Bytes that leave after the step without traffic"), tr("B")},
        {tr("Hole"), Kind::Number, tr("Longest run of free addresses below the capacity: the largest hole"), tr("B")},
        {tr("Type"), Kind::Text, tr("Type of the operator")},
    };
    return table;
}

Bytes ScheduleModel::bytesOf(int row, int column) const
{
    const memory::PlanStep& step = m_plan.steps()[std::size_t(row)];
    switch (column) {
    case Used: return step.used;
    case Spilled: return step.spilled;
    case Retrieved: return step.retrieved;
    case Created: return step.created;
    case Freed: return step.freed;
    default: return step.largestHole;
    }
}

QString ScheduleModel::text(int row, int column) const
{
    if (!isBytes(column))
        return column == Step ? format::integer(row) : exportValue(row, column).toString();
    const Bytes bytes = bytesOf(row, column);
    return bytes.count == 0 ? format::kNoValue : format::bytes(bytes);
}

QVariant ScheduleModel::exportValue(int row, int column) const
{
    const workload::Operator& op = m_plan.graph().operators[m_plan.steps()[std::size_t(row)].op.value];
    switch (column) {
    case Step: return row;
    case Operator: return QString::fromStdString(op.name);
    case Type: return QString::fromStdString(op.type);
    default: return qlonglong(bytesOf(row, column).count);
    }
}

QString ScheduleModel::toolTip(int row, int column) const
{
    return !isBytes(column) ? stepSentence(m_plan, row) : format::exactBytes(bytesOf(row, column));
}

QVariant ScheduleModel::other(int row, int column, int role) const
{
    return isBytes(column) && bytesOf(row, column).count == 0 ? mutedDecoration(role) : QVariant();
}

} // namespace nestloom::ui
