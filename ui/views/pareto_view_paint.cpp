// SPDX-License-Identifier: GPL-3.0-or-later
// How ParetoView draws itself.
#include "ui/views/pareto_view.h"

#include "ui/views/paint_tools.h"

#include <QComboBox>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

constexpr double kLineGap = 4;
constexpr int kMostColourLines = 8; // in the legend; of more colours, samples are told

} // namespace

void ParetoView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    painter.setFont(font());
    if (m_choices[X]->count() == 0) {
        paint::message(painter, rect(), m_emptyTitle, m_emptyText, theme);
        return;
    }
    m_marks.reset(theme, devicePixelRatioF());
    paintAll(painter, theme, [&] {
        refreshLayer();
        painter.drawPixmap(0, 0, m_layer);
    });
    if (m_points.empty())
        paint::message(painter, m_plot, m_emptyTitle, m_emptyText, theme);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.accent, 1, Qt::DotLine));
        painter.drawRect(QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5));
    }
}

void ParetoView::paintAll(QPainter& painter, const Theme& theme, const std::function<void()>& paintTheirPoints)
{
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter, theme);
    paintTheirPoints();
    painter.save();
    painter.setClipRect(m_plot.adjusted(-1, -1, 1, 1));
    paintFronts(painter, theme);
    paintLasso(painter, theme);
    paintMarked(painter, theme);
    painter.restore();
    if (!m_points.empty())
        for (const Side side : {X, Y})
            paintLimit(painter, theme, side);
    paintLegend(painter, theme);
}

void ParetoView::paintAxes(QPainter& painter, const Theme& theme) const
{
    painter.setFont(captionFont(font()));
    const QFontMetricsF metrics(painter.font());
    double taken = -1e9; // right end of the last label
    for (const AxisScale::Tick& tick : m_ticks[X]) {
        const double x = std::round(position(tick.value, 1).x()) + 0.5;
        painter.setPen(theme.grid);
        painter.drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom()));
        const double width = metrics.horizontalAdvance(tick.text) + 4;
        if (x - width / 2 < taken + 6)
            continue;
        taken = x + width / 2;
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(x - width / 2, m_plot.bottom() + 4, width, metrics.height()), Qt::AlignCenter,
                         tick.text);
    }
    for (const AxisScale::Tick& tick : m_ticks[Y]) {
        const double y = std::round(position(1, tick.value).y()) + 0.5;
        painter.setPen(theme.grid);
        painter.drawLine(QPointF(m_plot.left(), y), QPointF(m_plot.right(), y));
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(0, y - metrics.height() / 2, m_plot.left() - 8, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, tick.text);
    }
    painter.setPen(theme.mutedText);
    painter.drawLine(m_plot.bottomLeft(), m_plot.bottomRight());
    painter.drawLine(m_plot.bottomLeft(), m_plot.topLeft());
    painter.setFont(font());
}

/// All points in a picture that is copied until something moves.
void ParetoView::refreshLayer()
{
    const double ratio = devicePixelRatioF();
    if (!m_isLayerOld && m_layer.size() == size() * ratio)
        return;
    m_isLayerOld = false;
    m_layer = QPixmap(size() * ratio);
    m_layer.setDevicePixelRatio(ratio);
    m_layer.fill(Qt::transparent);
    QPainter painter(&m_layer);
    paintPoints(painter);
}

/// The lighter ones lie below.
void ParetoView::paintPoints(QPainter& painter)
{
    painter.setClipRect(m_plot.adjusted(-2, -2, 2, 2));
    const int colours = std::max(1, int(m_legend.colours.size()));
    using Weight = ParetoMarks::Weight;
    for (const Weight weight : {Weight::Beyond, Weight::Dominated, Weight::Full})
        for (std::size_t i = 0; i < m_points.size(); ++i) {
            if (m_weights[i] != weight || !isDrawn(m_points[i]))
                continue;
            const QPointF at = positionOf(int(i));
            if (m_points[i].isRun)
                m_marks.drawRun(painter, at, weight);
            else
                m_marks.draw(painter, at, m_points[i].series, m_points[i].colour, colours, weight,
                             m_points[i].isUndecided);
        }
}

/// What a front reaches: along x up to the next point nothing better is known than the last one.
void ParetoView::paintFronts(QPainter& painter, const Theme& theme) const
{
    painter.setPen(QPen(theme.text, 1.2));
    painter.setBrush(Qt::NoBrush);
    for (const std::vector<int>& front : m_fronts) {
        QPainterPath path;
        for (const int i : front) {
            const QPointF at = positionOf(i);
            if (!std::isfinite(at.x()) || !std::isfinite(at.y()))
                continue;
            if (path.elementCount() == 0) {
                path.moveTo(at);
                continue;
            }
            const QPointF before = path.currentPosition();
            path.lineTo(m_axes[X].largerIsBetter ? QPointF(before.x(), at.y()) : QPointF(at.x(), before.y()));
            path.lineTo(at);
        }
        painter.drawPath(path);
    }
}

void ParetoView::paintMarked(QPainter& painter, const Theme& theme) const
{
    painter.setBrush(Qt::NoBrush);
    painter.setFont(captionFont(font()));
    const QFontMetricsF metrics(painter.font());
    for (const int knee : knees()) {
        const QPointF at = positionOf(knee);
        painter.setPen(QPen(theme.text, 1.4));
        painter.drawEllipse(at, 8, 8);
        const QString text = tr("knee");
        const QRectF label(at.x() + 9, at.y() - 9 - metrics.height(), metrics.horizontalAdvance(text) + 2,
                           metrics.height());
        painter.drawText(label, Qt::AlignCenter, text);
    }
    if (m_hovered >= 0 && m_hovered != m_current) {
        painter.setPen(QPen(theme.accent, 1.2));
        painter.drawEllipse(positionOf(m_hovered), 7, 7);
    }
    if (m_current >= 0 && isDrawn(m_points[std::size_t(m_current)])) {
        const QPointF at = positionOf(m_current);
        painter.setPen(QPen(theme.accent, 2.5));
        painter.drawEllipse(at, 8, 8);
        painter.setPen(QPen(theme.accent, 1, Qt::DotLine));
        painter.drawLine(at + QPointF(0, 8), QPointF(at.x(), m_plot.bottom()));
        painter.drawLine(at - QPointF(8, 0), QPointF(m_plot.left(), at.y()));
    }
    painter.setFont(font());
}

void ParetoView::paintLimit(QPainter& painter, const Theme& theme, Side side) const
{
    const double at = limitAt(side);
    const bool isSet = m_limits[side].has_value();
    const double low = side == X ? m_plot.left() : m_plot.top(), high = side == X ? m_plot.right() : m_plot.bottom();
    if (at < low - 1 || at > high + 1)
        return; // zoomed out of sight
    const QColor colour = isSet ? theme.warning : theme.mutedText;
    painter.setPen(QPen(colour, 1.5, Qt::DashLine));
    if (isSet && side == X)
        painter.drawLine(QPointF(at, m_plot.top()), QPointF(at, m_plot.bottom()));
    if (isSet && side == Y)
        painter.drawLine(QPointF(m_plot.left(), at), QPointF(m_plot.right(), at));
    QPolygonF tab;
    if (side == X)
        tab << QPointF(at, m_plot.top()) << QPointF(at - 6, m_plot.top() - 9) << QPointF(at + 6, m_plot.top() - 9);
    else
        tab << QPointF(m_plot.right(), at) << QPointF(m_plot.right() + 9, at - 6)
            << QPointF(m_plot.right() + 9, at + 6);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(tab);
    painter.setFont(captionFont(font()));
    const QFontMetricsF metrics(painter.font());
    const QString text = !isSet ? tr("limit")
                                : (m_axes[side].largerIsBetter ? QStringLiteral("\u2265 ") : QStringLiteral("\u2264 "))
                                      + (m_axes[side].text ? m_axes[side].text(*m_limits[side]) : QString());
    const double width = metrics.horizontalAdvance(text) + 2;
    painter.setPen(colour);
    QRectF label(at - width - 9, m_plot.top() - metrics.height() - 1, width, metrics.height());
    if (side == X && label.left() < m_plot.left())
        label.moveLeft(at + 9);
    if (side == Y)
        label = QRectF(m_plot.right() - width - 4, at - metrics.height() - 1, width, metrics.height());
    if (side == X || isSet) // the waiting tab of the other axis would stand in the points
        painter.drawText(label, Qt::AlignCenter, text);
    painter.setFont(font());
}

void ParetoView::paintLasso(QPainter& painter, const Theme& theme) const
{
    if (m_lasso.size() < 2)
        return;
    QPolygonF outline;
    for (const QPointF& corner : m_lasso)
        outline << position(m_scales[X].restored(corner.x()), m_scales[Y].restored(corner.y()));
    QColor fill = theme.accent;
    fill.setAlpha(28);
    painter.setBrush(fill);
    painter.setPen(QPen(theme.accent, 1.2, Qt::DashLine));
    painter.drawPolygon(outline);
}

void ParetoView::paintLegend(QPainter& painter, const Theme& theme)
{
    if (m_legendArea.isNull())
        return;
    painter.setFont(captionFont(font()));
    const QFontMetricsF metrics(painter.font());
    double y = m_legendArea.top();
    const double left = m_legendArea.left(), width = m_legendArea.width();
    const auto line = [&](const QString& text, double indent, const QColor& colour) {
        painter.setPen(colour);
        painter.drawText(QRectF(left + indent, y, width - indent, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(text, Qt::ElideRight, width - indent));
        y += metrics.height() + kLineGap;
    };
    const auto centre = [&] { return QPointF(left + 6, y + metrics.height() / 2); };
    const auto full = ParetoMarks::Weight::Full;
    const int colours = int(m_legend.colours.size());
    if (m_legend.series.size() > 1)
        for (int i = 0; i < m_legend.series.size(); ++i) {
            m_marks.draw(painter, centre(), i, 0, 1, full);
            line(m_legend.series[i], 18, theme.text);
        }
    if (colours > 0) {
        y += kLineGap;
        line(m_legend.colourTitle, 0, theme.mutedText);
        const int lines = std::min(colours, kMostColourLines);
        for (int i = 0; i < lines; ++i) {
            const int colour = lines > 1 ? i * (colours - 1) / (lines - 1) : 0;
            m_marks.draw(painter, centre(), 0, colour, colours, full);
            line(m_legend.colours[colour], 18, theme.text);
        }
    }
    y += kLineGap;
    const std::size_t frontSize = front().size();
    painter.setPen(QPen(theme.text, 1.2));
    painter.drawLine(QPointF(left, centre().y()), QPointF(left + 12, centre().y()));
    line(frontSize == 1 ? tr("Pareto front, 1 point") : tr("Pareto front, %1 points").arg(frontSize), 18, theme.text);
    m_marks.draw(painter, centre(), 0, 0, 1, ParetoMarks::Weight::Dominated);
    line(tr("dominated"), 18, theme.text);
    const auto undecided = std::count_if(m_points.begin(), m_points.end(),
                                         [](const ParetoPoint& point) { return point.isUndecided && hasPlace(point); });
    if (undecided > 0) {
        m_marks.draw(painter, centre(), 0, 0, 1, full, true);
        line(tr("undecided: %1").arg(undecided), 18, theme.text);
    }
    const auto isRun = [](const ParetoPoint& point) { return point.isRun; };
    if (std::any_of(m_points.begin(), m_points.end(), isRun)) {
        m_marks.drawRun(painter, centre(), full);
        line(tr("stored run"), 18, theme.text);
    }
    if (m_limits[X] || m_limits[Y])
        line(tr("%1 within the limits").arg(withinLimits()), 18, theme.warning);
    for (const QString& note : m_legend.notes)
        line(note, 18, theme.mutedText);
    painter.setFont(font());
}

} // namespace nestloom::ui
