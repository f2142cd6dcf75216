// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/plan_range.h"

#include "ui/features/memory/memory_words.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace nestloom::ui {

RangeFigures rangeFigures(const ShownPlan& plan, StepRange range)
{
    RangeFigures figures;
    const auto& steps = plan.steps();
    for (int i = std::max(0, range.first); i <= std::min(range.last, int(steps.size()) - 1); ++i) {
        const memory::PlanStep& step = steps[std::size_t(i)];
        figures.peak = std::max(figures.peak, step.used);
        figures.spilled += step.spilled;
        figures.retrieved += step.retrieved;
        figures.created += step.created;
    }
    return figures;
}

QString rangeSentence(const ShownPlan& plan, StepRange range)
{
    const RangeFigures figures = rangeFigures(plan, range);
    return QCoreApplication::translate("PlanRange", "steps %1 to %2: %3 spilled, %4 retrieved, %5 at the peak")
        .arg(range.first)
        .arg(range.last)
        .arg(sizeText(figures.spilled), sizeText(figures.retrieved), sizeText(figures.peak));
}

void paintRange(QPainter& painter, const Theme& theme, const PlanGeometry& geometry, StepRange range)
{
    const QRectF& plot = geometry.plot;
    const double left = std::clamp(geometry.x(range.first), plot.left(), plot.right());
    const double right = std::clamp(geometry.x(range.last + 1.0), plot.left(), plot.right());
    QColor veil = theme.card;
    veil.setAlphaF(0.55F);
    painter.fillRect(QRectF(plot.topLeft(), QPointF(left, plot.bottom())), veil);
    painter.fillRect(QRectF(QPointF(right, plot.top()), plot.bottomRight()), veil);
    painter.setPen(QPen(theme.accent, 1.5));
    painter.drawLine(QPointF(left, plot.top()), QPointF(left, plot.bottom()));
    painter.drawLine(QPointF(right, plot.top()), QPointF(right, plot.bottom()));
}

} // namespace nestloom::ui
