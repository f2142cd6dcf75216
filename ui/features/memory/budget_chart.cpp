// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/budget_chart.h"

#include "ui/features/memory/plan_focus.h"
#include "ui/style/format.h"
#include "ui/style/paint_tools.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace nestloom::ui {

namespace {

using schedule::cosma::CurveStep;

} // namespace

QString curveSentence(const CurveStep& step)
{
    const auto both = [](Bytes size) {
        return QStringLiteral("%1 (%2)").arg(sizeText(size), format::exactBytes(size));
    };
    const QString sizes =
        step.from == step.to ? both(step.from) : BudgetChart::tr("%1 to %2").arg(both(step.from), both(step.to));
    if (step.isExact())
        return step.traffic->count == 0
                   ? BudgetChart::tr("%1: no traffic beyond the compulsory").arg(sizes)
                   : BudgetChart::tr("%1: %2 of traffic, proven least").arg(sizes, format::exactBytes(*step.traffic));
    if (!step.traffic)
        return BudgetChart::tr("%1: no plan known yet; at least %2").arg(sizes, format::exactBytes(step.bound));
    return BudgetChart::tr("%1: between %2 and %3, not proven")
        .arg(sizes, format::exactBytes(step.bound), format::exactBytes(*step.traffic));
}

BudgetChart::BudgetChart(ShownPlan& plan, QWidget* parent) : PaintedChart(parent), m_plan(plan)
{
    setObjectName(QStringLiteral("budgetChart"));
    setMouseTracking(true);
    setCursor(Qt::PointingHandCursor);
    setAccessibleName(tr("Budget curve"));
    connect(&m_plan, &ShownPlan::curveChanged, this, &BudgetChart::layOut);
    connect(&m_plan, &ShownPlan::planChanged, this, &BudgetChart::layOut);
    connect(&m_plan, &ShownPlan::questionChanged, this, [this] { update(); });
    layOut();
}

void BudgetChart::layOut()
{
    const QFontMetricsF metrics(captionFont(font()));
    m_plot = QRectF(QPointF(planMargin(captionFont(font())), 2 * metrics.height() + 8),
                    QPointF(width() - 16, std::max(height() - metrics.height() - 8, 3 * metrics.height() + 24)));
    double least = 0, peak = 1;
    m_top = 1;
    for (const CurveStep& step : m_plan.curve()) {
        least = double(m_plan.curve().front().from.count);
        peak = double(m_plan.curve().back().to.count);
        m_top = std::max({m_top, double(step.traffic.value_or(step.bound).count), double(step.bound.count)});
    }
    m_sizes.fit(false, least, std::max(peak, least)); // one size stands in the middle
    m_traffic.fit(false, 0, m_top);
    if (m_plan.isCurveComplete())
        setAccessibleDescription(tr("Complete, %1 stairs").arg(m_plan.curve().size()));
    update();
}

std::vector<AxisScale::Tick> BudgetChart::sizeTicks() const
{
    if (m_plan.curve().empty())
        return {};
    return m_sizes.ticks(std::max(2, int(m_plot.width() / 90)), sizeUnit(m_plan.curve().back().to));
}

QPointF BudgetChart::positionOf(Bytes size, Bytes traffic) const
{
    return {m_plot.left() + m_sizes.place(double(size.count)) * m_plot.width(),
            m_plot.bottom() - m_traffic.place(double(traffic.count)) * m_plot.height()};
}

const CurveStep* BudgetChart::stepAt(double bytes) const
{
    for (const CurveStep& step : m_plan.curve())
        if (bytes >= double(step.from.count) && bytes < double(step.to.count) + 1)
            return &step;
    return nullptr;
}

double BudgetChart::bytesAt(QPointF at) const
{
    return std::clamp(m_sizes.valueAt((at.x() - m_plot.left()) / m_plot.width()),
                      double(m_plan.curve().front().from.count), double(m_plan.curve().back().to.count));
}

std::optional<Bytes> BudgetChart::sizeAt(QPointF at) const
{
    if (m_plan.curve().empty() || at.x() < m_plot.left() - 4 || at.x() > m_plot.right() + 4)
        return std::nullopt;
    const double bytes = bytesAt(at);
    const CurveStep* step = stepAt(bytes);
    return step && step->isExact() ? step->from : Bytes{std::int64_t(bytes)};
}

TableValues BudgetChart::chartValues() const
{
    TableValues values;
    values.columns = {tr("from [B]"), tr("to [B]"), tr("traffic [B]"), tr("bound [B]"), tr("proven")};
    for (const CurveStep& step : m_plan.curve())
        values.rows.push_back({qlonglong(step.from.count), qlonglong(step.to.count),
                               step.traffic ? QVariant(qlonglong(step.traffic->count)) : QVariant(),
                               qlonglong(step.bound.count), step.isExact() ? 1 : 0});
    return values;
}

QString BudgetChart::toolTipAt(QPointF at) const
{
    if (m_plan.curve().empty() || at.x() < m_plot.left() || at.x() > m_plot.right())
        return {};
    const CurveStep* step = stepAt(m_sizes.valueAt((at.x() - m_plot.left()) / m_plot.width()));
    return step ? tr("%1\nClick to plan for the smallest of these sizes").arg(curveSentence(*step)) : QString();
}

void BudgetChart::mousePressEvent(QMouseEvent* event) { m_pressed = event->position(); }

void BudgetChart::mouseMoveEvent(QMouseEvent* event)
{
    if (!event->buttons().testFlag(Qt::LeftButton) || m_plan.curve().empty())
        return;
    if (!m_isDragging && (event->position() - m_pressed).manhattanLength() < QApplication::startDragDistance())
        return;
    if (!std::exchange(m_isDragging, true))
        Q_EMIT movingChanged(true);
    Q_EMIT sizeChosen({std::int64_t(bytesAt(event->position()))});
}

void BudgetChart::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (std::exchange(m_isDragging, false)) {
        Q_EMIT movingChanged(false);
        return;
    }
    if (const auto size = sizeAt(event->position()))
        Q_EMIT sizeChosen(*size);
}

void BudgetChart::keyPressEvent(QKeyEvent* event)
{
    const auto& curve = m_plan.curve();
    const Bytes now = m_plan.scratchpad();
    if (event->key() == Qt::Key_Right) {
        for (const CurveStep& step : curve)
            if (step.from > now)
                return void(Q_EMIT sizeChosen(step.from));
        return;
    }
    if (event->key() == Qt::Key_Left) {
        for (auto step = curve.rbegin(); step != curve.rend(); ++step)
            if (step->from < now)
                return void(Q_EMIT sizeChosen(step->from));
        return;
    }
    QWidget::keyPressEvent(event);
}

namespace {

using schedule::cosma::CurveStep;

const AxisUnit kBytes{{}, 1, true};

} // namespace

void BudgetChart::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    if (m_plan.curve().empty()) {
        painter.setFont(font());
        if (m_plan.storedAs() != 0 && !m_plan.isBusy())
            return paint::message(painter, rect(), tr("No curve"),
                                  tr("A stored plan has none. Change the size, and both are made anew."), theme);
        const bool isComing = m_plan.state() == ShownPlan::State::Planning || m_plan.budgets().has_value();
        paint::message(painter, rect(), isComing ? tr("The curve fills after the plan") : tr("No curve"),
                       isComing ? tr("Least traffic for every scratchpad size appears here, step by step.")
                                : tr("It needs a network with an operator graph."),
                       theme);
        return;
    }
    painter.setFont(captionFont(font()));
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter);
    paintOpen(painter);
    paintStair(painter);
    paintMarks(painter);
    paintState(painter);
}

void BudgetChart::paintAxes(QPainter& painter) const
{
    const Theme& theme = themeFor(palette());
    const QFontMetricsF metrics(painter.font());
    for (const AxisScale::Tick& tick : m_traffic.ticks(std::max(2, int(m_plot.height() / 34)), kBytes))
        if (tick.value >= 0)
            paint::gridLine(painter, theme, m_plot, m_plot.bottom() - m_traffic.place(tick.value) * m_plot.height(),
                            tick.text);
    for (const AxisScale::Tick& tick : sizeTicks()) {
        const double x = m_plot.left() + m_sizes.place(tick.value) * m_plot.width();
        const double half = metrics.horizontalAdvance(tick.text) / 2 + 1;
        painter.setPen(theme.mutedText);
        painter.drawLine(QPointF(x, m_plot.bottom()), QPointF(x, m_plot.bottom() + 3));
        painter.drawText(QRectF(x - half, m_plot.bottom() + 4, 2 * half, metrics.height()), Qt::AlignCenter, tick.text);
    }
    painter.setPen(theme.border);
    painter.drawLine(m_plot.bottomLeft(), m_plot.bottomRight());
}

/// Between what is proven and what is known to be possible.
void BudgetChart::paintOpen(QPainter& painter) const
{
    const Theme& theme = themeFor(palette());
    for (const CurveStep& step : m_plan.curve()) {
        if (step.isExact())
            continue;
        const QPointF low = positionOf(step.from, step.bound);
        const QPointF high = step.traffic ? positionOf(step.to + Bytes{1}, *step.traffic)
                                          : QPointF(positionOf(step.to + Bytes{1}, {}).x(), m_plot.top());
        const QRectF band = QRectF(low, high).normalized();
        paint::hatch(painter, band, theme.border);
        painter.setPen(QPen(theme.mutedText, 1, Qt::DashLine));
        painter.drawLine(band.topLeft(), band.topRight());
        painter.drawLine(band.bottomLeft(), band.bottomRight());
    }
}

void BudgetChart::paintStair(QPainter& painter) const
{
    const Theme& theme = themeFor(palette());
    painter.setPen(QPen(theme.accent, 2.2, Qt::SolidLine, Qt::FlatCap));
    const CurveStep* before = nullptr;
    for (const CurveStep& step : m_plan.curve()) {
        const CurveStep* last = std::exchange(before, &step);
        if (!step.isExact())
            continue;
        const QPointF from = positionOf(step.from, *step.traffic);
        painter.drawLine(from, positionOf(step.to + Bytes{1}, *step.traffic));
        if (last != nullptr && last->isExact())
            painter.drawLine(positionOf(step.from, *last->traffic), from);
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accent);
    const bool isCrowded = double(m_plan.curve().size()) * 7 > m_plot.width();
    for (const CurveStep& step : m_plan.curve())
        if (step.isExact() && !isCrowded)
            painter.drawEllipse(positionOf(step.from, *step.traffic), 3, 3);
}

/// M_R, M_H, M_P above the plot, and the size that is shown.
void BudgetChart::paintMarks(QPainter& painter) const
{
    const Theme& theme = themeFor(palette());
    const QFontMetricsF metrics(painter.font());
    std::vector<QRectF> taken;
    if (const auto& budgets = m_plan.budgets())
        for (const auto& [size, name] :
             {std::pair(budgets->least, QStringLiteral("M_R")), std::pair(budgets->peak, QStringLiteral("M_P")),
              std::pair(budgets->half, QStringLiteral("M_H"))}) { // that between has what room is left
            const double x = positionOf(size, {}).x();
            painter.setPen(QPen(theme.mutedText, 1, Qt::DotLine));
            painter.drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom()));
            for (const QString& text : {QStringLiteral("%1 %2").arg(name, sizeText(size)), name}) {
                const double width = metrics.horizontalAdvance(text) + 2;
                const double left = std::clamp(x - width / 2, 2.0, std::max(2.0, this->width() - width - 2.0));
                const QRectF place(left, m_plot.top() - metrics.height() - 1, width, metrics.height());
                const bool isTaken = std::ranges::any_of(
                    taken, [&](const QRectF& other) { return other.adjusted(-8, 0, 8, 0).intersects(place); });
                if (isTaken || x > m_plot.right() + 1)
                    continue; // the name alone may have room
                painter.setPen(theme.text);
                painter.drawText(place, Qt::AlignCenter, text);
                taken.push_back(place);
                break;
            }
        }
    const double x = positionOf(m_plan.scratchpad(), {}).x();
    if (x < m_plot.left() || x > m_plot.right())
        return;
    painter.setPen(QPen(theme.warning, 2));
    painter.drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom()));
    if (m_plan.hasPlan() && m_plan.plan().budget == m_plan.scratchpad()) {
        painter.setPen(QPen(theme.card, 1.5));
        painter.setBrush(theme.warning);
        painter.drawEllipse(positionOf(m_plan.scratchpad(), m_plan.plan().traffic), 4.5, 4.5);
    }
}

void BudgetChart::paintState(QPainter& painter) const
{
    const Theme& theme = themeFor(palette());
    const auto open = std::ranges::count_if(m_plan.curve(), [](const CurveStep& step) { return !step.isExact(); });
    const QString state = open == 0                  ? tr("exact")
                          : m_plan.isCurveComplete() ? tr("hatched: not proven")
                          : m_plan.isCancelled()     ? tr("cancelled")
                                                     : tr("being computed ...");
    painter.setPen(theme.mutedText);
    const double height = QFontMetricsF(painter.font()).height();
    const QRectF line(8, 3, width() - 16, height);
    const QString whole = tr("Least traffic beyond the compulsory by scratchpad size; %1").arg(state);
    const bool fits = QFontMetricsF(painter.font()).horizontalAdvance(whole) <= line.width();
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     fits ? whole : tr("Traffic beyond the compulsory; %1").arg(state));
}

} // namespace nestloom::ui
