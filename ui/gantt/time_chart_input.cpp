// SPDX-License-Identifier: GPL-3.0-or-later
// How charts over cycles answer mouse and keyboard.
#include "ui/gantt/time_chart.h"

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

void TimeChart::resizeEvent(QResizeEvent*) { layOut(); }

void TimeChart::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        layOut();
}

void TimeChart::mousePressEvent(QMouseEvent* event)
{
    if (!hasData() || (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton))
        return;
    m_pressed = m_last = event->position();
    m_moved = false;
    if (event->button() == Qt::LeftButton && grab(m_pressed))
        m_drag = Drag::Grabbed;
    else
        m_drag = event->modifiers().testFlag(Qt::ShiftModifier) ? Drag::Range : Drag::Pan;
}

void TimeChart::markRange(QPointF to)
{
    const double a = m_geometry.cycleAt(m_pressed.x()), b = m_geometry.cycleAt(to.x());
    m_focus.setRange(TimeRange{std::int64_t(std::floor(std::min(a, b))), std::int64_t(std::ceil(std::max(a, b)))});
}

void TimeChart::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    if (m_drag == Drag::None) {
        if (hasData())
            hover(at);
        return;
    }
    m_moved = m_moved || (at - m_pressed).manhattanLength() > kClickSlack;
    if (m_drag == Drag::Grabbed) {
        dragGrabbed(at);
    } else if (m_moved && m_drag == Drag::Range) {
        markRange(at);
    } else if (m_moved) {
        m_focus.pan((m_last.x() - at.x()) * m_geometry.perPixel());
        panDown(m_last.y() - at.y());
    }
    m_last = at;
}

void TimeChart::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag was = std::exchange(m_drag, Drag::None);
    if (was == Drag::None || was == Drag::Grabbed || m_moved || event->button() != Qt::LeftButton)
        return;
    if (was == Drag::Range)
        return m_focus.setRange(std::nullopt);
    const QPointF at = event->position();
    if (!m_geometry.plot.contains(at))
        return;
    m_focus.setCursor(std::int64_t(m_geometry.cycleAt(at.x())));
    pick(at);
}

void TimeChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (hasData() && event->button() == Qt::LeftButton && m_geometry.plot.contains(event->position()))
        enter(event->position());
}

void TimeChart::wheelEvent(QWheelEvent* event)
{
    event->accept();
    if (!hasData())
        return;
    const double notches = event->angleDelta().y() / 120.0;
    if (event->modifiers().testFlag(Qt::ShiftModifier) || event->angleDelta().y() == 0) {
        const double sideways = notches != 0 ? notches : event->angleDelta().x() / 120.0;
        return m_focus.pan(-kPanShare * sideways * (m_focus.high() - m_focus.low()));
    }
    if (event->modifiers().testFlag(Qt::ControlModifier) || event->position().x() < m_geometry.plot.left())
        return panDown(-notches * 40);
    const double x = std::clamp(event->position().x(), m_geometry.plot.left(), m_geometry.plot.right());
    m_focus.zoom(m_geometry.cycleAt(x), std::pow(kZoomStep, notches));
}

void TimeChart::leaveEvent(QEvent* event)
{
    hover({-1, -1});
    QWidget::leaveEvent(event);
}

bool TimeChart::escape()
{
    if (m_focus.range())
        m_focus.setRange(std::nullopt);
    else if (m_focus.selected())
        m_focus.select(std::nullopt);
    else
        return false;
    return true;
}

void TimeChart::keyPressEvent(QKeyEvent* event)
{
    if (!hasData() || event->modifiers().testFlag(Qt::AltModifier) || event->modifiers().testFlag(Qt::ControlModifier))
        return QWidget::keyPressEvent(event);
    if (takeKey(*event))
        return;
    const double width = m_focus.high() - m_focus.low();
    const double cursor = double(m_focus.cursor());
    const bool sees = cursor >= m_focus.low() && cursor < m_focus.high();
    const double centre = sees ? cursor : m_focus.low() + width / 2;
    const auto step = std::max<std::int64_t>(1, std::int64_t(width / 100));
    switch (event->key()) {
    case Qt::Key_Left: return m_focus.setCursor(m_focus.cursor() - step);
    case Qt::Key_Right: return m_focus.setCursor(m_focus.cursor() + step);
    case Qt::Key_F: return m_focus.fit();
    case Qt::Key_Z:
        if (m_focus.range())
            m_focus.show(*m_focus.range());
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_W: return m_focus.zoom(centre, kZoomStep);
    case Qt::Key_Minus:
    case Qt::Key_S: return m_focus.zoom(centre, 1 / kZoomStep);
    case Qt::Key_A: return m_focus.pan(-kPanShare * width);
    case Qt::Key_D: return m_focus.pan(kPanShare * width);
    case Qt::Key_Escape:
        if (escape())
            return;
        break;
    default: break;
    }
    QWidget::keyPressEvent(event);
}

bool TimeChart::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), hasData() ? hint(help->pos()) : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace nestloom::ui
