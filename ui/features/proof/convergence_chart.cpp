// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/proof/convergence_chart.h"

#include "ui/charts/paint_scales.h"
#include "ui/features/proof/convergence_words.h"
#include "ui/style/format.h"
#include "ui/style/paint_tools.h"
#include "ui/style/theme.h"
#include "ui/widgets/chart_dialog.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
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
    const auto found = std::ranges::find_if(m_all.bounds, [this](const auto& each) { return each.goal == m_goal; });
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
    const bool any = std::ranges::any_of(m_all.curves, [this](const auto& curve) { return isShown(curve); });
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
    const bool any = std::ranges::any_of(m_all.curves, [this](const auto& curve) { return isShown(curve); });
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

using schedule::ConvergenceCurve;
using schedule::ConvergencePoint;

void ConvergenceChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintChart(painter);
    paintCursor(painter, themeFor(palette()));
    paint::focusFrame(painter, *this);
}

void ConvergenceChart::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    if (chartName().isEmpty()) {
        painter.setFont(font());
        return paint::message(painter, rect(), m_emptyTitle, m_emptyText, theme);
    }
    painter.setFont(captionFont(font()));
    paintAxes(painter, theme);
    painter.save();
    painter.setClipRect(m_plot.adjusted(-1, -2, 1, 2));
    paintBound(painter, theme);
    for (auto curve = m_all.curves.rbegin(); curve != m_all.curves.rend(); ++curve) // CoSA's on top
        if (isShown(*curve))
            paintCurve(painter, theme, *curve);
    painter.restore();
    paintLegend(painter, theme);
}

void ConvergenceChart::paintAxes(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(painter.font());
    paintScales(painter, theme, m_plot, m_x, m_x.ticks(std::max(2, int(m_plot.width() / 80)), unitAlong()), m_y,
                m_y.ticks(std::max(2, int(m_plot.height() / 34)), figureUnit(m_goal, m_clock)));
    const QString along = m_against == Against::CpuTime ? tr("CPU time of the search (logarithmic)")
                                                        : tr("evaluations of the cost model (logarithmic)");
    painter.drawText(QRectF(m_plot.left(), m_plot.bottom() + metrics.height() + 4, m_plot.width(), metrics.height()),
                     Qt::AlignRight, along);
    painter.drawText(QRectF(6, 4, width() - 12.0, metrics.height()), Qt::AlignLeft,
                     tr("best %1 so far (logarithmic)").arg(goalName(m_goal)));
}

void ConvergenceChart::paintBound(QPainter& painter, const Theme& theme) const
{
    const auto* proven = bound();
    if (proven == nullptr)
        return;
    const double y = position(1, proven->value).y();
    painter.fillRect(QRectF(QPointF(m_plot.left(), y), m_plot.bottomRight()), theme.accentSoft);
    painter.setPen(QPen(theme.text, 1.2));
    painter.drawLine(QPointF(m_plot.left(), y), QPointF(m_plot.right(), y));
}

/// Steps: a value holds until a better one is found, the last one to the end of the search.
void ConvergenceChart::paintCurve(QPainter& painter, const Theme& theme, const ConvergenceCurve& curve) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath path;
    for (const ConvergencePoint& point : curve.points) {
        const QPointF at = position(std::max(along(point), 1e-3), point.value);
        if (path.elementCount() == 0)
            path.moveTo(at);
        else
            path.lineTo(at.x(), path.currentPosition().y());
        path.lineTo(at);
    }
    const QPointF last = path.currentPosition();
    const QPointF stop(std::max(last.x(), position(std::max(end(curve), 1e-3), 1).x()), last.y());
    path.lineTo(stop);
    QPen pen = enginePen(curve.engine, theme);
    painter.setBrush(Qt::NoBrush);
    painter.strokePath(path, pen);
    if (curve.state == ConvergenceCurve::State::Running || curve.state == ConvergenceCurve::State::Waiting)
        return;
    painter.setPen(QPen(theme.card, 1.5)); // where the search ended
    painter.setBrush(pen.color());
    painter.drawEllipse(stop, 4, 4);
}

/// One line of samples: engines, and the bound.
void ConvergenceChart::paintLegend(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(painter.font());
    double x = m_plot.left();
    const double y = metrics.height() + 7, middle = std::round(y + metrics.height() / 2) + 0.5;
    const auto add = [&](const QPen& pen, const QString& name) {
        painter.setPen(pen);
        painter.drawLine(QPointF(x, middle), QPointF(x + 30, middle));
        painter.setPen(theme.text);
        painter.drawText(QPointF(x + 36, y + metrics.ascent()), name);
        x += 36 + metrics.horizontalAdvance(name) + 18;
    };
    std::vector<std::string> named;
    for (const ConvergenceCurve& curve : m_all.curves) {
        if (!isShown(curve) || std::ranges::find(named, curve.engine) != named.end())
            continue;
        named.push_back(curve.engine);
        add(enginePen(curve.engine, theme), engineName(curve.engine));
    }
    if (const auto* proven = bound())
        add(QPen(theme.text, 1.2), tr("proven bound %1").arg(figureText(m_goal, proven->value, m_clock)));
}

void ConvergenceChart::paintCursor(QPainter& painter, const Theme& theme) const
{
    if (!m_cursor || chartName().isEmpty())
        return;
    const double x = std::round(position(*m_cursor, 1).x()) + 0.5;
    painter.setPen(QPen(theme.mutedText, 1, Qt::DashLine));
    painter.drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom()));
    painter.setRenderHint(QPainter::Antialiasing);
    for (const ConvergenceCurve& curve : m_all.curves) {
        if (!isShown(curve))
            continue;
        const std::optional<double> value = valueAt(curve, *m_cursor);
        if (!value || !m_plot.contains(position(*m_cursor, *value)))
            continue;
        painter.setPen(QPen(theme.card, 1));
        painter.setBrush(enginePen(curve.engine, theme).color());
        painter.drawEllipse(position(*m_cursor, *value), 3.5, 3.5);
    }
}

} // namespace nestloom::ui
