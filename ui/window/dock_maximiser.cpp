// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/dock_maximiser.h"

#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QMouseEvent>

namespace nestloom::ui {

DockMaximiser::DockMaximiser(MainWindow& window) : QObject(&window), m_window(window)
{
    connect(&window, &MainWindow::settingsRestored, this, &DockMaximiser::watch); // all docks are there
    window.perspectives().setBeforeChange([this] { restore(); });
}

void DockMaximiser::watch()
{
    for (QDockWidget* dock : m_window.perspectives().docks()) {
        dock->installEventFilter(this);
        connect(dock, &QDockWidget::visibilityChanged, this, [this, dock](bool visible) {
            if (!visible && dock == m_dock && dock->isHidden())
                QMetaObject::invokeMethod(
                    this, [this] { restore(); }, Qt::QueuedConnection); // it was closed
        });
    }
}

bool DockMaximiser::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::MouseButtonDblClick)
        return false;
    auto* dock = static_cast<QDockWidget*>(watched);
    const bool onTitle = static_cast<QMouseEvent*>(event)->position().y() < dock->widget()->geometry().top();
    if (!onTitle || dock->isFloating())
        return false; // a floating one is docked again, as ever
    toggle(dock);
    return true;
}

QDockWidget* DockMaximiser::dockWithFocus() const
{
    for (QWidget* widget = QApplication::focusWidget(); widget != nullptr; widget = widget->parentWidget())
        if (auto* dock = qobject_cast<QDockWidget*>(widget); dock != nullptr && !dock->isFloating())
            return dock;
    return nullptr;
}

void DockMaximiser::toggle(QDockWidget* dock)
{
    if (isMaximised()) {
        restore();
        return;
    }
    m_before = m_window.saveState();
    m_dock = dock;
    for (QDockWidget* other : m_window.perspectives().docks())
        if (other != dock && !other->isFloating())
            other->hide();
    m_window.centralWidget()->setVisible(dock == nullptr);
}

void DockMaximiser::restore()
{
    if (!isMaximised())
        return;
    const bool wasClosed = m_dock && m_dock->isHidden();
    QDockWidget* closed = wasClosed ? m_dock.data() : nullptr;
    m_dock.clear();
    m_window.centralWidget()->show();
    m_window.restoreState(std::exchange(m_before, {}));
    if (closed != nullptr)
        closed->hide();
}

void installDockMaximiser(MainWindow& window)
{
    auto* maximiser = new DockMaximiser(window);
    QAction* action =
        window.addAction(MainWindow::Menu::View, QStringLiteral("maximisePanel"), MainWindow::tr("Ma&ximise panel"),
                         Qt::Key_F11, MainWindow::tr("Give the focused panel the whole window, and back"));
    QObject::connect(action, &QAction::triggered, maximiser,
                     [maximiser] { maximiser->toggle(maximiser->dockWithFocus()); });
}

} // namespace nestloom::ui
