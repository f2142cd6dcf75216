// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/pareto_marks.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

constexpr int kShapes = 6;
constexpr int kRun = -1;

double opacity(ParetoMarks::Weight weight)
{
    switch (weight) {
    case ParetoMarks::Weight::Full: return 1;
    case ParetoMarks::Weight::Dominated: return 0.25;
    case ParetoMarks::Weight::Beyond: return 0.08;
    }
    return 1;
}

QPainterPath polygon(std::initializer_list<QPointF> corners)
{
    QPainterPath path;
    path.addPolygon(QPolygonF(QList<QPointF>(corners)));
    path.closeSubpath();
    return path;
}

/// Around the origin, all of about the same area.
QPainterPath shapePath(int shape)
{
    QPainterPath path;
    switch (shape) {
    case 0: path.addEllipse(QPointF(), 3.7, 3.7); break;
    case 1: path.addRect(-3.3, -3.3, 6.6, 6.6); break;
    case 2: return polygon({{0, -4.6}, {4.4, 3.4}, {-4.4, 3.4}});
    case 3: return polygon({{0, -4.8}, {4.8, 0}, {0, 4.8}, {-4.8, 0}});
    case 4: return polygon({{0, 4.6}, {4.4, -3.4}, {-4.4, -3.4}});
    default:
        return polygon({{-1.5, -4.5},
                        {1.5, -4.5},
                        {1.5, -1.5},
                        {4.5, -1.5},
                        {4.5, 1.5},
                        {1.5, 1.5},
                        {1.5, 4.5},
                        {-1.5, 4.5},
                        {-1.5, 1.5},
                        {-4.5, 1.5},
                        {-4.5, -1.5},
                        {-1.5, -1.5}});
    }
    return path;
}

} // namespace

void ParetoMarks::reset(const Theme& theme, double devicePixelRatio)
{
    if (m_theme == &theme && m_ratio == devicePixelRatio)
        return;
    m_theme = &theme;
    m_ratio = devicePixelRatio;
    m_marks.clear();
}

void ParetoMarks::paintMark(QPainter& painter, int shape, int colour, Weight weight, bool hollow) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setOpacity(opacity(weight));
    if (shape == kRun) {
        painter.setPen(QPen(m_theme->text, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(QPointF(), 4, 4);
        painter.setBrush(m_theme->text);
        painter.drawEllipse(QPointF(), 1, 1);
        return;
    }
    const QColor fill = sequentialColour(*m_theme, double(colour) / (kColours - 1));
    painter.setPen(QPen(m_theme->dark ? fill.lighter(135) : fill.darker(150), hollow ? 1.4 : 1));
    painter.setBrush(hollow ? QBrush(Qt::NoBrush) : QBrush(fill));
    painter.drawPath(shapePath(shape));
}

void ParetoMarks::drawMark(QPainter& painter, QPointF centre, int shape, int colour, Weight weight, bool hollow)
{
    if (m_isVector) {
        painter.save();
        painter.translate(centre);
        paintMark(painter, shape, colour, weight, hollow);
        painter.restore();
        return;
    }
    QPixmap& pixmap = m_marks[{shape, colour, weight, hollow}];
    if (pixmap.isNull()) {
        const int side = int(std::ceil(kSize * m_ratio));
        pixmap = QPixmap(side, side);
        pixmap.setDevicePixelRatio(m_ratio);
        pixmap.fill(Qt::transparent);
        QPainter once(&pixmap);
        once.translate(kSize / 2, kSize / 2);
        paintMark(once, shape, colour, weight, hollow);
    }
    painter.drawPixmap(centre - QPointF(kSize / 2, kSize / 2), pixmap);
}

int ParetoMarks::shadeOf(int colour, int colours)
{
    const double fraction = colours > 1 ? double(colour) / (colours - 1) : 0.35;
    return int(std::lround(std::clamp(fraction, 0.0, 1.0) * (kColours - 1)));
}

QRgb ParetoMarks::dotColour(int colour, int colours, Weight weight) const
{
    const QColor fill = sequentialColour(*m_theme, double(shadeOf(colour, colours)) / (kColours - 1));
    return qPremultiply(qRgba(fill.red(), fill.green(), fill.blue(), int(std::lround(255 * opacity(weight)))));
}

void ParetoMarks::draw(QPainter& painter, QPointF centre, int series, int colour, int colours, Weight weight,
                       bool hollow)
{
    drawMark(painter, centre, series % kShapes, shadeOf(colour, colours), weight, hollow);
}

void ParetoMarks::drawRun(QPainter& painter, QPointF centre, Weight weight)
{
    drawMark(painter, centre, kRun, 0, weight, false);
}

} // namespace nestloom::ui
