// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/convergence/convergence_chart.h"

#include "ui/convergence/convergence_words.h"
#include "ui/export/chart_actions.h"
#include "ui/format.h"
#include "ui/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

using schedule::ConvergenceCurve;
using schedule::ConvergencePoint;

namespace {
constexpr double kShownAbove = 12;   // times the lowest value; worse beginnings are out of sight
constexpr double kCursorStep = 0.01; // of the width
} // namespace

ConvergenceChart::ConvergenceChart(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("convergenceChart"));
    setAccessibleName(tr("Best value against time, by engine"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    enableChartExport(*this);
}

void ConvergenceChart::setConvergence(const schedule::Convergence& all, const schedule::Goal& goal)
{
    m_all = all;
    m_goal = goal;
    fit();
}

void ConvergenceChart::setAgainst(Against against)
{
    m_against = against;
    m_cursor.reset();
    fit();
}

void ConvergenceChart::setEmptyText(const QString& title, const QString& text)
{
    m_emptyTitle = title;
    m_emptyText = text;
    update();
}

const schedule::ConvergenceBound* ConvergenceChart::bound() const
{
    const auto found = std::find_if(m_all.bounds.begin(), m_all.bounds.end(),
                                    [this](const auto& each) { return each.goal == m_goal; });
    return found == m_all.bounds.end() ? nullptr : &*found;
}

AxisUnit ConvergenceChart::unitAlong() const
{
    return m_against == Against::CpuTime ? AxisUnit{QStringLiteral("s"), 1e-3} : AxisUnit{QString(), 1};
}

QString ConvergenceChart::textAlong(double value) const
{
    return m_against == Against::CpuTime ? tr("%1 of CPU time").arg(format::milliseconds(value))
                                         : tr("%1 evaluations").arg(format::integer(std::int64_t(value)));
}

void ConvergenceChart::fit()
{
    double first = INFINITY, last = 0, lowest = INFINITY, highest = 0;
    for (const ConvergenceCurve& curve : m_all.curves) {
        if (!isShown(curve))
            continue;
        first = std::min(first, along(curve.points.front()));
        last = std::max({last, end(curve), along(curve.points.back())});
        lowest = std::min(lowest, curve.points.back().value);
        highest = std::max(highest, curve.points.front().value);
    }
    if (const auto* proven = bound())
        lowest = std::min(lowest, proven->value);
    m_x.fit(true, std::max(first, 1e-3), std::max(last, 2 * std::max(first, 1e-3)));
    m_y.fit(true, lowest, std::max(lowest * 1.1, std::min(highest, lowest * kShownAbove)));
    const QFontMetricsF metrics(captionFont(font()));
    const double left = metrics.horizontalAdvance(QStringLiteral("000.0 Mcycle")) + 12;
    m_plot = QRectF(QPointF(left, 2 * metrics.height() + 12),
                    QPointF(std::max(left + 40.0, width() - 14.0), height() - 2 * metrics.height() - 12));
    update();
}

void ConvergenceChart::resizeEvent(QResizeEvent*) { fit(); }

QPointF ConvergenceChart::position(double x, double value) const
{
    return {m_plot.left() + m_x.place(x) * m_plot.width(), m_plot.bottom() - m_y.place(value) * m_plot.height()};
}

std::optional<double> ConvergenceChart::valueAt(const ConvergenceCurve& curve, double x) const
{
    std::optional<double> value;
    for (const ConvergencePoint& point : curve.points)
        if (along(point) <= x)
            value = point.value;
    return value;
}

QString ConvergenceChart::valuesAt(double x) const
{
    QStringList lines{textAlong(x)};
    for (const ConvergenceCurve& curve : m_all.curves) {
        if (!isShown(curve))
            continue;
        const std::optional<double> value = valueAt(curve, x);
        lines << tr("%1, seed %2: %3")
                     .arg(engineName(curve.engine))
                     .arg(curve.seed)
                     .arg(value ? figureText(m_goal, *value, m_clock) : format::kNoValue);
    }
    if (const auto* proven = bound())
        lines << tr("proven bound: %1").arg(figureText(m_goal, proven->value, m_clock));
    return lines.join(QLatin1Char('\n'));
}

void ConvergenceChart::setCursor(double x)
{
    m_cursor = x;
    setAccessibleDescription(valuesAt(x));
    update();
}

void ConvergenceChart::mouseMoveEvent(QMouseEvent* event)
{
    const bool any =
        std::any_of(m_all.curves.begin(), m_all.curves.end(), [this](const auto& curve) { return isShown(curve); });
    if (!any || !m_plot.contains(event->position()))
        return leaveEvent(event);
    setCursor(m_x.valueAt((event->position().x() - m_plot.left()) / m_plot.width()));
    QToolTip::showText(event->globalPosition().toPoint() + QPoint(12, 8), valuesAt(*m_cursor), this);
}

void ConvergenceChart::leaveEvent(QEvent*)
{
    m_cursor.reset();
    QToolTip::hideText();
    update();
}

void ConvergenceChart::keyPressEvent(QKeyEvent* event)
{
    const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (step == 0 || chartName().isEmpty())
        return QWidget::keyPressEvent(event);
    const double place = std::clamp((m_cursor ? m_x.place(*m_cursor) : 0.5) + step * kCursorStep, 0.0, 1.0);
    setCursor(m_x.valueAt(place));
    QToolTip::showText(mapToGlobal(position(*m_cursor, m_y.valueAt(0.9)).toPoint()), valuesAt(*m_cursor), this);
}

QString ConvergenceChart::chartName() const
{
    const bool any =
        std::any_of(m_all.curves.begin(), m_all.curves.end(), [this](const auto& curve) { return isShown(curve); });
    return any ? tr("convergence of %1").arg(goalName(m_goal)) : QString();
}

TableValues ConvergenceChart::chartValues() const
{
    TableValues values;
    const QString unit = QString::fromUtf8(schedule::unitOf(m_goal.objective).data(),
                                           qsizetype(schedule::unitOf(m_goal.objective).size()));
    values.columns = {tr("engine"), tr("seed"), tr("evaluations"), tr("CPU time [ms]"),
                      tr("best value [%1]").arg(unit)};
    for (const ConvergenceCurve& curve : m_all.curves)
        if (isShown(curve))
            for (const ConvergencePoint& point : curve.points)
                values.rows.push_back({engineName(curve.engine), qulonglong(curve.seed), qlonglong(point.evaluations),
                                       point.cpuMs, point.value});
    if (const auto* proven = bound())
        values.rows.push_back({tr("proven bound"), QVariant(), QVariant(), QVariant(), proven->value});
    return values;
}

} // namespace nestloom::ui
