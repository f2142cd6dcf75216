// SPDX-License-Identifier: GPL-3.0-or-later
// How CyclesChart answers keys and mouse.
#include "ui/views/cycles_chart.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>

namespace nestloom::ui {

void CyclesChart::keyPressEvent(QKeyEvent* event)
{
    const int last = layerCount() - 1;
    if (last < 0)
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Right: choose(std::min(m_selected + 1, last)); break;
    case Qt::Key_Left: choose(m_selected < 0 ? last : std::max(m_selected - 1, 0)); break;
    case Qt::Key_Home: choose(0); break;
    case Qt::Key_End: choose(last); break;
    default: QWidget::keyPressEvent(event);
    }
}

void CyclesChart::mousePressEvent(QMouseEvent* event)
{
    choose(layerAt(event->position())); // the menu is about the layer under it as well
}

void CyclesChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const int layer = layerAt(event->position()); layer >= 0)
        Q_EMIT explainRequested(layer, m_quantity);
}

void CyclesChart::mouseReleaseEvent(QMouseEvent* event) { event->accept(); }

void CyclesChart::mouseMoveEvent(QMouseEvent* event) { hover(layerAt(event->position())); }

void CyclesChart::leaveEvent(QEvent* event)
{
    hover(-1);
    QWidget::leaveEvent(event);
}

bool CyclesChart::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int layer = layerAt(help->pos());
        const QString text = layer < 0 ? QString() : toolTipOf(layer);
        QToolTip::showText(help->globalPos(), text, this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace nestloom::ui
