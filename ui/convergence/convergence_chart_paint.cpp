// SPDX-License-Identifier: GPL-3.0-or-later
// How ConvergenceChart draws itself.
#include "ui/convergence/convergence_chart.h"

#include "ui/convergence/convergence_words.h"
#include "ui/format.h"
#include "ui/theme.h"
#include "ui/views/paint_tools.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

using schedule::ConvergenceCurve;
using schedule::ConvergencePoint;

void ConvergenceChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintChart(painter);
    const Theme& theme = themeFor(palette());
    paintCursor(painter, theme);
    if (!hasFocus())
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, 1, Qt::DotLine));
    painter.drawRect(QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5));
}

void ConvergenceChart::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    if (chartName().isEmpty()) {
        painter.setFont(font());
        return paint::message(painter, rect(), m_emptyTitle, m_emptyText, theme);
    }
    painter.setFont(captionFont(font()));
    paintAxes(painter, theme);
    painter.save();
    painter.setClipRect(m_plot.adjusted(-1, -2, 1, 2));
    paintBound(painter, theme);
    for (auto curve = m_all.curves.rbegin(); curve != m_all.curves.rend(); ++curve) // CoSA's on top
        if (isShown(*curve))
            paintCurve(painter, theme, *curve);
    painter.restore();
    paintLegend(painter, theme);
}

void ConvergenceChart::paintAxes(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(painter.font());
    double taken = -1e9; // right end of the last label
    for (const AxisScale::Tick& tick : m_x.ticks(std::max(2, int(m_plot.width() / 80)), unitAlong())) {
        const double x = std::round(position(tick.value, 1).x()) + 0.5;
        painter.setPen(theme.grid);
        painter.drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom()));
        const double width = metrics.horizontalAdvance(tick.text) + 4;
        if (x - width / 2 < taken + 6)
            continue;
        taken = x + width / 2;
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(x - width / 2, m_plot.bottom() + 3, width, metrics.height()), Qt::AlignCenter,
                         tick.text);
    }
    for (const AxisScale::Tick& tick : m_y.ticks(std::max(2, int(m_plot.height() / 34)), figureUnit(m_goal, m_clock))) {
        const double y = std::round(position(1, tick.value).y()) + 0.5;
        painter.setPen(theme.grid);
        painter.drawLine(QPointF(m_plot.left(), y), QPointF(m_plot.right(), y));
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(0, y - metrics.height() / 2, m_plot.left() - 6, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, tick.text);
    }
    painter.setPen(theme.mutedText);
    painter.drawLine(m_plot.bottomLeft(), m_plot.bottomRight());
    painter.drawLine(m_plot.bottomLeft(), m_plot.topLeft());
    const QString along = m_against == Against::CpuTime ? tr("CPU time of the search (logarithmic)")
                                                        : tr("evaluations of the cost model (logarithmic)");
    painter.drawText(QRectF(m_plot.left(), m_plot.bottom() + metrics.height() + 4, m_plot.width(), metrics.height()),
                     Qt::AlignRight, along);
    painter.drawText(QRectF(6, 4, width() - 12.0, metrics.height()), Qt::AlignLeft,
                     tr("best %1 so far (logarithmic)").arg(goalName(m_goal)));
}

void ConvergenceChart::paintBound(QPainter& painter, const Theme& theme) const
{
    const auto* proven = bound();
    if (proven == nullptr)
        return;
    const double y = position(1, proven->value).y();
    painter.fillRect(QRectF(QPointF(m_plot.left(), y), m_plot.bottomRight()), theme.accentSoft);
    painter.setPen(QPen(theme.text, 1.2));
    painter.drawLine(QPointF(m_plot.left(), y), QPointF(m_plot.right(), y));
}

/// Steps: a value holds until a better one is found, the last one to the end of the search.
void ConvergenceChart::paintCurve(QPainter& painter, const Theme& theme, const ConvergenceCurve& curve) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath path;
    for (const ConvergencePoint& point : curve.points) {
        const QPointF at = position(std::max(along(point), 1e-3), point.value);
        if (path.elementCount() == 0)
            path.moveTo(at);
        else
            path.lineTo(at.x(), path.currentPosition().y());
        path.lineTo(at);
    }
    const QPointF last = path.currentPosition();
    const QPointF stop(std::max(last.x(), position(std::max(end(curve), 1e-3), 1).x()), last.y());
    path.lineTo(stop);
    QPen pen = enginePen(curve.engine, theme);
    painter.setBrush(Qt::NoBrush);
    painter.strokePath(path, pen);
    if (curve.state == ConvergenceCurve::State::Running || curve.state == ConvergenceCurve::State::Waiting)
        return;
    painter.setPen(QPen(theme.card, 1.5)); // where the search ended
    painter.setBrush(pen.color());
    painter.drawEllipse(stop, 4, 4);
}

/// One line of samples: engines, and the bound.
void ConvergenceChart::paintLegend(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(painter.font());
    double x = m_plot.left();
    const double y = metrics.height() + 7, middle = std::round(y + metrics.height() / 2) + 0.5;
    const auto add = [&](const QPen& pen, const QString& name) {
        painter.setPen(pen);
        painter.drawLine(QPointF(x, middle), QPointF(x + 30, middle));
        painter.setPen(theme.text);
        painter.drawText(QPointF(x + 36, y + metrics.ascent()), name);
        x += 36 + metrics.horizontalAdvance(name) + 18;
    };
    std::vector<std::string> named;
    for (const ConvergenceCurve& curve : m_all.curves) {
        if (!isShown(curve) || std::find(named.begin(), named.end(), curve.engine) != named.end())
            continue;
        named.push_back(curve.engine);
        add(enginePen(curve.engine, theme), engineName(curve.engine));
    }
    if (const auto* proven = bound())
        add(QPen(theme.text, 1.2), tr("proven bound %1").arg(figureText(m_goal, proven->value, m_clock)));
}

void ConvergenceChart::paintCursor(QPainter& painter, const Theme& theme) const
{
    if (!m_cursor || chartName().isEmpty())
        return;
    const double x = std::round(position(*m_cursor, 1).x()) + 0.5;
    painter.setPen(QPen(theme.mutedText, 1, Qt::DashLine));
    painter.drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom()));
    painter.setRenderHint(QPainter::Antialiasing);
    for (const ConvergenceCurve& curve : m_all.curves) {
        if (!isShown(curve))
            continue;
        const std::optional<double> value = valueAt(curve, *m_cursor);
        if (!value || !m_plot.contains(position(*m_cursor, *value)))
            continue;
        painter.setPen(QPen(theme.card, 1));
        painter.setBrush(enginePen(curve.engine, theme).color());
        painter.drawEllipse(position(*m_cursor, *value), 3.5, 3.5);
    }
}

} // namespace nestloom::ui
