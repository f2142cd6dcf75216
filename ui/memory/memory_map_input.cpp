// SPDX-License-Identifier: GPL-3.0-or-later
// How MemoryMap answers mouse and keyboard.
#include "ui/memory/memory_map.h"

#include "ui/format.h"
#include "ui/memory/memory_words.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <cmath>

namespace nestloom::ui {

namespace {
constexpr double kZoomStep = 1.25;
constexpr double kPanShare = 0.15; // of what is in sight
constexpr double kClickSlack = 4;  // pixels that a click may move
} // namespace

void MemoryMap::resizeEvent(QResizeEvent*) { layOut(); }

void MemoryMap::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        layOut();
}

void MemoryMap::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    m_pressed = m_last = event->position();
    m_moved = false;
    const bool marks =
        event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ShiftModifier) && m_plan.hasPlan();
    m_drag = marks                                                          ? Drag::Range
             : event->button() == Qt::LeftButton && isOnCapacity(m_pressed) ? Drag::Capacity
                                                                            : Drag::Pan;
}

void MemoryMap::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    if (m_drag == Drag::None) {
        const bool onCapacity = isOnCapacity(at);
        const int hovered = onCapacity ? -1 : boxAt(at);
        setCursor(onCapacity ? Qt::SplitVCursor : hovered >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        if (hovered != m_hovered) {
            m_hovered = hovered;
            update();
        }
        return;
    }
    m_moved = m_moved || (at - m_pressed).manhattanLength() > kClickSlack;
    if (!m_moved)
        return;
    if (m_drag == Drag::Capacity)
        moveCapacity(caught(m_geometry.bytesAt(at.y())));
    else if (m_drag == Drag::Range)
        m_focus.setRange(StepRange{int(m_geometry.stepAt(m_pressed.x())), int(m_geometry.stepAt(at.x()))});
    else
        panBy(at - m_last);
    m_last = at;
}

void MemoryMap::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag was = std::exchange(m_drag, Drag::None);
    if (was == Drag::Capacity) {
        Q_EMIT capacityDropped();
        if (m_isFitted)
            fitBytes();
        invalidate();
    } else if (was == Drag::Pan && !m_moved && event->button() == Qt::LeftButton && m_plan.hasPlan()) {
        if (m_geometry.plot.contains(event->position()))
            m_focus.setStep(int(m_geometry.stepAt(event->position().x())));
        selectBox(boxAt(event->position()));
    }
}

void MemoryMap::wheelEvent(QWheelEvent* event)
{
    event->accept();
    if (!m_plan.hasPlan())
        return;
    const double factor = std::pow(kZoomStep, event->angleDelta().y() / 120.0);
    const QPointF at = event->position();
    if (event->modifiers().testFlag(Qt::ControlModifier) || at.x() < m_geometry.plot.left())
        zoomBytes(m_geometry.bytesAt(at.y()), factor);
    else
        m_focus.zoom(m_geometry.stepAt(at.x()), factor);
}

void MemoryMap::leaveEvent(QEvent* event)
{
    m_hovered = -1;
    update();
    QWidget::leaveEvent(event);
}

void MemoryMap::goTo(int step, bool marks)
{
    if (marks)
        m_focus.extendRange(step);
    m_focus.setStep(step);
}

void MemoryMap::keyPressEvent(QKeyEvent* event)
{
    const bool control = event->modifiers().testFlag(Qt::ControlModifier);
    const bool marks = event->modifiers().testFlag(Qt::ShiftModifier);
    const int page = std::max(1, m_focus.stepCount() / 10);
    const double centre = (m_focus.low() + m_focus.high()) / 2;
    switch (event->key()) {
    case Qt::Key_Left: return goTo(m_focus.step() - 1, marks);
    case Qt::Key_Right: return goTo(m_focus.step() + 1, marks);
    case Qt::Key_PageUp: return goTo(m_focus.step() - page, marks);
    case Qt::Key_PageDown: return goTo(m_focus.step() + page, marks);
    case Qt::Key_Home: return goTo(0, marks);
    case Qt::Key_End: return goTo(m_focus.stepCount() - 1, marks);
    case Qt::Key_Z: return m_focus.showRange();
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const int direction = event->key() == Qt::Key_Up ? 1 : -1;
        if (!control)
            return stepBox(direction);
        m_isKeyMoving = true;
        return stepCapacity(direction);
    }
    case Qt::Key_F: return fit();
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_W: return m_focus.zoom(centre, kZoomStep);
    case Qt::Key_Minus:
    case Qt::Key_S: return m_focus.zoom(centre, 1 / kZoomStep);
    case Qt::Key_A: return m_focus.pan(-kPanShare * (m_focus.high() - m_focus.low()));
    case Qt::Key_D: return m_focus.pan(kPanShare * (m_focus.high() - m_focus.low()));
    case Qt::Key_Escape:
        if (m_focus.range())
            return m_focus.setRange(std::nullopt);
        if (!m_focus.selection().isEmpty())
            return m_focus.select({});
        break;
    default: break;
    }
    QWidget::keyPressEvent(event);
}

void MemoryMap::keyReleaseEvent(QKeyEvent* event)
{
    if (m_isKeyMoving && !event->isAutoRepeat()) {
        m_isKeyMoving = false;
        Q_EMIT capacityDropped();
        if (m_isFitted)
            fitBytes();
        invalidate();
    }
    QWidget::keyReleaseEvent(event);
}

QString MemoryMap::toolTipAt(QPointF at) const
{
    if (isOnCapacity(at))
        return tr("Scratchpad of %1: drag, or press Ctrl+Up and Ctrl+Down, to plan for another size")
            .arg(format::exactBytes(m_plan.scratchpad()));
    if (!m_plan.hasPlan() || !m_geometry.plot.contains(at))
        return {};
    if (const int box = boxAt(at); box >= 0)
        return boxDetails(m_plan.graph(), m_plan.plan(), m_plan.boxes().all()[std::size_t(box)]);
    return stepSentence(m_plan, int(m_geometry.stepAt(at.x())));
}

bool MemoryMap::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), toolTipAt(help->pos()), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace nestloom::ui
