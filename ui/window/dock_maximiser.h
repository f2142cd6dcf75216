// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QPointer>

class QDockWidget;

namespace nestloom::ui {

class MainWindow;

/// Gives one panel, or the pages, the whole window for a while: double click on a panel's title, or F11 for what has
/// the focus. The same again brings the layout back.
class DockMaximiser : public QObject {
    Q_OBJECT
public:
    explicit DockMaximiser(MainWindow& window);

    bool isMaximised() const { return !m_before.isEmpty(); }
    void toggle(QDockWidget* dock); // null = the pages
    void restore();
    QDockWidget* dockWithFocus() const; // null = none

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void watch();

    MainWindow& m_window;
    QByteArray m_before; // the layout; empty = nothing is maximised
    QPointer<QDockWidget> m_dock;
};

void installDockMaximiser(MainWindow& window);

} // namespace nestloom::ui
