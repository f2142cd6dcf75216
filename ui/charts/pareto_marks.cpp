// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/pareto_marks.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
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
    const QColor fill = fillOf(colour);
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

/// Behind the shades of the legend come the colours of the fronts.
int ParetoMarks::shadeOf(int series, int colour, int colours)
{
    if (colour == kByFront)
        return kColours + series % kShapes;
    const double fraction = colours > 1 ? double(colour) / (colours - 1) : 0.35;
    return int(std::lround(std::clamp(fraction, 0.0, 1.0) * (kColours - 1)));
}

QColor ParetoMarks::fillOf(int shade) const
{
    return shade < kColours ? sequentialColour(*m_theme, double(shade) / (kColours - 1))
                            : frontColour(*m_theme, shade - kColours);
}

QRgb ParetoMarks::dotColour(int series, int colour, int colours, Weight weight) const
{
    const QColor fill = fillOf(shadeOf(series, colour, colours));
    return qPremultiply(qRgba(fill.red(), fill.green(), fill.blue(), int(std::lround(255 * opacity(weight)))));
}

void ParetoMarks::draw(QPainter& painter, QPointF centre, int series, int colour, int colours, Weight weight,
                       bool hollow)
{
    drawMark(painter, centre, series % kShapes, shadeOf(series, colour, colours), weight, hollow);
}

void ParetoMarks::drawRun(QPainter& painter, QPointF centre, Weight weight)
{
    drawMark(painter, centre, kRun, 0, weight, false);
}

QColor frontColour(const Theme& theme, int series)
{
    static constexpr std::array<QRgb, kShapes> light{0xff0072b2, 0xffd55e00, 0xff008a66,
                                                     0xffaa4f86, 0xff8c6a00, 0xff454545};
    static constexpr std::array<QRgb, kShapes> dark{0xff56b4e9, 0xfff08a4b, 0xff2fc79b,
                                                    0xffe09cc4, 0xfff0d24a, 0xffd0d0d0};
    return (theme.dark ? dark : light)[std::size_t(series) % kShapes];
}

} // namespace nestloom::ui
