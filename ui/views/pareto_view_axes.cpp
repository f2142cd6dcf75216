// SPDX-License-Identifier: GPL-3.0-or-later
// The axes of ParetoView: what they show, their ends and limits, and where a value lies.
#include "ui/views/pareto_view.h"

#include "ui/theme.h"

#include <QComboBox>
#include <QFontMetricsF>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nestloom::ui {

namespace {
constexpr double kParetoMargin = 12;
constexpr double kParetoTickGap = 8;
constexpr double kLegendWidth = 176;
constexpr double kPixelsPerTickX = 92, kPixelsPerTickY = 44;
} // namespace

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
    const double left = kParetoMargin + std::ceil(labels) + kParetoTickGap;
    const double legend = width() > 480 ? kLegendWidth : 0;
    m_plot = QRectF(left, top, std::max(40.0, width() - left - kParetoMargin - 14 - legend), plotHeight);
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
    place(m_choices[Y], m_logs[Y], kParetoMargin, 8);
    const double width = m_choices[X]->sizeHint().width() + 5 + m_logs[X]->sizeHint().width();
    place(m_choices[X], m_logs[X], std::max(kParetoMargin, m_plot.center().x() - width / 2),
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

} // namespace nestloom::ui
