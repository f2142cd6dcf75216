// SPDX-License-Identifier: GPL-3.0-or-later
// What ParetoView knows of its points: fronts, limits they keep, the current one, the lasso.
#include "ui/views/pareto_view.h"

#include "ui/counted.h"
#include "ui/export/chart_actions.h"
#include "ui/theme.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QComboBox>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

constexpr double kReach = 9; // of a click, in pixels

int seriesCount(const std::vector<ParetoPoint>& points)
{
    int count = 0;
    for (const ParetoPoint& point : points)
        count = std::max(count, point.series + 1);
    return count;
}

} // namespace

ParetoView::ParetoView(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Pareto view"));
    for (const Side side : {X, Y}) {
        m_choices[side] = makeChoice(side);
        m_logs[side] = makeLogButton(side);
    }
    m_emptyTitle = tr("No points yet");
    enableChartExport(*this);
    setContextMenuPolicy(Qt::DefaultContextMenu); // a menu of its own, with those actions in it
}

void ParetoView::setLegend(const ParetoLegend& legend)
{
    m_legend = legend;
    layOut();
}

void ParetoView::setEmptyText(const QString& title, const QString& text)
{
    m_emptyTitle = title;
    m_emptyText = text;
    update();
}

void ParetoView::setPoints(std::vector<ParetoPoint> points)
{
    m_points = std::move(points);
    m_current = m_hovered = -1;
    m_fronts.clear();
    refreshFronts(0);
    m_isFitted = true;
    fit();
    announceFront();
}

void ParetoView::addPoints(const std::vector<ParetoPoint>& points)
{
    const std::size_t from = m_points.size();
    m_points.insert(m_points.end(), points.begin(), points.end());
    refreshFronts(from);
    if (m_isFitted)
        fit();
    else
        invalidate();
    announceFront();
}

void ParetoView::announceFront()
{
    describe();
    Q_EMIT frontChanged();
    Q_EMIT limitsChanged();
    if (hasLasso())
        Q_EMIT lassoChanged();
}

void ParetoView::refreshFronts(std::size_t from)
{
    m_fronts.resize(std::size_t(seriesCount(m_points)));
    for (std::size_t series = 0; series < m_fronts.size(); ++series)
        m_fronts[series] = extendFront(m_fronts[series], m_points, from, int(series), sense());
    refreshWeights();
}

void ParetoView::refreshWeights()
{
    using Weight = ParetoMarks::Weight;
    m_weights.assign(m_points.size(), Weight::Dominated);
    for (const std::vector<int>& front : m_fronts)
        for (const int i : front)
            m_weights[std::size_t(i)] = Weight::Full;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        if (m_points[i].isRun)
            m_weights[i] = Weight::Full;
        if (isBeyond(m_points[i]))
            m_weights[i] = Weight::Beyond;
    }
}

std::vector<int> ParetoView::front() const
{
    std::vector<int> all;
    for (const std::vector<int>& front : m_fronts)
        all.insert(all.end(), front.begin(), front.end());
    return all;
}

std::vector<int> ParetoView::knees() const
{
    std::vector<int> knees;
    for (const std::vector<int>& front : m_fronts)
        if (const auto knee = kneeOf(front, m_points, m_scales[X], m_scales[Y], sense()))
            knees.push_back(*knee);
    return knees;
}

bool ParetoView::isDrawn(const ParetoPoint& point) const
{
    return std::isfinite(m_scales[X].place(point.x)) && std::isfinite(m_scales[Y].place(point.y));
}

bool ParetoView::isBeyond(const ParetoPoint& point) const
{
    for (const Side side : {X, Y}) {
        const double value = side == X ? point.x : point.y;
        if (m_limits[side] && (m_axes[side].largerIsBetter ? value < *m_limits[side] : value > *m_limits[side]))
            return true;
    }
    return false;
}

int ParetoView::withinLimits() const
{
    return int(std::count_if(m_points.begin(), m_points.end(),
                             [this](const ParetoPoint& point) { return hasPlace(point) && !isBeyond(point); }));
}

void ParetoView::invalidate()
{
    m_isLayerOld = true;
    update();
}

int ParetoView::pointAt(QPointF where) const
{
    int nearest = -1;
    double best = kReach * kReach;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        if (!isDrawn(m_points[i]))
            continue;
        const QPointF away = positionOf(int(i)) - where;
        double distance = QPointF::dotProduct(away, away);
        if (m_weights[i] == ParetoMarks::Weight::Full)
            distance *= 0.5; // of two marks on top of each other, the one that can be seen
        if (distance < best) {
            best = distance;
            nearest = int(i);
        }
    }
    return nearest;
}

std::vector<int> ParetoView::caught() const
{
    std::vector<int> inside;
    for (std::size_t i = 0; i < m_points.size() && hasLasso(); ++i) {
        const QPointF at(m_scales[X].transformed(m_points[i].x), m_scales[Y].transformed(m_points[i].y));
        if (!m_points[i].isRun && std::isfinite(at.x()) && std::isfinite(at.y())
            && m_lasso.containsPoint(at, Qt::OddEvenFill))
            inside.push_back(int(i));
    }
    return inside;
}

void ParetoView::clearLasso()
{
    if (!hasLasso())
        return;
    m_lasso.clear();
    update();
    Q_EMIT lassoChanged();
}

void ParetoView::setLassoMode(bool on)
{
    m_lassoMode = on;
    setCursor(on ? Qt::CrossCursor : Qt::ArrowCursor);
}

void ParetoView::setCurrent(int point)
{
    const int valid = point >= 0 && point < int(m_points.size()) ? point : -1;
    if (valid == m_current)
        return;
    m_current = valid;
    describe();
    update();
}

void ParetoView::describe()
{
    const auto drawn = std::count_if(m_points.begin(), m_points.end(), hasPlace);
    QString text =
        tr("%1, %2 of them Pareto-optimal.").arg(counted(drawn, tr("1 point"), tr("%1 points"))).arg(front().size());
    if (m_current >= 0 && m_describe)
        text += QLatin1Char(' ') + m_describe(m_current);
    setAccessibleDescription(text);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

} // namespace nestloom::ui
