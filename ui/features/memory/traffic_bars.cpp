// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/traffic_bars.h"

#include "ui/style/format.h"
#include "ui/style/theme.h"

namespace nestloom::ui {

TrafficBars::TrafficBars(ShownPlan& plan, PlanFocus& focus, QWidget* parent)
    : SummaryChart(QStringLiteral("trafficBars"), parent), m_plan(plan), m_focus(focus)
{
    setAccessibleName(tr("Traffic against baselines"));
    connect(&m_plan, &ShownPlan::planChanged, this, &TrafficBars::refresh);
    connect(&m_focus, &PlanFocus::rangeChanged, this, &TrafficBars::refresh);
    refresh();
}

std::vector<TrafficBars::Bar> TrafficBars::bars() const
{
    std::vector<Bar> all;
    if (!m_plan.hasPlan())
        return all;
    const Bytes ours = m_plan.plan().traffic;
    all.push_back({tr("COSMA, %1").arg(orderText(m_plan.answer().question.order)),
                   ours,
                   m_plan.isProven() ? tr("proven least") : tr("best so far"),
                   {},
                   true});
    if (const auto& range = m_focus.range()) {
        const RangeFigures figures = rangeFigures(m_plan, *range);
        all.push_back(
            {tr("its steps %1 to %2").arg(range->first).arg(range->last), figures.traffic(),
             ours.count > 0 ? tr("%1 of it").arg(format::percent(double(figures.traffic().count) / double(ours.count)))
                            : QString(),
             tr("%1 spilled, %2 retrieved; baselines run the operators in another order, so they have no such steps")
                 .arg(format::bytes(figures.spilled), format::bytes(figures.retrieved)),
             true});
    }
    if (!m_plan.answer().baselines)
        return all;
    for (const auto& baseline : *m_plan.answer().baselines) {
        Bar bar{baselineText(baseline), baseline.traffic, {}, {}, false};
        if (baseline.traffic.count > 0) {
            const double change = double(ours.count) / double(baseline.traffic.count) - 1;
            bar.note =
                change <= 0 ? tr("%1 less").arg(format::percent(-change)) : tr("%1 more").arg(format::percent(change));
            bar.detail = tr("COSMA moves %1").arg(bar.note);
        }
        if (baseline.relocated.count > 0)
            bar.detail += tr("\n%1 of it because an operator's own tensors were in each other's way")
                              .arg(format::bytes(baseline.relocated));
        all.push_back(bar);
    }
    return all;
}

SummaryChart::Content TrafficBars::content(const Theme& theme) const
{
    Content content;
    content.emptyTitle = tr("No plan to compare");
    content.emptyText = tr("The bars appear with the first plan.");
    content.title = tr("Off-chip traffic beyond the compulsory, and COSMA's saving");
    content.areValuesAtBars = true;
    content.areSeparated = false;
    content.rowHeight = 34;
    content.thickness = 0.64;
    content.leastWidth = 2;
    for (const Bar& bar : bars()) {
        const Fill fill = bar.isOurs ? Fill{theme.accent, {}} : Fill{theme.otherTensor, theme.card};
        QString tip = QStringLiteral("%1: %2").arg(bar.name, format::exactBytes(bar.traffic));
        if (!bar.detail.isEmpty())
            tip += QLatin1Char('\n') + bar.detail;
        content.rows.push_back({bar.name,
                                {{double(bar.traffic.count), fill, {}, {}}},
                                trafficText(bar.traffic),
                                bar.note,
                                bar.isOurs,
                                tip});
    }
    return content;
}

TableValues TrafficBars::chartValues() const
{
    TableValues values;
    values.columns = {tr("scheme"), tr("traffic [B]")};
    for (const Bar& bar : bars())
        values.rows.push_back({bar.name, qlonglong(bar.traffic.count)});
    return values;
}

} // namespace nestloom::ui
