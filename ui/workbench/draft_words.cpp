// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/draft_words.h"

#include "ui/style/delta.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"

#include <QCoreApplication>
#include <QStringList>

namespace nestloom::ui {

namespace {

class MappingDraftWords {
    Q_DECLARE_TR_FUNCTIONS(MappingDraft)
};

double edp(const cost::LayerCost& cost) { return cost.energy.count * double(cost.cycles.count); }

QString html(const QString& link, const QString& value, const Delta& change, const Theme& theme)
{
    QString text =
        QStringLiteral("<a href=\"%1\" style=\"color:%2;\">%3</a>").arg(link, theme.text.name(), value.toHtmlEscaped());
    if (change.isShown())
        text += QStringLiteral("&nbsp;<span style=\"color:%1\">%2</span>")
                    .arg(deltaColour(change.verdict, theme).name(), change.text.toHtmlEscaped());
    else if (change.verdict == Delta::Verdict::Same)
        text += QStringLiteral("&nbsp;=");
    return text;
}

struct Changes {
    Delta cycles, energy, edp, utilisation;
};

Changes changes(const cost::LayerCost& now, const std::optional<cost::LayerCost>& before)
{
    if (!before)
        return {};
    return {delta(double(now.cycles.count), double(before->cycles.count), Better::Smaller),
            delta(now.energy.count, before->energy.count, Better::Smaller),
            delta(edp(now), edp(*before), Better::Smaller),
            pointsDelta(now.utilization, before->utilization, Better::Larger)};
}

QString withChange(const QString& value, const Delta& change)
{
    return change.isShown() ? QStringLiteral("%1, %2").arg(value, change.text) : value;
}

} // namespace

QString draftNumbers(const MappingDraft& draft, const Theme& theme)
{
    if (!draft.cost())
        return {};
    const cost::LayerCost& cost = *draft.cost();
    const Changes change = changes(cost, draft.origin().cost);
    QStringList parts{
        html(QStringLiteral("cycles"), format::cycles(cost.cycles), change.cycles, theme),
        html(QStringLiteral("energy"), format::energy(cost.energy), change.energy, theme),
        html(QStringLiteral("edp"),
             MappingDraftWords::tr("EDP %1").arg(format::energyDelayProduct(edp(cost), draft.accelerator().clock)),
             change.edp, theme),
        html(QStringLiteral("utilisation"), MappingDraftWords::tr("util %1").arg(format::percent(cost.utilization)),
             change.utilisation, theme),
        QStringLiteral("<span style=\"color:%1\">%2</span>")
            .arg(theme.mutedText.name(), MappingDraftWords::tr("bound by %1")
                                             .arg(QString::fromStdString(cost.bottleneck.text))
                                             .toHtmlEscaped())};
    return parts.join(QStringLiteral("&nbsp;&nbsp;&nbsp; "));
}

QString draftToolTip(const MappingDraft& draft)
{
    if (!draft.cost())
        return {};
    const auto line = [](const QString& what, const cost::LayerCost& cost) {
        return MappingDraftWords::tr("%1: %2, %3, utilisation %4")
            .arg(what, format::exactCycles(cost.cycles), format::exactEnergy(cost.energy),
                 format::percent(cost.utilization, 3));
    };
    QString text = line(MappingDraftWords::tr("edited"), *draft.cost());
    if (draft.origin().cost)
        text += QLatin1Char('\n') + line(MappingDraftWords::tr("mapping of the run"), *draft.origin().cost);
    return text + QLatin1Char('\n')
           + MappingDraftWords::tr("nestloom cost model; click a figure to see how it comes about");
}

QString verdictWords(const MappingDraft& draft, const MappingDraft::Verdict& verdict)
{
    if (!verdict.cost)
        return verdict.violations.empty() ? QString() : QString::fromStdString(verdict.violations.front().message);
    const Changes change = changes(*verdict.cost, draft.cost());
    return QStringLiteral("%1; %2").arg(withChange(format::cycles(verdict.cost->cycles), change.cycles),
                                        withChange(format::energy(verdict.cost->energy), change.energy));
}

QString verdictBrief(const MappingDraft& draft, const MappingDraft::Verdict& verdict)
{
    if (!verdict.cost)
        return MappingDraftWords::tr("does not fit");
    if (!draft.cost())
        return MappingDraftWords::tr("fits, %1").arg(format::cycles(verdict.cost->cycles));
    const Changes change = changes(*verdict.cost, draft.cost());
    const QString cycles = change.cycles.isShown() ? change.cycles.text : QStringLiteral("=");
    const QString energy = change.energy.isShown() ? change.energy.text : QStringLiteral("=");
    return MappingDraftWords::tr("cycles %1, energy %2").arg(cycles, energy);
}

} // namespace nestloom::ui
