// SPDX-License-Identifier: GPL-3.0-or-later
// How GraphView is used with mouse and keyboard.
#include "ui/graph/graph_view.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QToolTip>
#include <QTransform>

#include <cmath>

namespace nestloom::ui {

namespace {
constexpr double kKeyZoom = 1.25, kWheelZoom = 1.15;
constexpr double kClickSlop = 4;
} // namespace

void GraphView::choose(int node)
{
    if (node < 0)
        return;
    m_current = m_folded.nodes[std::size_t(node)].operators.front();
    bringIntoSight(node);
    Q_EMIT currentChanged(*m_current);
}

/// The neighbour along an edge that stands nearest below or above.
int GraphView::neighbour(int node, bool below) const
{
    int nearest = -1;
    double best = 0;
    for (const FoldedEdge& edge : m_folded.edges) {
        const int other = below ? edge.to : edge.from;
        if ((below ? edge.from : edge.to) != node)
            continue;
        const QPointF away = m_layout.boxes[std::size_t(other)].center() - m_layout.boxes[std::size_t(node)].center();
        const double distance = std::abs(away.y()) + 0.1 * std::abs(away.x());
        if (nearest < 0 || distance < best) {
            nearest = other;
            best = distance;
        }
    }
    return nearest;
}

/// The next box to the left or right in the same layer.
int GraphView::beside(int node, int step) const
{
    const QPointF at = m_layout.boxes[std::size_t(node)].center();
    int nearest = -1;
    double best = 0;
    for (std::size_t i = 0; i < m_layout.boxes.size(); ++i) {
        const QPointF away = m_layout.boxes[i].center() - at;
        if (std::abs(away.y()) > 1 || away.x() * step <= 0)
            continue;
        if (nearest < 0 || std::abs(away.x()) < best) {
            nearest = int(i);
            best = std::abs(away.x());
        }
    }
    return nearest;
}

void GraphView::walk(int key)
{
    const int node = currentNode();
    if (node < 0)
        return choose(m_folded.nodes.empty() ? -1 : 0);
    switch (key) {
    case Qt::Key_Down: return choose(neighbour(node, true));
    case Qt::Key_Up: return choose(neighbour(node, false));
    case Qt::Key_Left: return choose(beside(node, -1));
    case Qt::Key_Right: return choose(beside(node, 1));
    case Qt::Key_Home: return choose(0);
    default: return choose(int(m_folded.nodes.size()) - 1);
    }
}

void GraphView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Down:
    case Qt::Key_Up:
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Home:
    case Qt::Key_End: return walk(event->key());
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: return toggleBlock(currentNode());
    case Qt::Key_F: return fit();
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(QRectF(rect()).center(), kKeyZoom);
    case Qt::Key_Minus: return zoom(QRectF(rect()).center(), 1 / kKeyZoom);
    case Qt::Key_F3: return nextMatch(event->modifiers() & Qt::ShiftModifier ? -1 : 1);
    case Qt::Key_Escape:
        if (isBusy())
            return cancelLayout();
        break;
    default: break;
    }
    QWidget::keyPressEvent(event);
}

void GraphView::mousePressEvent(QMouseEvent* event)
{
    m_pressed = m_last = event->position();
    m_moved = false;
}

void GraphView::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & (Qt::LeftButton | Qt::MiddleButton))) {
        setCursor(nodeAt(event->position()) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        return;
    }
    const QPointF at = event->position();
    m_moved = m_moved || (at - m_pressed).manhattanLength() > kClickSlop;
    if (m_moved) {
        m_origin += at - m_last;
        m_isFitted = false;
        update();
    }
    m_last = at;
}

void GraphView::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_moved && event->button() == Qt::LeftButton)
        choose(nodeAt(event->position()));
}

void GraphView::mouseDoubleClickEvent(QMouseEvent* event)
{
    m_moved = true; // the release that follows chooses nothing
    if (event->button() == Qt::LeftButton)
        toggleBlock(nodeAt(event->position()));
}

void GraphView::wheelEvent(QWheelEvent* event)
{
    zoom(event->position(), std::pow(kWheelZoom, event->angleDelta().y() / 120.0));
    event->accept();
}

void GraphView::contextMenuEvent(QContextMenuEvent* event)
{
    const int node = event->reason() == QContextMenuEvent::Mouse ? nodeAt(event->pos()) : currentNode();
    QMenu menu(this);
    if (node >= 0) {
        const bool isBlock = m_folded.nodes[std::size_t(node)].isBlock;
        menu.addAction(isBlock ? tr("Open block") : tr("Close block"), QKeySequence(Qt::Key_Return), this,
                       [this, node] { toggleBlock(node); });
    }
    menu.addAction(tr("Open all blocks"), this, &GraphView::openAll)->setEnabled(m_graph != nullptr);
    menu.addAction(tr("Close all blocks"), this, &GraphView::closeAll)->setEnabled(m_graph != nullptr);
    menu.addAction(tr("Fit"), QKeySequence(Qt::Key_F), this, &GraphView::fit);
    menu.addSeparator();
    menu.addActions(actions());
    menu.exec(event->globalPos());
}

bool GraphView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const int node = nodeAt(help->pos());
        if (node >= 0)
            QToolTip::showText(help->globalPos(), description(node), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

void GraphView::resizeEvent(QResizeEvent*)
{
    if (m_isFitted)
        fit();
}

void GraphView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    m_isLayerOld = true; // colours and font
    if (event->type() == QEvent::FontChange && m_graph)
        refold(OpenBlocks(m_wanted));
}

} // namespace nestloom::ui
