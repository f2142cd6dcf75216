// SPDX-License-Identifier: GPL-3.0-or-later
// How AcceleratorDiagram answers keys and mouse.
#include "ui/views/accelerator_diagram.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>

#include <cmath>

namespace nestloom::ui {

namespace {
constexpr double kZoomStep = 1.2;
} // namespace

void AcceleratorDiagram::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    const bool byKeyboard = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    if (!isEmpty() && !m_highlight.selected && byKeyboard)
        choose(m_layout.blocks().front());
    viewport()->update();
}

void AcceleratorDiagram::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void AcceleratorDiagram::keyPressEvent(QKeyEvent* event)
{
    if (isEmpty())
        return QAbstractScrollArea::keyPressEvent(event);
    const std::vector<AcceleratorBlock> blocks = m_layout.blocks();
    const bool control = event->modifiers().testFlag(Qt::ControlModifier);
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
        choose(m_highlight.selected ? m_layout.next(*m_highlight.selected, Qt::Key(event->key())) : blocks.front());
        return;
    case Qt::Key_Home: choose(blocks.front()); return;
    case Qt::Key_End: choose(blocks.back()); return;
    case Qt::Key_F: zoomToFit(); return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_highlight.selected)
            Q_EMIT editRequested(*m_highlight.selected);
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_Minus:
        if (control)
            return zoom(event->key() == Qt::Key_Minus ? 1 / kZoomStep : kZoomStep, viewport()->rect().center());
        break;
    default: break;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

void AcceleratorDiagram::wheelEvent(QWheelEvent* event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier))
        return QAbstractScrollArea::wheelEvent(event);
    zoom(std::pow(kZoomStep, event->angleDelta().y() / 120.0), event->position());
    event->accept();
}

void AcceleratorDiagram::mousePressEvent(QMouseEvent* event)
{
    const auto block = m_layout.blockAt(toDiagram(event->position()));
    if (block)
        choose(*block);
    else if (event->button() == Qt::LeftButton)
        m_dragged = event->position().toPoint();
    event->accept();
}

void AcceleratorDiagram::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint point = event->position().toPoint();
    if (m_dragged) {
        const QPoint way = point - *m_dragged;
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() - way.x());
        verticalScrollBar()->setValue(verticalScrollBar()->value() - way.y());
        m_dragged = point;
        return;
    }
    hover(m_layout.blockAt(toDiagram(event->position())));
}

void AcceleratorDiagram::mouseReleaseEvent(QMouseEvent* event)
{
    m_dragged.reset();
    event->accept();
}

void AcceleratorDiagram::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const auto block = m_layout.blockAt(toDiagram(event->position())))
        Q_EMIT editRequested(*block);
}

bool AcceleratorDiagram::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        hover(std::nullopt);
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto block = m_layout.blockAt(toDiagram(help->pos()));
        QToolTip::showText(help->globalPos(), block ? toolTipOf(*block) : QString(), viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace nestloom::ui
