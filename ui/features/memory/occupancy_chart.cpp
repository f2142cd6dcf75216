// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/occupancy_chart.h"

#include "ui/style/format.h"
#include "ui/style/theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {
constexpr double kChartZoomStep = 1.25;
}

OccupancyChart::OccupancyChart(ShownPlan& plan, PlanFocus& focus, QWidget* parent)
    : PaintedChart(parent), m_plan(plan), m_focus(focus)
{
    setObjectName(QStringLiteral("occupancyChart"));
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Occupancy of the scratchpad"));
    connect(&m_plan, &ShownPlan::planChanged, this, &OccupancyChart::layOut);
    connect(&m_plan, &ShownPlan::questionChanged, this, [this] { update(); });
    connect(&m_focus, &PlanFocus::windowChanged, this, &OccupancyChart::layOut);
    connect(&m_focus, &PlanFocus::stepChanged, this, [this] { update(); });
    connect(&m_focus, &PlanFocus::rangeChanged, this, [this] { update(); });
    layOut();
}

void OccupancyChart::layOut()
{
    const QFontMetricsF metrics(captionFont(font()));
    m_geometry.plot = QRectF(QPointF(planMargin(captionFont(font())), metrics.height() + 6),
                             QPointF(width() - 12, std::max(height() - 5.0, metrics.height() + 20)));
    m_geometry.lowStep = m_focus.low();
    m_geometry.highStep = std::max(m_focus.high(), m_focus.low() + 1);
    double top = 1;
    for (const memory::PlanStep& step : m_plan.steps())
        top = std::max({top, double(step.top.count), double(step.live.count)});
    const double capacity = double(m_plan.scratchpad().count);
    m_geometry.highBytes = 1.08 * std::max(top, std::min(capacity, 1.6 * top));
    update();
}

/// A stair over the steps in sight; below a pixel a step, the most of each pixel.
QPolygonF OccupancyChart::outline(Bytes memory::PlanStep::*figure) const
{
    QPolygonF line;
    const auto& steps = m_plan.steps();
    const int last = std::min(m_geometry.lastStep(), int(steps.size()) - 1);
    const int stride = std::max(1, int(1 / std::max(1e-6, m_geometry.stepWidth())));
    for (int step = m_geometry.firstStep(); step <= last; step += stride) {
        Bytes most{};
        const int end = std::min(step + stride - 1, last);
        for (int i = step; i <= end; ++i)
            most = std::max(most, steps[std::size_t(i)].*figure);
        const double y = m_geometry.y(double(most.count));
        line << QPointF(m_geometry.x(step), y) << QPointF(m_geometry.x(end + 1.0), y);
    }
    return line;
}

void OccupancyChart::paintLegend(QPainter& painter) const
{
    const Theme& theme = themeFor(palette());
    const QFontMetricsF metrics(painter.font());
    double x = m_geometry.plot.left();
    const double middle = 2 + metrics.height() / 2;
    const std::array<std::pair<QString, QPen>, 4> entries{
        {{tr("used"), QPen(theme.colour(BoundBy::Network), 7)},
         {tr("highest address"), QPen(theme.text, 1)},
         {tr("live without spilling"), QPen(theme.partialSums, 1.6, Qt::DashLine)},
         {tr("capacity"), QPen(theme.warning, 2)}}};
    for (const auto& [text, pen] : entries) {
        QPen flat = pen;
        flat.setCapStyle(Qt::FlatCap);
        painter.setPen(flat);
        painter.drawLine(QPointF(x, middle), QPointF(x + 14, middle));
        painter.setPen(theme.mutedText);
        painter.drawText(QPointF(x + 19, middle + metrics.ascent() / 2 - 1), text);
        x += 19 + metrics.horizontalAdvance(text) + 16;
    }
}

void OccupancyChart::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    painter.setFont(captionFont(font()));
    if (!m_plan.hasPlan()) {
        painter.setPen(theme.mutedText);
        painter.drawText(rect().adjusted(12, 0, -12, 0), Qt::AlignCenter | Qt::TextWordWrap, emptyText());
        return;
    }
    paintLegend(painter);
    const QRectF& plot = m_geometry.plot;
    paintByteAxis(painter, theme, m_geometry, 2.0, tr("bytes"));
    painter.setClipRect(plot.adjusted(0, -2, 0, 1));
    QPolygonF area = outline(&memory::PlanStep::used);
    if (!area.isEmpty()) {
        area << QPointF(area.last().x(), plot.bottom()) << QPointF(area.first().x(), plot.bottom());
        QColor fill = theme.colour(BoundBy::Network);
        fill.setAlpha(theme.dark ? 150 : 170);
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawPolygon(area);
    }
    painter.setPen(QPen(theme.text, 1));
    painter.drawPolyline(outline(&memory::PlanStep::top));
    painter.setPen(QPen(theme.partialSums, 1.6, Qt::DashLine));
    painter.drawPolyline(outline(&memory::PlanStep::live));
    painter.setPen(QPen(theme.warning, 2));
    const double capacity = m_geometry.y(double(m_plan.scratchpad().count));
    painter.drawLine(QPointF(plot.left(), capacity), QPointF(plot.right(), capacity));
    if (m_focus.range())
        paintRange(painter, theme, m_geometry, *m_focus.range());
    painter.setPen(QPen(theme.text, 1, Qt::DashLine));
    const double cursor = std::round(m_geometry.x(m_focus.step() + 0.5)) + 0.5;
    painter.drawLine(QPointF(cursor, plot.top()), QPointF(cursor, plot.bottom()));
    painter.setClipping(false);
}

TableValues OccupancyChart::chartValues() const
{
    TableValues values;
    values.columns = {tr("step"),     tr("operator"),    tr("used [B]"), tr("highest address [B]"),
                      tr("live [B]"), tr("capacity [B]")};
    for (std::size_t i = 0; i < m_plan.steps().size(); ++i) {
        const memory::PlanStep& step = m_plan.steps()[i];
        values.rows.push_back({int(i), qt(m_plan.graph().operators[step.op.value].name), qlonglong(step.used.count),
                               qlonglong(step.top.count), qlonglong(step.live.count),
                               qlonglong(m_plan.plan().budget.count)});
    }
    return values;
}

QString OccupancyChart::emptyText() const
{
    return tr("The bytes in use at each step appear here once there is a plan.");
}

QString OccupancyChart::toolTipAt(QPointF at) const
{
    if (!m_plan.hasPlan() || at.x() < m_geometry.plot.left() || at.x() > m_geometry.plot.right())
        return {};
    const int step = std::clamp(int(m_geometry.stepAt(at.x())), 0, int(m_plan.steps().size()) - 1);
    const memory::PlanStep& s = m_plan.steps()[std::size_t(step)];
    return QStringLiteral("%1\n%2\n%3")
        .arg(stepSentence(m_plan, step), tr("highest address in use %1").arg(format::exactBytes(s.top)),
             tr("alive without spilling %1").arg(format::exactBytes(s.live)));
}

void OccupancyChart::follow(QPointF at)
{
    if (m_plan.hasPlan() && at.x() >= m_geometry.plot.left() && at.x() <= m_geometry.plot.right())
        m_focus.setStep(int(m_geometry.stepAt(at.x())));
}

void OccupancyChart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_isMarking = event->modifiers().testFlag(Qt::ShiftModifier) && m_plan.hasPlan();
    m_pressed = event->position();
    if (!m_isMarking)
        follow(event->position());
}

void OccupancyChart::mouseMoveEvent(QMouseEvent* event)
{
    if (!event->buttons().testFlag(Qt::LeftButton))
        return;
    if (m_isMarking)
        m_focus.setRange(
            StepRange{int(m_geometry.stepAt(m_pressed.x())), int(m_geometry.stepAt(event->position().x()))});
    else
        follow(event->position());
}

void OccupancyChart::wheelEvent(QWheelEvent* event)
{
    event->accept();
    m_focus.zoom(m_geometry.stepAt(event->position().x()), std::pow(kChartZoomStep, event->angleDelta().y() / 120.0));
}

} // namespace nestloom::ui
