// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/screen_bounds.h"

#include <QApplication>
#include <QDialog>
#include <QEvent>
#include <QScreen>

#include <algorithm>

namespace nestloom::ui {

namespace {
constexpr int kFrame = 8, kTitle = 32; // pixels, of a window manager
}

ScreenBounds::ScreenBounds(QWidget& window) : QObject(&window), m_window(window)
{
    m_window.installEventFilter(this);
    qApp->installEventFilter(this); // dialogs come and go
}

QRect ScreenBounds::room(const QWidget& window)
{
    return window.screen()->availableGeometry().adjusted(kFrame, kTitle, -kFrame, -kFrame);
}

bool ScreenBounds::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest && watched == &m_window) // else the layout demands what it likes
        m_window.setMinimumSize(m_window.minimumSizeHint().boundedTo(room(m_window).size()));
    if (event->type() != QEvent::Show)
        return false;
    auto* dialog = qobject_cast<QDialog*>(watched);
    if (dialog == nullptr || room(*dialog).contains(dialog->geometry()))
        return false;
    const QRect all = room(*dialog);
    QRect at = dialog->geometry();
    at.setSize(at.size().boundedTo(all.size()));
    at.moveLeft(std::clamp(at.left(), all.left(), all.right() - at.width() + 1));
    at.moveTop(std::clamp(at.top(), all.top(), all.bottom() - at.height() + 1));
    dialog->resize(at.size());
    dialog->move(at.topLeft() - QPoint(0, kTitle)); // of the frame
    return false;
}

} // namespace nestloom::ui
