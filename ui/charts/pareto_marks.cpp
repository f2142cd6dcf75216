// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/pareto_marks.h"

#include "engine/base/ranges.h"
#include "engine/explore/pareto.h"
#include "ui/charts/axis_scale.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

bool hasPlace(const ParetoPoint& point) { return std::isfinite(point.x) && std::isfinite(point.y); }

std::vector<int> extendFront(const std::vector<int>& front, const std::vector<ParetoPoint>& points, std::size_t from,
                             int series, const ParetoSense& sense)
{
    std::vector<int> candidates = front;
    for (std::size_t i = from; i < points.size(); ++i)
        if (points[i].series == series && !points[i].isRun)
            candidates.push_back(int(i));
    std::vector<std::vector<double>> rows; // smaller is better
    rows.reserve(candidates.size());
    for (const int i : candidates) {
        const ParetoPoint& point = points[std::size_t(i)];
        rows.push_back({sense.largerX ? -point.x : point.x, sense.largerY ? -point.y : point.y});
    }
    std::vector<int> result = collect(explore::nonDominated(rows), [&](const std::size_t i) { return candidates[i]; });
    std::ranges::stable_sort(result, [&](int a, int b) { return points[std::size_t(a)].x < points[std::size_t(b)].x; });
    return result;
}

std::optional<int> kneeOf(const std::vector<int>& front, const std::vector<ParetoPoint>& points, const AxisScale& x,
                          const AxisScale& y, const ParetoSense& sense)
{
    if (front.size() < 3)
        return std::nullopt;
    const auto xOf = [&](int i) { return x.transformed(points[std::size_t(i)].x); };
    const auto yOf = [&](int i) { return y.transformed(points[std::size_t(i)].y); };
    const double x0 = xOf(front.front()), x1 = xOf(front.back());
    const double y0 = yOf(front.front()), y1 = yOf(front.back());
    if (!std::isfinite(x0 + x1 + y0 + y1) || x0 == x1 || y0 == y1)
        return std::nullopt;
    std::optional<int> knee;
    double farthest = 1e-6;
    for (const int i : front) {
        const double u = (xOf(i) - x0) / (x1 - x0), v = (yOf(i) - y0) / (y1 - y0); // the line is v = u
        // Along the front x rises; the better side is where y is lower than the line (higher, when larger is better).
        const double above = (v - u) * (y1 > y0 ? 1 : -1);
        const double distance = sense.largerY ? above : -above;
        if (distance > farthest) {
            farthest = distance;
            knee = i;
        }
    }
    return knee;
}

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

void ParetoMarks::draw(QPainter& painter, QPointF centre, int series, int colour, int colours, Weight weight,
                       bool hollow)
{
    const double fraction = colours > 1 ? double(colour) / (colours - 1) : 0.35;
    const int shade = int(std::lround(std::clamp(fraction, 0.0, 1.0) * (kColours - 1)));
    drawMark(painter, centre, series % kShapes, shade, weight, hollow);
}

void ParetoMarks::drawRun(QPainter& painter, QPointF centre, Weight weight)
{
    drawMark(painter, centre, kRun, 0, weight, false);
}

} // namespace nestloom::ui
