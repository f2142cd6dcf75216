// SPDX-License-Identifier: GPL-3.0-or-later
// What ParetoView knows: points, fronts, limits, the geometry.
#include "ui/views/pareto_view.h"

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

constexpr double kMargin = 12;
constexpr double kTickGap = 8;
constexpr double kLegendWidth = 176;
constexpr double kPixelsPerTickX = 92, kPixelsPerTickY = 44;
constexpr double kReach = 9; // of a click, in pixels

bool hasPlace(const ParetoPoint& point) { return std::isfinite(point.x) && std::isfinite(point.y); }

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

QComboBox* ParetoView::makeChoice(Side side)
{
    auto* choice = new QComboBox(this);
    choice->setObjectName(side == X ? QStringLiteral("paretoX") : QStringLiteral("paretoY"));
    choice->setAccessibleName(side == X ? tr("Horizontal axis") : tr("Vertical axis"));
    choice->setToolTip(side == X ? tr("What the horizontal axis shows") : tr("What the vertical axis shows"));
    choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    choice->setFocusPolicy(Qt::TabFocus);
    connect(choice, &QComboBox::activated, this, [this, side](int index) { Q_EMIT axisChosen(side, index); });
    return choice;
}

QToolButton* ParetoView::makeLogButton(Side side)
{
    auto* button = new QToolButton(this);
    button->setObjectName(side == X ? QStringLiteral("paretoLogX") : QStringLiteral("paretoLogY"));
    button->setText(tr("log"));
    button->setCheckable(true);
    button->setAutoRaise(true);
    button->setToolTip(tr("Logarithmic axis"));
    button->setFocusPolicy(Qt::TabFocus);
    connect(button, &QToolButton::clicked, this, [this, side](bool on) {
        setLog(side, on);
        Q_EMIT logChanged(side, on);
    });
    return button;
}

void ParetoView::setChoices(const QStringList& titles)
{
    for (QComboBox* choice : m_choices) {
        choice->clear();
        choice->addItems(titles);
    }
    layOut();
}

void ParetoView::setAxis(Side side, int choice, const ParetoAxis& axis)
{
    m_choices[side]->setCurrentIndex(choice);
    m_axes[side] = axis;
    m_limits[side].reset();
    m_lasso.clear();
    setPoints({});
    Q_EMIT limitsChanged();
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

void ParetoView::setLimit(Side side, std::optional<double> value)
{
    if (m_limits[side] == value)
        return;
    m_limits[side] = value;
    refreshWeights();
    invalidate();
    Q_EMIT limitsChanged();
}

void ParetoView::setLog(Side side, bool log)
{
    m_logs[side]->setChecked(log);
    if (m_scales[side].isLog() == log)
        return;
    m_scales[side].fit(log, 1, 10); // the kind of axis; fitAxis() finds the ends
    m_lasso.clear();
    fit();
    Q_EMIT lassoChanged();
}

void ParetoView::fitAxis(Side side)
{
    double low = std::numeric_limits<double>::infinity(), high = -low;
    const bool log = m_scales[side].isLog();
    for (const ParetoPoint& point : m_points) {
        if (!hasPlace(point))
            continue;
        const double value = side == X ? point.x : point.y;
        if (log && !(value > 0))
            continue;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    m_scales[side].fit(log, low, high);
}

void ParetoView::fit()
{
    m_isFitted = true;
    fitAxis(X);
    fitAxis(Y);
    layOut();
}

void ParetoView::invalidate()
{
    m_isLayerOld = true;
    update();
}

/// Where everything stands: choices on the axis titles, the plot between them, the legend at the right.
void ParetoView::layOut()
{
    const QFontMetricsF caption(captionFont(font()));
    const double rowHeight = m_choices[Y]->sizeHint().height();
    const double top = rowHeight + 16;
    const double bottom = caption.height() + rowHeight + 16;
    const double plotHeight = std::max(40.0, height() - top - bottom);
    m_ticks[Y] = m_scales[Y].ticks(std::max(2, int(plotHeight / kPixelsPerTickY)), m_axes[Y].unit);
    double labels = 0;
    for (const AxisScale::Tick& tick : m_ticks[Y])
        labels = std::max(labels, caption.horizontalAdvance(tick.text));
    const double left = kMargin + std::ceil(labels) + kTickGap;
    const double legend = width() > 480 ? kLegendWidth : 0;
    m_plot = QRectF(left, top, std::max(40.0, width() - left - kMargin - 14 - legend), plotHeight);
    m_ticks[X] = m_scales[X].ticks(std::max(2, int(m_plot.width() / kPixelsPerTickX)), m_axes[X].unit);
    m_legendArea = legend > 0 ? QRectF(m_plot.right() + 26, top, legend - 14, plotHeight + bottom) : QRectF();
    placeControls();
    invalidate();
}

void ParetoView::placeControls()
{
    const auto place = [](QComboBox* choice, QToolButton* log, double left, double top) {
        const QSize size = choice->sizeHint(), logSize = log->sizeHint();
        choice->setGeometry(int(left), int(top), size.width(), size.height());
        log->setGeometry(choice->geometry().right() + 5, int(top + (size.height() - logSize.height()) / 2.0),
                         logSize.width(), logSize.height());
    };
    place(m_choices[Y], m_logs[Y], kMargin, 8);
    const double width = m_choices[X]->sizeHint().width() + 5 + m_logs[X]->sizeHint().width();
    place(m_choices[X], m_logs[X], std::max(kMargin, m_plot.center().x() - width / 2),
          height() - m_choices[X]->sizeHint().height() - 6);
    const bool any = m_choices[X]->count() > 0;
    for (const Side side : {X, Y}) {
        m_choices[side]->setVisible(any);
        m_logs[side]->setVisible(any);
    }
}

QPointF ParetoView::position(double x, double y) const
{
    return {m_plot.left() + m_scales[X].place(x) * m_plot.width(),
            m_plot.bottom() - m_scales[Y].place(y) * m_plot.height()};
}

QPointF ParetoView::positionOf(int point) const
{
    const ParetoPoint& at = m_points[std::size_t(point)];
    return position(at.x, at.y);
}

QPointF ParetoView::placeOf(QPointF position) const
{
    return {(position.x() - m_plot.left()) / m_plot.width(), (m_plot.bottom() - position.y()) / m_plot.height()};
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
    QString text = tr("%1 points, %2 of them Pareto-optimal.").arg(drawn).arg(front().size());
    if (m_current >= 0 && m_describe)
        text += QLatin1Char(' ') + m_describe(m_current);
    setAccessibleDescription(text);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

} // namespace nestloom::ui
