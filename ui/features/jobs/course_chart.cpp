// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/jobs/course_chart.h"

#include "engine/schedule/standing.h"
#include "ui/charts/paint_scales.h"
#include "ui/style/format.h"
#include "ui/style/paint_tools.h"
#include "ui/style/theme.h"
#include "ui/style/words.h"

#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

const AxisUnit kSeconds{QStringLiteral("s"), 1e-3};

AxisUnit unitOf(const JobState& state)
{
    if (state.unit == "B")
        return {QStringLiteral("B"), 1, true};
    if (state.unit == "pJ")
        return {QStringLiteral("J"), 1e-12};
    if (state.unit == "pJ*cycle")
        return {QStringLiteral("J·cycle"), 1e-12};
    return {state.unit == "cycle*B" ? QStringLiteral("B·cycle") : qt(state.unit)};
}

bool isOfLayers(const JobState& state) { return state.layerCount > 0; }

/// best / bound - 1; nothing without a bound.
std::optional<double> gapOf(const JobCourse::Point& point)
{
    return point.bound && *point.bound > 0 ? std::optional(point.best / *point.bound - 1) : std::nullopt;
}

QString exactGap(double gap) { return format::percent(schedule::shownGap(gap), 2); }

QPen boundPen(const Theme& theme) { return {theme.text, 1.4, Qt::DashLine}; }
QPen bestPen(const Theme& theme) { return {theme.accent, 2}; }

} // namespace

void JobCourse::add(const JobState& now)
{
    state = now;
    if (!now.best)
        return;
    const bool isNew = points.empty() || points.back().best != *now.best || points.back().bound != now.bound;
    if (isNew)
        points.push_back({double(now.elapsed.count()), *now.best, now.bound});
}

CourseChart::CourseChart(QWidget* parent) : PaintedChart(parent)
{
    setObjectName(QStringLiteral("courseChart"));
    setWindowFlag(Qt::Dialog);
    setAttribute(Qt::WA_DeleteOnClose);
    setAccessibleName(tr("Best so far and proven bound, over time"));
}

void CourseChart::show(const JobCourse& course)
{
    m_course = course;
    setWindowTitle(tr("Convergence of %1").arg(qt(course.state.title)));
    setAccessibleDescription(course.points.empty() ? heading() : heading() + u'\n' + valuesOf(course.points.back()));
    update();
    QWidget::show();
}

void CourseChart::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else
        PaintedChart::keyPressEvent(event);
}

QString CourseChart::heading() const
{
    if (isOfLayers(m_course.state))
        return tr("Gap of the sums over the layers done so far, %1 of %2")
            .arg(m_course.state.layersDone)
            .arg(m_course.state.layerCount);
    return tr("Off-chip traffic of the plan");
}

QString CourseChart::text(double value) const { return axisText(value, value / 1000, unitOf(m_course.state)); }

QString CourseChart::valuesOf(const JobCourse::Point& point) const
{
    QString values = tr("after %1: best %2").arg(format::milliseconds(point.ms), text(point.best));
    if (!point.bound)
        return values + tr(", no bound proven yet");
    values += tr(", proven bound %1").arg(text(*point.bound));
    const auto gap = gapOf(point);
    return gap ? values + tr(", gap %1").arg(exactGap(*gap)) : values;
}

QString CourseChart::toolTipAt(QPointF at) const
{
    if (m_course.points.empty() || !m_plot.contains(at))
        return {};
    const double ms = m_x.valueAt((at.x() - m_plot.left()) / m_plot.width());
    const auto after =
        std::ranges::find_if(m_course.points, [ms](const JobCourse::Point& point) { return point.ms > ms; });
    return after == m_course.points.begin() ? tr("nothing found yet") : valuesOf(*std::prev(after));
}

QString CourseChart::chartName() const { return m_course.points.empty() ? QString() : tr("convergence"); }

TableValues CourseChart::chartValues() const
{
    const QString unit = qt(m_course.state.unit);
    TableValues values;
    values.columns = {tr("time [ms]"), tr("best [%1]").arg(unit), tr("proven bound [%1]").arg(unit)};
    for (const JobCourse::Point& point : m_course.points)
        values.rows.push_back({point.ms, point.best, point.bound ? QVariant(*point.bound) : QVariant()});
    return values;
}

std::optional<Provenance> CourseChart::chartProvenance() const
{
    Provenance from;
    from.run = m_course.state.run ? QString::number(m_course.state.run) : tr("not stored");
    from.engine = qt(m_course.state.title + ", " + m_course.state.about);
    from.version = QStringLiteral(NESTLOOM_VERSION);
    return from;
}

AxisUnit CourseChart::unit() const
{
    return isOfLayers(m_course.state) ? AxisUnit{QStringLiteral("%"), 100, false, false} : unitOf(m_course.state);
}

std::optional<double> CourseChart::drawn(const JobCourse::Point& point, bool isBound) const
{
    if (isOfLayers(m_course.state))
        return isBound ? std::nullopt : gapOf(point);
    return isBound ? point.bound : point.best;
}

void CourseChart::fit()
{
    double least = isOfLayers(m_course.state) ? 0 : INFINITY, most = 0;
    for (const JobCourse::Point& point : m_course.points)
        for (const bool isBound : {false, true})
            if (const auto value = drawn(point, isBound)) {
                least = std::min(least, *value);
                most = std::max(most, *value);
            }
    m_x.fit(false, 0, std::max(double(m_course.state.elapsed.count()), m_course.points.back().ms));
    m_y.fit(false, least, most);
    const QFontMetricsF metrics(captionFont(font()));
    const double left = metrics.horizontalAdvance(QStringLiteral("000.0 MJ·cycle")) + 12;
    m_plot = QRectF(QPointF(left, 2 * metrics.height() + 16),
                    QPointF(std::max(left + 40.0, width() - 14.0), height() - 2 * metrics.height() - 12));
}

QPointF CourseChart::position(double ms, double value) const
{
    return {m_plot.left() + m_x.place(ms) * m_plot.width(), m_plot.bottom() - m_y.place(value) * m_plot.height()};
}

/// A value holds until there is another, the last one to the end.
void CourseChart::paintSteps(QPainter& painter, const QPen& pen, bool isBound) const
{
    QPainterPath path;
    for (const JobCourse::Point& point : m_course.points) {
        const auto value = drawn(point, isBound);
        if (!value)
            continue;
        const QPointF at = position(point.ms, *value);
        if (path.elementCount() == 0)
            path.moveTo(at);
        path.lineTo(at.x(), path.currentPosition().y());
        path.lineTo(at);
        painter.setPen(Qt::NoPen);
        painter.setBrush(pen.color());
        painter.drawEllipse(at, pen.widthF() + 1, pen.widthF() + 1); // what came last may have no line
    }
    painter.setBrush(Qt::NoBrush);
    if (path.elementCount() == 0)
        return;
    const double end = position(double(m_course.state.elapsed.count()), 0).x();
    path.lineTo(std::max(end, path.currentPosition().x()), path.currentPosition().y());
    painter.strokePath(path, pen);
}

void CourseChart::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    if (m_course.points.empty() && m_course.state.end == JobState::End::Running)
        return paint::message(painter, rect(), tr("Nothing found yet"),
                              tr("Values appear with the first result that has a proven bound."), theme);
    if (m_course.points.empty())
        return paint::message(painter, rect(), tr("Nothing was found that has a proven bound"),
                              qt(m_course.state.message), theme);
    fit();
    painter.setFont(captionFont(font()));
    const QFontMetricsF metrics(painter.font());
    paintScales(painter, theme, m_plot, m_x, m_x.ticks(std::max(2, int(m_plot.width() / 80)), kSeconds), m_y,
                m_y.ticks(std::max(2, int(m_plot.height() / 34)), unit()));
    painter.drawText(QRectF(m_plot.left(), m_plot.bottom() + metrics.height() + 4, m_plot.width(), metrics.height()),
                     Qt::AlignRight, tr("time since the job began"));
    painter.drawText(QRectF(8, 4, width() - 16.0, metrics.height()), Qt::AlignLeft, heading());
    painter.save();
    painter.setClipRect(m_plot.adjusted(-1, -2, 1, 2));
    painter.setRenderHint(QPainter::Antialiasing);
    paintSteps(painter, bestPen(theme), false);
    paintSteps(painter, boundPen(theme), true);
    painter.restore();

    paintKeys(painter, metrics.height() + 8);
}

/// One line of samples with the last values.
void CourseChart::paintKeys(QPainter& painter, double y) const
{
    const Theme& theme = themeFor(palette());
    const QFontMetricsF metrics(painter.font());
    double x = 8;
    const auto key = [&](const QPen& pen, const QString& words) {
        painter.setPen(pen);
        painter.drawLine(QPointF(x, y + metrics.height() / 2), QPointF(x + 30, y + metrics.height() / 2));
        x += 36;
        painter.setPen(theme.text);
        painter.drawText(QPointF(x, y + metrics.ascent()), words);
        x += metrics.horizontalAdvance(words) + 18;
    };
    const JobCourse::Point& last = m_course.points.back();
    const auto gap = gapOf(last);
    const QString best = tr("best %1").arg(text(last.best)),
                  bound = last.bound ? tr("proven bound %1").arg(text(*last.bound)) : QString(),
                  apart = gap ? tr("gap %1").arg(exactGap(*gap)) : QString();
    if (isOfLayers(m_course.state))
        return key(bestPen(theme), QStringList{apart, best, bound}.join(QStringLiteral(", ")));
    key(bestPen(theme), best);
    if (last.bound)
        key(boundPen(theme), bound);
    painter.drawText(QPointF(x, y + metrics.ascent()), apart);
}

} // namespace nestloom::ui
