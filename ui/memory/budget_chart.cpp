// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/budget_chart.h"

#include "ui/export/chart_actions.h"
#include "ui/format.h"
#include "ui/memory/memory_words.h"
#include "ui/memory/plan_geometry.h"
#include "ui/theme.h"
#include "ui/views/paint_tools.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>
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

BudgetChart::BudgetChart(ShownPlan& plan, QWidget* parent) : QWidget(parent), m_plan(plan)
{
    setObjectName(QStringLiteral("budgetChart"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setCursor(Qt::PointingHandCursor);
    setAccessibleName(tr("Budget curve"));
    enableChartExport(*this);
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
    m_sizes.fit(false, least, std::max(peak, least + 1));
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

void BudgetChart::resizeEvent(QResizeEvent*) { layOut(); }

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

bool BudgetChart::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), toolTipAt(help->pos()), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace nestloom::ui
