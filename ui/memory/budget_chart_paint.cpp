// SPDX-License-Identifier: GPL-3.0-or-later
// How BudgetChart draws itself.
#include "ui/memory/budget_chart.h"

#include "ui/format.h"
#include "ui/memory/memory_words.h"
#include "ui/memory/plan_geometry.h"
#include "ui/theme.h"
#include "ui/views/paint_tools.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

using schedule::cosma::CurveStep;

const AxisUnit kBytes{{}, 1, true};

} // namespace

void BudgetChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintChart(painter);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(themeFor(palette()).accent, 1));
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -1, -1));
    }
}

void BudgetChart::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    if (m_plan.curve().empty()) {
        painter.setFont(font());
        const bool isComing = m_plan.state() == ShownPlan::State::Planning || m_plan.budgets().has_value();
        paint::message(painter, rect(), isComing ? tr("The curve fills after the plan") : tr("No curve"),
                       isComing ? tr("Least traffic for every scratchpad size appears here, step by step.")
                                : tr("It needs a network with an operator graph."),
                       theme);
        return;
    }
    painter.setFont(captionFont(font()));
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter);
    paintOpen(painter);
    paintStair(painter);
    paintMarks(painter);
    paintState(painter);
}

void BudgetChart::paintAxes(QPainter& painter) const
{
    const Theme& theme = themeFor(palette());
    const QFontMetricsF metrics(painter.font());
    for (const AxisScale::Tick& tick : m_traffic.ticks(std::max(2, int(m_plot.height() / 34)), kBytes)) {
        const double y = m_plot.bottom() - m_traffic.place(tick.value) * m_plot.height();
        if (tick.value < 0)
            continue;
        painter.setPen(theme.grid);
        painter.drawLine(QPointF(m_plot.left(), y), QPointF(m_plot.right(), y));
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(0, y - metrics.height() / 2, m_plot.left() - 6, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, tick.text);
    }
    for (const AxisScale::Tick& tick : sizeTicks()) {
        const double x = m_plot.left() + m_sizes.place(tick.value) * m_plot.width();
        const double half = metrics.horizontalAdvance(tick.text) / 2 + 1;
        painter.setPen(theme.mutedText);
        painter.drawLine(QPointF(x, m_plot.bottom()), QPointF(x, m_plot.bottom() + 3));
        painter.drawText(QRectF(x - half, m_plot.bottom() + 4, 2 * half, metrics.height()), Qt::AlignCenter, tick.text);
    }
    painter.setPen(theme.border);
    painter.drawLine(m_plot.bottomLeft(), m_plot.bottomRight());
}

/// Between what is proven and what is known to be possible.
void BudgetChart::paintOpen(QPainter& painter) const
{
    const Theme& theme = themeFor(palette());
    for (const CurveStep& step : m_plan.curve()) {
        if (step.isExact())
            continue;
        const QPointF low = positionOf(step.from, step.bound);
        const QPointF high = step.traffic ? positionOf(step.to + Bytes{1}, *step.traffic)
                                          : QPointF(positionOf(step.to + Bytes{1}, {}).x(), m_plot.top());
        const QRectF band = QRectF(low, high).normalized();
        paint::hatch(painter, band, theme.border);
        painter.setPen(QPen(theme.mutedText, 1, Qt::DashLine));
        painter.drawLine(band.topLeft(), band.topRight());
        painter.drawLine(band.bottomLeft(), band.bottomRight());
    }
}

void BudgetChart::paintStair(QPainter& painter) const
{
    const Theme& theme = themeFor(palette());
    painter.setPen(QPen(theme.accent, 2.2, Qt::SolidLine, Qt::FlatCap));
    const CurveStep* before = nullptr;
    for (const CurveStep& step : m_plan.curve()) {
        const CurveStep* last = std::exchange(before, &step);
        if (!step.isExact())
            continue;
        const QPointF from = positionOf(step.from, *step.traffic);
        painter.drawLine(from, positionOf(step.to + Bytes{1}, *step.traffic));
        if (last != nullptr && last->isExact())
            painter.drawLine(positionOf(step.from, *last->traffic), from);
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accent);
    const bool isCrowded = double(m_plan.curve().size()) * 7 > m_plot.width();
    for (const CurveStep& step : m_plan.curve())
        if (step.isExact() && !isCrowded)
            painter.drawEllipse(positionOf(step.from, *step.traffic), 3, 3);
}

/// M_R, M_H, M_P above the plot, and the size that is shown.
void BudgetChart::paintMarks(QPainter& painter) const
{
    const Theme& theme = themeFor(palette());
    const QFontMetricsF metrics(painter.font());
    double taken = -1e9;
    if (const auto& budgets = m_plan.budgets())
        for (const auto& [size, name] :
             {std::pair(budgets->least, QStringLiteral("M_R")), std::pair(budgets->half, QStringLiteral("M_H")),
              std::pair(budgets->peak, QStringLiteral("M_P"))}) {
            const double x = positionOf(size, {}).x();
            painter.setPen(QPen(theme.mutedText, 1, Qt::DotLine));
            painter.drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom()));
            for (const QString& text : {QStringLiteral("%1 %2").arg(name, sizeText(size)), name}) {
                const double width = metrics.horizontalAdvance(text) + 2;
                const double left = std::clamp(x - width / 2, 2.0, std::max(2.0, this->width() - width - 2.0));
                if (left < taken + 8 || x > m_plot.right() + 1)
                    continue; // the name alone may have room
                painter.setPen(theme.text);
                painter.drawText(QRectF(left, m_plot.top() - metrics.height() - 1, width, metrics.height()),
                                 Qt::AlignCenter, text);
                taken = left + width;
                break;
            }
        }
    const double x = positionOf(m_plan.scratchpad(), {}).x();
    if (x < m_plot.left() || x > m_plot.right())
        return;
    painter.setPen(QPen(theme.warning, 2));
    painter.drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom()));
    if (m_plan.hasPlan() && m_plan.plan().budget == m_plan.scratchpad()) {
        painter.setPen(QPen(theme.card, 1.5));
        painter.setBrush(theme.warning);
        painter.drawEllipse(positionOf(m_plan.scratchpad(), m_plan.plan().traffic), 4.5, 4.5);
    }
}

void BudgetChart::paintState(QPainter& painter) const
{
    const Theme& theme = themeFor(palette());
    const auto open = std::count_if(m_plan.curve().begin(), m_plan.curve().end(),
                                    [](const CurveStep& step) { return !step.isExact(); });
    const QString state = open == 0                  ? tr("exact")
                          : m_plan.isCurveComplete() ? tr("hatched: not proven")
                          : m_plan.isCancelled()     ? tr("cancelled")
                                                     : tr("being computed ...");
    painter.setPen(theme.mutedText);
    const double height = QFontMetricsF(painter.font()).height();
    const QRectF line(8, 3, width() - 16, height);
    const QString whole = tr("Least traffic beyond the compulsory by scratchpad size; %1").arg(state);
    const bool fits = QFontMetricsF(painter.font()).horizontalAdvance(whole) <= line.width();
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     fits ? whole : tr("Traffic beyond the compulsory; %1").arg(state));
}

} // namespace nestloom::ui
