// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/kept_plans_model.h"

#include "ui/features/memory/memory_words.h"
#include "ui/style/format.h"
#include "ui/style/wording.h"

#include <algorithm>

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

KeptPlansModel::KeptPlansModel(const KeptPlans& plans, QObject* parent) : ColumnTable(parent)
{
    const auto title = [](const PlanSummary& plan) { return plan.marks.title; };
    const auto orDash = [](const std::string& text) {
        return text.empty() ? format::kNoValue : QString::fromStdString(text);
    };
    const auto kept = [](const PlanSummary& plan) {
        return dateOf(plan.keptAt).toLocalTime().toString(QStringLiteral("yyyy-MM-dd hh:mm"));
    };
    const auto words = [](const QString& title, const QString& toolTip, Ask<QString> text) {
        return Field{{title, Kind::Text, toolTip}, text, {}, text};
    };
    const auto number = [](const PlanSummary& plan) { return format::integer(plan.id); };
    setFields({
        {{tr("Plan"), Kind::Number, tr("Its number; nestloom-cli plans lists the same")},
         number,
         &PlanSummary::id,
         number},
        {{tr("Name"), Kind::Text, tr("Given with Rename")},
         [=](const PlanSummary& plan) { return orDash(title(plan)); },
         title,
         [=](const PlanSummary& plan) { return orDash(title(plan)); }},
        words(tr("Network"), {}, &PlanSummary::networkName),
        figure(
            {tr("Scratchpad"), Kind::Number, tr("Size that was planned for"), tr("B")}, &PlanSummary::scratchpad,
            [](Bytes size) { return sizeText(size); }, format::exactBytes),
        {{tr("Buffer of"), Kind::Text,
          tr("The accelerator whose shared buffer has this size; none where the size was chosen freely")},
         [=](const PlanSummary& plan) { return orDash(plan.acceleratorName); },
         &PlanSummary::acceleratorName,
         [=](const PlanSummary& plan) { return orDash(plan.acceleratorName); }},
        figure({tr("Traffic"), Kind::Number, tr("Off-chip traffic beyond the compulsory, as COSMA counts it"), tr("B")},
               &PlanSummary::traffic, trafficText, format::exactBytes),
        {{tr("Status"), Kind::Text, tr("Proven least, or the traffic below which no plan exists")},
         statusText,
         {},
         [](const PlanSummary& plan) {
             return plan.isProven() ? tr("No plan has less traffic.")
                                    : tr("Every plan has %1 or more.").arg(format::exactBytes(plan.bound));
         },
         [](const PlanSummary& plan) { return plan.traffic - plan.bound; }},
        figure({tr("Best baseline"), Kind::Number, tr("Traffic of the best scheme without planning"), tr("B")},
               &PlanSummary::bestBaseline, trafficText, format::exactBytes),
        words(tr("Of"), tr("What was planned, and in which order of the operators"), whatText),
        words(tr("Tags"), tr("Words to find the plan by"),
              [](const PlanSummary& plan) { return joined(plan.marks.tags); }),
        {{tr("Kept"), Kind::Text, tr("When, in local time")},
         kept,
         [](const PlanSummary& plan) { return dateOf(plan.keptAt).toString(Qt::ISODate); },
         kept},
        words(tr("Engine"), tr("Version of the engine that made the plan"), &PlanSummary::engineVersion),
    });
    const auto take = [this, &plans] { setRows(plans.rows()); };
    connect(&plans, &KeptPlans::changed, this, take);
    take();
}

int KeptPlansModel::rowOf(PlanId plan) const
{
    const auto row =
        std::find_if(all().begin(), all().end(), [plan](const PlanSummary& one) { return one.id == plan; });
    return row == all().end() ? -1 : int(row - all().begin());
}

} // namespace nestloom::ui
