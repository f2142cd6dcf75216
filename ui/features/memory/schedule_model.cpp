// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/schedule_model.h"

#include "ui/features/memory/memory_words.h"
#include "ui/style/format.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

ScheduleModel::ScheduleModel(ShownPlan& plan, QObject* parent) : ColumnTable(parent)
{
    using memory::PlanStep;
    const auto sentence = [&plan](const PlanStep&, int row) { return stepSentence(plan, row); };
    const auto ofOperator = [&](const QString& title, const QString& toolTip, std::string workload::Operator::*words) {
        const auto text = [&plan, words](const PlanStep& step) { return plan.graph().operators[step.op.value].*words; };
        return Field{{title, Kind::Text, toolTip}, text, {}, sentence};
    };
    const auto moved = [](const QString& title, const QString& toolTip, Bytes PlanStep::*bytes) {
        Field field = bytesField(title, toolTip, bytes);
        field.text = [bytes](const PlanStep& step) {
            return (step.*bytes).count == 0 ? format::kNoValue : format::bytes(step.*bytes);
        };
        field.other = [bytes](const PlanStep& step, int role) {
            return (step.*bytes).count == 0 ? mutedDecoration(role) : QVariant();
        };
        return field;
    };
    setFields({
        {{tr("Step"), Kind::Number, tr("One operator runs in each step")},
         [](const PlanStep&, int row) { return format::integer(row); },
         inOrder,
         sentence},
        ofOperator(tr("Operator"), {}, &workload::Operator::name),
        moved(tr("Used"), tr("Bytes in the scratchpad during the step"), &PlanStep::used),
        moved(tr("Spilled"), tr("Bytes written off chip after the step, to be read back later"), &PlanStep::spilled),
        moved(tr("Retrieved"), tr("Bytes read back from off chip before the step"), &PlanStep::retrieved),
        moved(tr("New"), tr("Bytes of the operator's outputs"), &PlanStep::created),
        moved(tr("Parameters"), tr("Bytes of the operator's parameters, which come from off chip for its step"),
              &PlanStep::parameters),
        moved(tr("Freed"), tr("Bytes that leave after the step without traffic"), &PlanStep::freed),
        moved(tr("Hole"), tr("Longest run of free addresses below the capacity: the largest hole"),
              &PlanStep::largestHole),
        ofOperator(tr("Type"), tr("Type of the operator"), &workload::Operator::type),
    });
    const auto take = [this, &plan] { replaceRows(plan.steps()); };
    connect(&plan, &ShownPlan::planChanged, this, take);
    take();
}

StepRangeFilter::StepRangeFilter(QAbstractItemModel* steps, const PlanFocus& focus, QObject* parent)
    : QSortFilterProxyModel(parent), m_focus(focus)
{
    setSourceModel(steps);
    setSortRole(TableModel::SortRole);
    connect(&m_focus, &PlanFocus::rangeChanged, this, [this] { invalidateFilter(); });
}

bool StepRangeFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    const auto& range = m_focus.range();
    return !range || (row >= range->first && row <= range->last);
}

} // namespace nestloom::ui
