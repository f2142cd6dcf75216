// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/layer_numbers.h"

#include "ui/style/delta.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"

#include <QStringList>

namespace nestloom::ui {

namespace {

QString coloured(const QString& text, const QColor& colour)
{
    return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colour.name(), text.toHtmlEscaped());
}

} // namespace

LayerNumbers layerNumbers(const cost::LayerCost& cost, const BaselineLayer* baseline, const QString& run,
                          const Theme& theme)
{
    QStringList parts;
    QStringList exact;
    const BaselineLayer none;
    const BaselineLayer& shown = baseline ? *baseline : none;
    const auto add = [&](const char* link, const QString& value, const Delta& plain, const QString& ours,
                         const QString& theirs) {
        const Delta change = unlike(plain, shown.otherModel);
        parts << QStringLiteral("<a href=\"%1\" style=\"color:%2\">%3</a>")
                         .arg(QLatin1String(link), theme.text.name(), value.toHtmlEscaped())
                     + (change.isShown()
                            ? QStringLiteral("&nbsp; ") + coloured(change.text, deltaColour(change.verdict, theme))
                            : QString());
        exact << ours;
        if (const QString sentence = deltaSentence(change, theirs, run); !sentence.isEmpty())
            exact << sentence;
    };
    using Value = std::optional<double>;
    const auto theirs = [baseline](double BaselineLayer::*member) {
        return baseline ? Value(baseline->*member) : Value();
    };
    add("cycles", format::cycles(cost.cycles),
        delta(double(cost.cycles.count), theirs(&BaselineLayer::cycles), Better::Smaller),
        format::exactCycles(cost.cycles), format::exactCycles(shown.cycles));
    add("energy", format::energy(cost.energy),
        delta(cost.energy.count, theirs(&BaselineLayer::picojoules), Better::Smaller), format::exactEnergy(cost.energy),
        format::exactEnergy(Picojoules{shown.picojoules}));
    add("utilisation", Words::tr("util %1").arg(format::percent(cost.utilization)),
        pointsDelta(cost.utilization, theirs(&BaselineLayer::utilization), Better::Larger),
        Words::tr("utilisation %1").arg(format::percent(cost.utilization, 3)), format::percent(shown.utilization, 3));
    QString bound = Words::tr("bound by %1").arg(qt(cost.bottleneck.text));
    if (baseline && baseline->boundBy != qt(cost.bottleneck.text))
        bound += Words::tr(", was %1").arg(baseline->boundBy);
    exact << Words::tr("click a figure to see how it comes about");
    if (!run.isEmpty() && !baseline)
        exact << Words::tr("%1 has no result for a layer of this shape").arg(run);
    return {parts.join(QStringLiteral("&nbsp;&nbsp;&nbsp;&nbsp; ")), bound, exact.join(QLatin1Char('\n'))};
}

} // namespace nestloom::ui
