// SPDX-License-Identifier: GPL-3.0-or-later
// What MemoryMap draws over its boxes: range, cursor, selection, peak and capacity, or why there is no plan.
#include "ui/memory/memory_map.h"

#include "ui/format.h"
#include "ui/memory/memory_words.h"
#include "ui/memory/plan_range.h"
#include "ui/views/message_places.h"
#include "ui/views/paint_tools.h"

#include <QPainter>
#include <QPushButton>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

constexpr double kWayOutGap = 14; // between a message and the button below it

QString tooSmallTitle() { return MemoryMap::tr("The network does not run in this scratchpad"); }

/// Text over anything, on a plate.
void plate(QPainter& painter, QPointF at, const QString& text, const QColor& colour, const Theme& theme,
           Qt::Alignment align)
{
    const QFontMetricsF metrics(painter.font());
    const double width = metrics.horizontalAdvance(text) + 8, height = metrics.height() + 2;
    QRectF rect(at.x(), at.y() - height, width, height);
    if (align & Qt::AlignRight)
        rect.moveRight(at.x());
    if (align & Qt::AlignHCenter)
        rect.moveLeft(at.x() - width / 2);
    if (align & Qt::AlignTop)
        rect.moveTop(at.y());
    QColor back = theme.card;
    back.setAlpha(225);
    painter.fillRect(rect, back);
    painter.setPen(colour);
    painter.drawText(rect, Qt::AlignCenter, text);
}

} // namespace

void MemoryMap::paintOverlay(QPainter& painter, const Theme& theme) const
{
    if (m_focus.range() && m_plan.hasPlan())
        paintRange(painter, theme, m_geometry, *m_focus.range());
    if (m_plan.question().graph)
        paintCapacity(painter, theme);
    if (!m_plan.hasPlan())
        return paintMessage(painter, theme);
    paintLevels(painter, theme);
    paintCursor(painter, theme);
    paintSelection(painter, theme);
}

void MemoryMap::paintSelection(QPainter& painter, const Theme& theme) const
{
    const PlanSelection& selection = m_focus.selection();
    painter.save();
    for (const PlanBox& box : m_plan.boxes().all()) {
        const bool ofTensor = selection.tensor && box.tensor == int(selection.tensor->value);
        const bool ofOperator = !selection.tensor && selection.op && box.op == selection.op->value;
        const bool hovered = m_hovered >= 0 && &box == &m_plan.boxes().all()[std::size_t(m_hovered)];
        if (!ofTensor && !ofOperator && !hovered)
            continue;
        painter.setClipRect(m_geometry.plot.adjusted(-1, -1, 1, 1));
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.text, ofTensor || ofOperator ? 2 : 1));
        painter.drawRect(m_geometry.rectOf(box));
        painter.setClipping(false);
        if (box.spilled)
            paintMove(painter, theme, box, true, true);
        if (box.retrieved)
            paintMove(painter, theme, box, false, true);
    }
    painter.restore();
}

/// The step under the cursor, with its holes hatched.
void MemoryMap::paintCursor(QPainter& painter, const Theme& theme) const
{
    const int step = m_focus.step();
    if (step >= int(m_plan.steps().size()))
        return;
    painter.save();
    painter.setClipRect(m_geometry.plot);
    const double left = m_geometry.x(step), width = m_geometry.stepWidth();
    const double shown = std::max(width, 5.0), from = left + (width - shown) / 2;
    for (const auto& [begin, end] : memory::holes(m_plan.graph(), m_plan.plan(), std::size_t(step))) {
        const QRectF hole(QPointF(from, m_geometry.y(double(end.count))),
                          QPointF(from + shown, m_geometry.y(double(begin.count))));
        paint::hatch(painter, hole.intersected(m_geometry.plot), theme.mutedText);
    }
    painter.setPen(QPen(theme.text, 1, Qt::DashLine));
    const double centre = std::round(left + width / 2) + 0.5;
    painter.drawLine(QPointF(centre, m_geometry.plot.top()), QPointF(centre, m_geometry.plot.bottom()));
    painter.restore();
}

/// The peak of what is in use.
void MemoryMap::paintLevels(QPainter& painter, const Theme& theme) const
{
    const int step = m_plan.peakStep();
    const double x = m_geometry.x(step + 0.5);
    const memory::PlanStep& peak = m_plan.steps()[std::size_t(step)];
    const double y = m_geometry.y(double(peak.top.count));
    if (!m_geometry.plot.contains(QPointF(x, y)))
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.card, 1));
    painter.setBrush(theme.text);
    painter.drawPolygon(QPolygonF{QPointF(x, y), QPointF(x - 5, y - 8), QPointF(x + 5, y - 8)});
    painter.restore();
    const QString text = tr("peak %1").arg(sizeText(peak.used));
    const bool leftward = x + QFontMetricsF(painter.font()).horizontalAdvance(text) + 20 > m_geometry.plot.right();
    plate(painter, {leftward ? x - 7 : x + 7, y - 1}, text, theme.text, theme,
          leftward ? Qt::AlignRight : Qt::AlignLeft);
}

void MemoryMap::paintCapacity(QPainter& painter, const Theme& theme) const
{
    const double y = std::round(capacityY()) + 0.5;
    const double exact = m_geometry.y(double(m_plan.scratchpad().count));
    const bool inSight = exact >= m_geometry.plot.top() - 1 && exact <= m_geometry.plot.bottom() + 1;
    painter.setPen(QPen(theme.warning, m_drag == Drag::Capacity ? 3 : 2, inSight ? Qt::SolidLine : Qt::DotLine));
    painter.drawLine(QPointF(m_geometry.plot.left(), y), QPointF(m_geometry.plot.right(), y));
    const QString size = sizeText(m_plan.scratchpad());
    const QString text = inSight                         ? tr("capacity %1 (drag)").arg(size)
                         : exact < m_geometry.plot.top() ? tr("capacity %1, above (drag)").arg(size)
                                                         : tr("capacity %1, below (drag)").arg(size);
    const bool hasRoomAbove = y - m_geometry.plot.top() > QFontMetricsF(painter.font()).height() + 4;
    plate(painter, {m_geometry.plot.left() + 4, hasRoomAbove ? y - 2 : y + 2}, text, theme.warning, theme,
          Qt::AlignLeft | (hasRoomAbove ? Qt::AlignBottom : Qt::AlignTop));
}

bool MemoryMap::hasWayOut() const
{
    return m_plan.state() == ShownPlan::State::Infeasible && m_plan.budgets()
           && m_plan.budgets()->least > m_plan.scratchpad();
}

QRectF MemoryMap::messageArea() const
{
    const double room = hasWayOut() ? m_wayOut->sizeHint().height() + kWayOutGap : 0;
    return planMessageArea(m_geometry.plot, captionFont(font())).adjusted(0, 0, 0, -room);
}

/// Below what says that the network does not run: the size in which it does.
void MemoryMap::layOutWayOut()
{
    m_wayOut->setVisible(hasWayOut());
    if (!hasWayOut())
        return;
    const Bytes least = m_plan.budgets()->least;
    const bool isNear = (least - m_plan.scratchpad()) * 100 < least; // rounded, both would be the same
    m_wayOut->setText(
        tr("Plan with %1 (M_R, the least that runs)").arg(isNear ? format::exactBytes(least) : sizeText(least)));
    const QSize size = m_wayOut->sizeHint();
    const QRectF message =
        paint::messagePlaces(messageArea(), tooSmallTitle(), infeasibleSentence(m_plan.answer()), font()).plate();
    const double lowest = m_geometry.plot.bottom() - size.height(); // where there is little room, it covers the text
    m_wayOut->setGeometry(
        QRect(QPoint(int(message.center().x()) - size.width() / 2, int(std::min(message.bottom() + 4, lowest))), size));
}

void MemoryMap::paintMessage(QPainter& painter, const Theme& theme) const
{
    using State = ShownPlan::State;
    painter.save();
    painter.setFont(font());
    const auto say = [&](const QString& title, const QString& text, bool warns) {
        const QRectF area = messageArea();
        painter.fillRect(paint::messagePlaces(area, title, text, font()).plate(),
                         theme.card); // the capacity may cross it
        paint::message(painter, area, title, text, theme, warns);
    };
    switch (m_plan.state()) {
    case State::NoNetwork:
        say(tr("No network is chosen"), tr("Choose a network with an operator graph in the project panel."), false);
        break;
    case State::NoGraph:
        say(tr("%1 has no operator graph").arg(m_plan.networkName()),
            tr("It lists layers only, and what lies between them is not known. Choose a network with an operator "
               "graph, or import one from ONNX."),
            false);
        break;
    case State::Infeasible: say(tooSmallTitle(), infeasibleSentence(m_plan.answer()), true); break;
    case State::NoPlan: say(tr("No plan was found"), m_plan.reason(), true); break;
    case State::Failed: say(tr("The network cannot be planned"), m_plan.reason(), true); break;
    case State::Planning:
    case State::Planned: say(tr("Planning ..."), {}, false); break;
    }
    painter.restore();
}

} // namespace nestloom::ui
