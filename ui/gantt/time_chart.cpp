// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gantt/time_chart.h"

#include "ui/export/chart_actions.h"
#include "ui/format.h"

#include <QPainter>

#include <cmath>

namespace nestloom::ui {

TimeChart::TimeChart(TimeFocus& focus, QWidget* parent) : QWidget(parent), m_focus(focus)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    enableChartExport(*this);
    connect(&m_focus, &TimeFocus::windowChanged, this, &TimeChart::layOut);
    connect(&m_focus, &TimeFocus::cursorChanged, this, [this] { update(); });
    connect(&m_focus, &TimeFocus::rangeChanged, this, [this] { update(); });
    connect(&m_focus, &TimeFocus::selectionChanged, this, [this] { update(); });
}

void TimeChart::setTimeLabels(bool shown)
{
    m_hasTimeLabels = shown;
    layOut();
}

double TimeChart::footRoom() const { return m_hasTimeLabels ? QFontMetricsF(captionFont(font())).height() + 7 : 4; }

void TimeChart::layOut()
{
    const double left = timeMargin(captionFont(font())), top = headRoom();
    const double bottom = height() - footRoom();
    m_geometry.plot =
        QRectF(QPointF(left, top), QPointF(std::max(left + 20, width() - 12.0), std::max(top + 8, bottom)));
    m_geometry.low = m_focus.low();
    m_geometry.high = std::max(m_focus.high(), m_focus.low() + 1);
    placed();
    invalidate();
}

void TimeChart::invalidate()
{
    m_isLayerOld = true;
    update();
}

void TimeChart::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeFor(palette());
    const double ratio = devicePixelRatioF();
    if (m_layer.size() != (QSizeF(size()) * ratio).toSize()) {
        m_layer = QPixmap((QSizeF(size()) * ratio).toSize());
        m_layer.setDevicePixelRatio(ratio);
        m_isLayerOld = true;
    }
    if (m_isLayerOld && !m_layer.isNull()) {
        QPainter painter(&m_layer);
        painter.setFont(captionFont(font()));
        painter.fillRect(rect(), theme.card);
        if (hasData())
            paintMarks(painter, theme, true);
        m_isLayerOld = false;
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_layer);
    painter.setFont(captionFont(font()));
    if (hasData()) {
        paintRange(painter, theme);
        paintOver(painter, theme);
        paintCursor(painter, theme);
    } else {
        painter.setFont(font());
        paintEmpty(painter, theme);
    }
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.accent, 1));
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -1, -1));
    }
}

void TimeChart::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.setFont(captionFont(font()));
    painter.fillRect(rect(), theme.card);
    if (!hasData())
        return paintEmpty(painter, theme);
    paintMarks(painter, theme, false);
    paintRange(painter, theme);
    paintOver(painter, theme);
}

void TimeChart::paintTimeGrid(QPainter& painter, const Theme& theme) const
{
    const QRectF& plot = m_geometry.plot;
    const QFontMetricsF metrics(painter.font());
    double taken = m_hasTimeLabels ? metrics.horizontalAdvance(tr("cycles")) + 10 : 0;
    if (m_hasTimeLabels) {
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(0, plot.bottom() + 4, plot.left() - 6, metrics.height()), Qt::AlignRight, tr("cycles"));
        taken = plot.left() - 6;
    }
    for (const TimeTick& tick : timeTicks(m_geometry, 90)) {
        const double x = std::round(m_geometry.x(tick.cycle)) + 0.5;
        if (x > plot.right() + 1)
            continue;
        painter.setPen(theme.grid);
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        const double width = metrics.horizontalAdvance(tick.text);
        if (!m_hasTimeLabels || x - width / 2 < taken + 6 || x + width / 2 > this->width() - 1)
            continue;
        painter.setPen(theme.mutedText);
        painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + 3));
        painter.drawText(QRectF(x - width / 2 - 2, plot.bottom() + 4, width + 4, metrics.height()), Qt::AlignCenter,
                         tick.text);
        taken = x + width / 2;
    }
}

void TimeChart::paintRange(QPainter& painter, const Theme& theme) const
{
    if (!m_focus.range())
        return;
    const QRectF& plot = m_geometry.plot;
    const double from = m_geometry.x(double(m_focus.range()->from)), to = m_geometry.x(double(m_focus.range()->to));
    painter.save();
    painter.setClipRect(plot);
    QColor shade = theme.accent;
    shade.setAlpha(theme.dark ? 60 : 38);
    painter.fillRect(QRectF(from, plot.top(), to - from, plot.height()), shade);
    painter.setPen(QPen(theme.accent, 1));
    for (const double x : {from, to})
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    painter.restore();
}

void TimeChart::paintCursor(QPainter& painter, const Theme& theme) const
{
    const QRectF& plot = m_geometry.plot;
    const double x = std::round(m_geometry.x(double(m_focus.cursor()))) + 0.5;
    if (x < plot.left() || x > plot.right() + 1)
        return;
    painter.setPen(QPen(theme.text, 1, Qt::DashLine));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    if (!m_hasTimeLabels)
        return;
    const QFontMetricsF metrics(painter.font());
    const QString text = format::integer(m_focus.cursor());
    const double width = metrics.horizontalAdvance(text) + 8;
    const QRectF plate(std::clamp(x - width / 2, plot.left(), this->width() - width - 1), plot.bottom() + 3, width,
                       metrics.height() + 2);
    painter.fillRect(plate, theme.text);
    painter.setPen(theme.card);
    painter.drawText(plate, Qt::AlignCenter, text);
}

} // namespace nestloom::ui
