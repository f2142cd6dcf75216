// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/kept_plans_model.h"

#include "ui/features/memory/memory_words.h"
#include "ui/style/format.h"
#include "ui/style/wording.h"

namespace nestloom::ui {

namespace {

QString statusText(const PlanSummary& plan)
{
    return plan.isProven() ? KeptPlansModel::tr("proven least")
                           : KeptPlansModel::tr("at least %1").arg(trafficText(plan.bound));
}

QString whatText(const PlanSummary& plan)
{
    QStringList words{plan.fused ? KeptPlansModel::tr("fused") : KeptPlansModel::tr("unfused"),
                      plan.parameters ? KeptPlansModel::tr("with parameters") : KeptPlansModel::tr("activations"),
                      orderText(plan.order)};
    if (plan.method != "search")
        words << QString::fromStdString(plan.method);
    return words.join(QStringLiteral(", "));
}

} // namespace

KeptPlansModel::KeptPlansModel(const KeptPlans& plans, QObject* parent)
    : TableModel(parent), m_plans(plans), m_rows(plans.rows())
{
    connect(&m_plans, &KeptPlans::changed, this, [this] {
        beginResetModel();
        m_rows = m_plans.rows();
        endResetModel();
    });
}

int KeptPlansModel::rowOf(PlanId plan) const
{
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        if (m_rows[row].id == plan)
            return int(row);
    return -1;
}

const std::vector<TableModel::Column>& KeptPlansModel::columns() const
{
    static const std::vector<Column> table{
        {tr("Plan"), Kind::Number, tr("Its number; nestloom-cli plans lists the same")},
        {tr("Name"), Kind::Text, tr("Given with Rename")},
        {tr("Network"), Kind::Text, {}},
        {tr("Scratchpad"), Kind::Number, tr("Size that was planned for"), tr("B")},
        {tr("Buffer of"), Kind::Text,
         tr("The accelerator whose shared buffer has this size; none where the size was chosen freely")},
        {tr("Traffic"), Kind::Number, tr("Off-chip traffic beyond the compulsory, as COSMA counts it"), tr("B")},
        {tr("Status"), Kind::Text, tr("Proven least, or the traffic below which no plan exists")},
        {tr("Best baseline"), Kind::Number, tr("Traffic of the best scheme without planning"), tr("B")},
        {tr("Of"), Kind::Text, tr("What was planned, and in which order of the operators")},
        {tr("Tags"), Kind::Text, tr("Words to find the plan by")},
        {tr("Kept"), Kind::Text, tr("When, in local time")},
        {tr("Engine"), Kind::Text, tr("Version of the engine that made the plan")},
    };
    return table;
}

QString KeptPlansModel::text(int row, int column) const
{
    const PlanSummary& plan = m_rows[std::size_t(row)];
    switch (column) {
    case Plan: return format::integer(plan.id);
    case Kept: return dateOf(plan.keptAt).toLocalTime().toString(QStringLiteral("yyyy-MM-dd hh:mm"));
    case Name: return plan.marks.title.empty() ? format::kNoValue : QString::fromStdString(plan.marks.title);
    case Network: return QString::fromStdString(plan.networkName);
    case Accelerator:
        return plan.acceleratorName.empty() ? format::kNoValue : QString::fromStdString(plan.acceleratorName);
    case Tags: return joined(plan.marks.tags);
    case Scratchpad: return sizeText(plan.scratchpad);
    case Traffic: return trafficText(plan.traffic);
    case Status: return statusText(plan);
    case Baseline: return plan.bestBaseline ? trafficText(*plan.bestBaseline) : format::kNoValue;
    case Of: return whatText(plan);
    default: return QString::fromStdString(plan.engineVersion);
    }
}

QVariant KeptPlansModel::exportValue(int row, int column) const
{
    const PlanSummary& plan = m_rows[std::size_t(row)];
    switch (column) {
    case Plan: return qlonglong(plan.id);
    case Name: return QString::fromStdString(plan.marks.title);
    case Accelerator: return QString::fromStdString(plan.acceleratorName);
    case Kept: return dateOf(plan.keptAt).toString(Qt::ISODate);
    case Scratchpad: return qlonglong(plan.scratchpad.count);
    case Traffic: return qlonglong(plan.traffic.count);
    case Baseline: return plan.bestBaseline ? QVariant(qlonglong(plan.bestBaseline->count)) : QVariant();
    default: return text(row, column);
    }
}

QVariant KeptPlansModel::sortValue(int row, int column) const
{
    return column == Status
               ? QVariant(qlonglong(m_rows[std::size_t(row)].traffic.count - m_rows[std::size_t(row)].bound.count))
               : exportValue(row, column);
}

QString KeptPlansModel::toolTip(int row, int column) const
{
    const PlanSummary& plan = m_rows[std::size_t(row)];
    switch (column) {
    case Scratchpad: return format::exactBytes(plan.scratchpad);
    case Traffic: return format::exactBytes(plan.traffic);
    case Status:
        return plan.isProven() ? tr("No plan has less traffic.")
                               : tr("Every plan has %1 or more.").arg(format::exactBytes(plan.bound));
    case Baseline: return plan.bestBaseline ? format::exactBytes(*plan.bestBaseline) : QString();
    default: return text(row, column);
    }
}

} // namespace nestloom::ui
