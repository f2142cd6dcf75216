// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/pareto_view.h"

#include "ui/style/theme.h"
#include "ui/style/wording.h"
#include "ui/widgets/hear_events.h"

#include <QAccessible>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

constexpr double kReach = 9; // of a click, in pixels

} // namespace

ParetoView::ParetoView(QWidget* parent) : PointsChart(parent)
{
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Pareto view"));
    for (const Side side : {X, Y}) {
        m_choices[side] = makeChoice(side);
        m_logs[side] = makeLogButton(side);
    }
    m_emptyTitle = tr("No points yet");
    setContextMenuPolicy(Qt::DefaultContextMenu); // a menu of its own, with those actions in it
    for (const auto type : {QEvent::FontChange, QEvent::PaletteChange})
        hearEvents(this, type, [this] { layOut(); });
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
    m_current = m_hovered = -1;
    m_cloud.setPoints(std::move(points));
    m_isFitted = true;
    fit();
    announceFront();
}

void ParetoView::addPoints(const std::vector<ParetoPoint>& points)
{
    m_cloud.add(points);
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

std::vector<int> ParetoView::front() const
{
    std::vector<int> all;
    for (const std::vector<int>& front : m_cloud.fronts())
        all.insert(all.end(), front.begin(), front.end());
    return all;
}

void ParetoView::invalidate()
{
    m_isLayerOld = true;
    update();
}

int ParetoView::pointAt(QPointF where) const
{
    const QPointF place = placeAt(where), beside = placeAt(where + QPointF(kReach, -kReach));
    return m_cloud.nearest(place, beside - place);
}

void ParetoView::keepOnly(const std::optional<std::vector<bool>>& kept)
{
    if (!kept && !m_cloud.isFiltered())
        return;
    m_cloud.keepOnly(kept);
    invalidate();
    describe();
    Q_EMIT frontChanged();
    Q_EMIT limitsChanged();
}

std::vector<int> ParetoView::caught() const { return isNarrowed() ? m_cloud.inside(m_lasso) : std::vector<int>(); }

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
    const int valid = point >= 0 && point < int(points().size()) ? point : -1;
    if (valid == m_current)
        return;
    m_current = valid;
    describe();
    update();
}

void ParetoView::describe()
{
    const ParetoCloud::Counts& counts = m_cloud.counts();
    QString text = tr("%1, %2 of them Pareto-optimal.")
                       .arg(counted(counts.placed, tr("1 point"), tr("%1 points")))
                       .arg(counts.onFronts);
    if (m_current >= 0 && m_describe)
        text += QLatin1Char(' ') + m_describe(m_current);
    setAccessibleDescription(text);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

namespace {
constexpr double kGrip = 7; // reach of a limit, in pixels
} // namespace

double ParetoView::limitAt(Side side) const
{
    // Without a limit the handle waits at the worse end of the axis.
    const double place = m_limits[side]                ? m_scales[side].place(*m_limits[side])
                         : m_axes[side].largerIsBetter ? 0.0
                                                       : 1.0;
    if (side == X)
        return m_plot.left() + place * m_plot.width();
    const double aside = !m_limits[Y] && place == 1.0 ? kGrip + 8 : 0; // from the other axis' handle in the corner
    return m_plot.bottom() - place * m_plot.height() + aside;
}

ParetoView::Drag ParetoView::handleAt(QPointF at) const
{
    if (m_cloud.isEmpty())
        return Drag::None;
    // A limit is taken anywhere along its line, a waiting handle at its tab: above the plot, or right of it.
    const double x = limitAt(X), y = limitAt(Y);
    const bool onTabX = at.y() < m_plot.top() && at.y() > m_plot.top() - 16;
    if (std::abs(at.x() - x) < kGrip && (onTabX || (m_limits[X] && m_plot.contains(at))))
        return Drag::LimitX;
    const bool onTabY = at.x() > m_plot.right() && at.x() < m_plot.right() + 16;
    if (std::abs(at.y() - y) < kGrip && (onTabY || (m_limits[Y] && m_plot.contains(at))))
        return Drag::LimitY;
    return Drag::None;
}

void ParetoView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    m_pressed = m_last = event->position();
    m_moved = false;
    const bool lasso = m_lassoMode || event->modifiers().testFlag(Qt::ShiftModifier);
    m_drag = handleAt(m_pressed);
    if (m_drag == Drag::None && !m_cloud.isEmpty())
        m_drag = lasso && event->button() == Qt::LeftButton ? Drag::Lasso : Drag::Pan;
    if (m_drag == Drag::Lasso)
        m_lasso.clear();
}

void ParetoView::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    if (m_drag == Drag::None) {
        const Drag handle = handleAt(at);
        setCursor(handle == Drag::LimitX   ? Qt::SplitHCursor
                  : handle == Drag::LimitY ? Qt::SplitVCursor
                  : m_lassoMode            ? Qt::CrossCursor
                                           : Qt::ArrowCursor);
        const int hovered = m_plot.contains(at) ? pointAt(at) : -1;
        if (hovered != m_hovered)
            update();
        m_hovered = hovered;
        return;
    }
    m_moved = m_moved || (at - m_pressed).manhattanLength() > kClickSlack;
    if (!m_moved)
        return;
    switch (m_drag) {
    case Drag::Pan:
        m_scales[X].pan((at.x() - m_last.x()) / m_plot.width());
        m_scales[Y].pan((m_last.y() - at.y()) / m_plot.height());
        m_isFitted = false;
        layOut();
        break;
    case Drag::Lasso:
        m_lasso << placeAt(at);
        update();
        break;
    case Drag::LimitX:
    case Drag::LimitY: dragLimit(at); break;
    case Drag::None: break;
    }
    m_last = at;
}

void ParetoView::dragLimit(QPointF at)
{
    const Side side = m_drag == Drag::LimitX ? X : Y;
    const double place = side == X ? fractionsOf(at).x() : fractionsOf(at).y();
    const bool isOut = m_axes[side].largerIsBetter ? place <= 0 : place >= 1; // back to where it waits
    setLimit(side, isOut ? std::nullopt : std::optional(m_scales[side].valueAt(std::clamp(place, 0.0, 1.0))));
}

void ParetoView::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag was = std::exchange(m_drag, Drag::None);
    if (was == Drag::Lasso)
        finishLasso();
    if (was == Drag::Pan && !m_moved && event->button() == Qt::LeftButton)
        choose(pointAt(event->position()));
}

void ParetoView::finishLasso()
{
    if (m_lasso.size() < 3)
        m_lasso.clear(); // a click: takes the lasso away
    update();
    Q_EMIT lassoChanged();
}

void ParetoView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const Drag handle = handleAt(event->position());
    if (handle == Drag::LimitX || handle == Drag::LimitY) {
        setLimit(handle == Drag::LimitX ? X : Y, std::nullopt);
        return;
    }
    if (const int point = pointAt(event->position()); point >= 0) {
        choose(point);
        Q_EMIT activated(point);
    }
}

void ParetoView::zoom(QPointF at, double factor)
{
    if (m_cloud.isEmpty())
        return;
    const QPointF place = fractionsOf(at);
    // Over the labels of an axis, only that axis is zoomed.
    if (place.x() >= 0)
        m_scales[X].zoom(place.x(), factor);
    if (place.y() >= 0)
        m_scales[Y].zoom(place.y(), factor);
    m_isFitted = false;
    layOut();
}

void ParetoView::wheelEvent(QWheelEvent* event)
{
    zoom(event->position(), std::pow(kZoomStep, event->angleDelta().y() / 120.0));
    event->accept();
}

void ParetoView::leaveEvent(QEvent* event)
{
    m_hovered = -1;
    update();
    QWidget::leaveEvent(event);
}

void ParetoView::choose(int point)
{
    if (point == m_current)
        return;
    setCurrent(point);
    Q_EMIT currentChanged(point);
}

void ParetoView::stepAlongFront(int step)
{
    const auto& fronts = m_cloud.fronts();
    const int series = m_current >= 0 ? points()[std::size_t(m_current)].series : 0;
    if (series >= int(fronts.size()) || fronts[std::size_t(series)].empty())
        return;
    const std::vector<int>& front = fronts[std::size_t(series)];
    const int last = int(front.size()) - 1;
    const auto at = std::ranges::find(front, m_current);
    int next = step > 0 ? 0 : last; // from outside: an end of the front
    if (at != front.end()) {
        next = std::clamp(int(at - front.begin()) + step, 0, last);
    } else if (m_current >= 0) { // from a dominated point: to the nearest by x
        const double x = points()[std::size_t(m_current)].x;
        const auto above = std::ranges::find_if(front, [&](int i) { return points()[std::size_t(i)].x >= x; });
        next = std::clamp(int(above - front.begin()) + (step > 0 ? 0 : -1), 0, last);
    }
    choose(front[std::size_t(next)]);
}

void ParetoView::keyPressEvent(QKeyEvent* event)
{
    constexpr int kEnd = 1'000'000;
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down: return stepAlongFront(1);
    case Qt::Key_Left:
    case Qt::Key_Up: return stepAlongFront(-1);
    case Qt::Key_Home: return stepAlongFront(-kEnd);
    case Qt::Key_End: return stepAlongFront(kEnd);
    case Qt::Key_F: return fit();
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(m_plot.center(), kZoomStep);
    case Qt::Key_Minus: return zoom(m_plot.center(), 1 / kZoomStep);
    case Qt::Key_Escape:
        if (hasLasso())
            return clearLasso();
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current >= 0)
            Q_EMIT activated(m_current);
        return;
    default: break;
    }
    QWidget::keyPressEvent(event);
}

void ParetoView::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    menu.addAction(tr("Fit"), QKeySequence(Qt::Key_F), this, &ParetoView::fit);
    menu.addAction(tr("Clear lasso"), QKeySequence(Qt::Key_Escape), this, &ParetoView::clearLasso)
        ->setEnabled(hasLasso());
    menu.addAction(tr("Remove limits"), this,
                   [this] {
                       setLimit(X, std::nullopt);
                       setLimit(Y, std::nullopt);
                   })
        ->setEnabled(m_limits[X] || m_limits[Y]);
    menu.addSeparator();
    menu.addActions(actions());
    menu.exec(event->globalPos());
}

QString ParetoView::toolTipAt(QPointF at) const
{
    switch (handleAt(at)) {
    case Drag::LimitX:
    case Drag::LimitY: return tr("Drag to set a limit; points beyond it are dimmed. A double click removes it.");
    default: break;
    }
    const int point = m_plot.contains(at) ? pointAt(at) : -1;
    return point >= 0 && m_describe ? m_describe(point) : QString();
}

TableValues ParetoView::chartValues() const
{
    const auto title = [this](Side side) {
        const QString& unit = m_axes[side].exportUnit;
        return unit.isEmpty() ? m_choices[side]->currentText()
                              : QStringLiteral("%1 [%2]").arg(m_choices[side]->currentText(), unit);
    };
    TableValues table;
    table.columns = {tr("network"),   m_legend.colourTitle.isEmpty() ? tr("colour") : m_legend.colourTitle,
                     title(X),        title(Y),
                     tr("undecided"), tr("on the Pareto front")};
    table.columns = m_nameColumns + table.columns;
    std::vector<int> best = front();
    std::ranges::sort(best);
    for (std::size_t i = 0; i < points().size(); ++i) {
        const ParetoPoint& point = points()[i];
        if (!hasPlace(point))
            continue;
        const bool isBest = std::ranges::binary_search(best, int(i));
        QVariantList row;
        for (const QString& name : m_names ? m_names(int(i)) : QStringList())
            row << name;
        row << m_legend.nameOf(point.series) << (point.isRun ? tr("stored run") : m_legend.colours.value(point.colour))
            << point.x << point.y << (point.isUndecided ? tr("yes") : tr("no")) << (isBest ? tr("yes") : tr("no"));
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace nestloom::ui
