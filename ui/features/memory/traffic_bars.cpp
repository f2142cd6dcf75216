// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/traffic_bars.h"

#include "ui/features/memory/memory_words.h"
#include "ui/features/memory/plan_focus.h"
#include "ui/style/format.h"
#include "ui/style/paint_tools.h"
#include "ui/style/theme.h"
#include "ui/widgets/chart_dialog.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace nestloom::ui {

namespace {
constexpr double kTitle = 22; // height of the line above the bars
constexpr double kTallest = 34;
} // namespace

TrafficBars::TrafficBars(ShownPlan& plan, PlanFocus& focus, QWidget* parent)
    : QWidget(parent), m_plan(plan), m_focus(focus)
{
    setObjectName(QStringLiteral("trafficBars"));
    setAccessibleName(tr("Traffic against baselines"));
    enableChartExport(*this);
    connect(&m_plan, &ShownPlan::planChanged, this, &TrafficBars::describe);
    connect(&m_focus, &PlanFocus::rangeChanged, this, &TrafficBars::describe);
}

void TrafficBars::describe()
{
    QStringList lines;
    for (const Bar& bar : bars())
        lines << QStringLiteral("%1: %2").arg(bar.name, trafficText(bar.traffic));
    setAccessibleDescription(lines.join(QStringLiteral("; ")));
    update();
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

double TrafficBars::rowHeight(std::size_t rows) const
{
    return std::min(kTallest, (height() - kTitle - 4) / double(std::max<std::size_t>(1, rows)));
}

void TrafficBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintChart(painter);
}

void TrafficBars::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    const std::vector<Bar> all = bars();
    if (all.empty()) {
        painter.setFont(font());
        paint::message(painter, rect(), tr("No plan to compare"), tr("The bars appear with the first plan."), theme);
        return;
    }
    painter.setFont(captionFont(font()));
    const QFontMetricsF metrics(painter.font());
    painter.setPen(theme.mutedText);
    painter.drawText(QRectF(8, 3, width() - 16, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(tr("Off-chip traffic beyond the compulsory, and COSMA's saving"),
                                        Qt::ElideRight, width() - 16));
    double names = 0, notes = 0, most = 1;
    for (const Bar& bar : all) {
        names = std::max(names, metrics.horizontalAdvance(bar.name));
        notes = std::max(notes, metrics.horizontalAdvance(trafficText(bar.traffic) + QStringLiteral("   ") + bar.note));
        most = std::max(most, double(bar.traffic.count));
    }
    const double left = 8 + names + 8;
    const double room = std::max(20.0, width() - left - notes - 18);
    const double row = rowHeight(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Bar& bar = all[i];
        const double top = kTitle + double(i) * row;
        painter.setPen(bar.isOurs ? theme.text : theme.mutedText);
        painter.drawText(QRectF(8, top, names, row), Qt::AlignRight | Qt::AlignVCenter, bar.name);
        const double width = bar.traffic.count > 0 ? std::max(2.0, double(bar.traffic.count) / most * room) : 0;
        const QRectF rect(left, top + row * 0.18, width, row * 0.64);
        painter.fillRect(rect, bar.isOurs ? theme.accent : theme.otherTensor);
        if (!bar.isOurs)
            paint::hatch(painter, rect, theme.card);
        painter.setPen(theme.text);
        const QString value = trafficText(bar.traffic);
        painter.drawText(QPointF(left + width + 6, top + row / 2 + metrics.ascent() / 2 - 1), value);
        painter.setPen(theme.mutedText);
        painter.drawText(QPointF(left + width + 6 + metrics.horizontalAdvance(value + QStringLiteral("  ")),
                                 top + row / 2 + metrics.ascent() / 2 - 1),
                         bar.note);
    }
}

TableValues TrafficBars::chartValues() const
{
    TableValues values;
    values.columns = {tr("scheme"), tr("traffic [B]")};
    for (const Bar& bar : bars())
        values.rows.push_back({bar.name, qlonglong(bar.traffic.count)});
    return values;
}

bool TrafficBars::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const std::vector<Bar> all = bars();
        const auto row = std::size_t(std::max(0.0, (help->pos().y() - kTitle) / rowHeight(all.size())));
        QString text;
        if (row < all.size()) {
            text = QStringLiteral("%1: %2").arg(all[row].name, format::exactBytes(all[row].traffic));
            if (!all[row].detail.isEmpty())
                text += QLatin1Char('\n') + all[row].detail;
        }
        QToolTip::showText(help->globalPos(), text, this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace nestloom::ui
