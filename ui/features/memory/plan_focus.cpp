// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/plan_focus.h"

#include "engine/workload/fuse.h"
#include "ui/features/memory/memory_words.h"
#include "ui/style/format.h"
#include "ui/style/paint_tools.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace nestloom::ui {

void PlanFocus::setStepCount(int count)
{
    if (count == m_count)
        return;
    m_count = count;
    m_step = std::clamp(m_step, 0, std::max(0, count - 1));
    setLast(count, true);
    Q_EMIT stepChanged(m_step);
    setRange(std::nullopt); // other steps
}

void PlanFocus::setStep(int step)
{
    step = std::clamp(step, 0, std::max(0, m_count - 1));
    if (step < low() || step + 1 > high())
        slideTo(step < low() ? step : step + 1 - (high() - low()));
    if (std::exchange(m_step, step) != step)
        Q_EMIT stepChanged(step);
}

void PlanFocus::setRange(std::optional<StepRange> range)
{
    if (range && m_count > 0) {
        m_anchor = std::clamp(range->first, 0, m_count - 1);
        const int end = std::clamp(range->last, 0, m_count - 1);
        range = StepRange{std::min(m_anchor, end), std::max(m_anchor, end)};
    } else {
        range.reset();
    }
    if (std::exchange(m_range, range) != range)
        Q_EMIT rangeChanged();
}

void PlanFocus::showRange()
{
    if (!m_range)
        return;
    const double width = m_range->last + 1.0 - m_range->first, room = width * 0.04;
    setWindow(m_range->first - room, m_range->first + width + room);
}

void PlanFocus::select(const PlanSelection& selection)
{
    if (std::exchange(m_selection, selection) != selection)
        Q_EMIT selectionChanged(m_selection);
}

int PlanGeometry::lastStep() const { return std::max(firstStep(), int(std::ceil(highStep)) - 1); }

std::vector<AxisTick> stepTicks(const PlanGeometry& geometry, double pixelsEach)
{
    return roundTicks(geometry.lowStep, geometry.highStep - 0.01, geometry.plot.width() / pixelsEach,
                      {{}, 1, false, false}, 1);
}

QRectF planMessageArea(const QRectF& plot, const QFont& captions)
{
    const double tag = QFontMetricsF(captions).horizontalAdvance(QStringLiteral("capacity 1023.5 MiB (drag)"));
    const double aside = std::max(0.0, std::min(tag, (plot.width() - 320) / 2)); // a message needs some width
    return plot.adjusted(aside, 12, -aside, 0);
}

double planMargin(const QFont& captions)
{
    return QFontMetricsF(captions).horizontalAdvance(QStringLiteral("1023.5 MiB")) + 12;
}

RangeFigures rangeFigures(const ShownPlan& plan, StepRange range)
{
    RangeFigures figures;
    const auto& steps = plan.steps();
    for (int i = std::max(0, range.first); i <= std::min(range.last, int(steps.size()) - 1); ++i) {
        const memory::PlanStep& step = steps[std::size_t(i)];
        figures.peak = std::max(figures.peak, step.used);
        figures.spilled += step.spilled;
        figures.retrieved += step.retrieved;
        figures.created += step.created;
    }
    return figures;
}

QString rangeSentence(const ShownPlan& plan, StepRange range)
{
    const RangeFigures figures = rangeFigures(plan, range);
    return QCoreApplication::translate("PlanRange", "steps %1 to %2: %3 spilled, %4 retrieved, %5 at the peak")
        .arg(range.first)
        .arg(range.last)
        .arg(sizeText(figures.spilled), sizeText(figures.retrieved), sizeText(figures.peak));
}

void paintRange(QPainter& painter, const Theme& theme, const PlanGeometry& geometry, StepRange range)
{
    const QRectF& plot = geometry.plot;
    const double left = std::clamp(geometry.x(range.first), plot.left(), plot.right());
    const double right = std::clamp(geometry.x(range.last + 1.0), plot.left(), plot.right());
    QColor veil = theme.card;
    veil.setAlphaF(0.55F);
    painter.fillRect(QRectF(plot.topLeft(), QPointF(left, plot.bottom())), veil);
    painter.fillRect(QRectF(QPointF(right, plot.top()), plot.bottomRight()), veil);
    painter.setPen(QPen(theme.accent, 1.5));
    painter.drawLine(QPointF(left, plot.top()), QPointF(left, plot.bottom()));
    painter.drawLine(QPointF(right, plot.top()), QPointF(right, plot.bottom()));
}

namespace {
constexpr double kLabelGap = 6; // between labels and plot
}

QRectF byteTitlePlace(const PlanGeometry& geometry, const QFontMetricsF& metrics, double widestLabel,
                      const QString& title)
{
    const double room = geometry.plot.left() - kLabelGap - widestLabel;
    const double length = metrics.horizontalAdvance(title) + 2;
    if (room < metrics.height() || length > geometry.plot.height())
        return {};
    return {0, geometry.plot.center().y() - length / 2, metrics.height(), length};
}

void paintByteAxis(QPainter& painter, const Theme& theme, const PlanGeometry& geometry, double linesOfText,
                   const QString& title)
{
    const QRectF& plot = geometry.plot;
    const QFontMetricsF metrics(painter.font());
    double widest = 0;
    for (const auto& tick :
         byteTicks(geometry.lowBytes, geometry.highBytes, geometry.plot.height(), linesOfText * metrics.height())) {
        paint::gridLine(painter, theme, plot, geometry.y(tick.value), tick.text);
        widest = std::max(widest, metrics.horizontalAdvance(tick.text));
    }
    const QRectF place = byteTitlePlace(geometry, metrics, widest, title);
    if (place.isEmpty())
        return;
    painter.save();
    painter.setPen(theme.mutedText);
    painter.translate(place.bottomLeft());
    painter.rotate(-90);
    painter.drawText(QRectF(0, 0, place.height(), place.width()), Qt::AlignCenter, title);
    painter.restore();
}

std::optional<OperatorId> counterpart(const workload::OperatorGraph& from, OperatorId op,
                                      const workload::OperatorGraph& to)
{
    for (;;) {
        const workload::Operator& here = from.operators[op.value];
        for (std::uint32_t i = 0; i < to.operators.size(); ++i)
            if (to.operators[i].name == here.name)
                return OperatorId{i};
        if (here.inputs.empty() || !workload::isFusedIntoProducer(here.type))
            return std::nullopt;
        op = from.tensors[here.inputs.front().value].producer; // an earlier operator: this ends
    }
}

std::optional<int> stepOf(const std::vector<memory::PlanStep>& steps, OperatorId op)
{
    const auto at = std::ranges::find_if(steps, [op](const memory::PlanStep& s) { return s.op == op; });
    return at == steps.end() ? std::nullopt : std::optional(int(at - steps.begin()));
}

void PlanPlace::forget()
{
    m_graph.reset();
    m_steps.reset();
    m_left = {};
    m_focus.select({});
}

/// The operator at the cursor of the last plan, by its number in this one.
std::optional<OperatorId> PlanPlace::cursorBefore() const
{
    const auto step = std::size_t(m_focus.step());
    if (!m_steps || step >= m_steps->size())
        return std::nullopt;
    const OperatorId op = (*m_steps)[step].op;
    return m_graph == m_plan.answer().graph ? std::optional(op) : counterpart(*m_graph, op, m_plan.graph());
}

void PlanPlace::follow()
{
    const schedule::cosma::PlanAnswer& answer = m_plan.answer();
    if (m_answered != answer.graph) { // other numbers
        m_answered = answer.graph;
        if (!m_focus.selection().isEmpty())
            m_left = m_focus.selection();
        m_focus.select({});
    }
    if (!m_plan.hasPlan())
        return;
    const auto cursor = cursorBefore();
    m_focus.setStepCount(int(m_plan.steps().size()));
    if (const auto step = cursor ? stepOf(m_plan.steps(), *cursor) : std::nullopt)
        m_focus.setStep(*step);
    restoreSelection();
    m_graph = answer.graph;
    m_steps = answer.steps;
}

void PlanPlace::restoreSelection()
{
    const PlanSelection left = std::exchange(m_left, {});
    if (!left.op || !m_graph || !m_focus.selection().isEmpty())
        return;
    const auto op = counterpart(*m_graph, *left.op, m_plan.graph());
    if (!op)
        return;
    PlanSelection selection{*op, std::nullopt};
    for (const TensorId tensor : m_plan.graph().operators[op->value].outputs)
        if (left.tensor && m_plan.graph().tensors[tensor.value].name == m_graph->tensors[left.tensor->value].name)
            selection.tensor = tensor;
    m_focus.select(selection);
}

} // namespace nestloom::ui
