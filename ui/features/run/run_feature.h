// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/chip.h"

#include <QFrame>

class QLabel;
class QMenu;
class QPushButton;

namespace nestloom::ui {

class ElidedLabel;
class MainWindow;
class Workbench;

/// The chip in the tool bar that says what the shown numbers are compared with. Clicking removes the pin ("x"), or
/// pins the automatic baseline. Hidden while no run is shown.
class BaselineChip : public Chip {
    Q_OBJECT
public:
    explicit BaselineChip(Workbench& workbench, QWidget* parent = nullptr);

private:
    void refresh();
    void toggle();

    Workbench& m_workbench;
};

/// The chip in the tool bar that says which run is shown while it is not one of what is in the editor. Clicking goes
/// back to that.
class ShownRunChip : public Chip {
    Q_OBJECT
public:
    explicit ShownRunChip(Workbench& workbench, QWidget* parent = nullptr);

Q_SIGNALS:
    void apartChanged(bool isApart); // there is something to go back to

private:
    void refresh();

    Workbench& m_workbench;
};

/// The actions that pin and unpin the shown run, in the Run menu.
void installBaseline(MainWindow& window);

/// Stands above the views while they show a preview: says that nothing of it is stored, what was changed, how far the
/// mapping is, and offers to keep it as a run. Hidden otherwise.
class LiveBar : public QFrame {
    Q_OBJECT
public:
    explicit LiveBar(Workbench& workbench, QWidget* parent = nullptr);

private:
    void refresh();
    QString progressText() const;

    Workbench& m_workbench;
    QLabel* m_mark;
    ElidedLabel* m_what;
    ElidedLabel* m_progress;
    QPushButton* m_keep;
    QPushButton* m_back;
};

/// Live on and off, and what is mapped again.
QMenu* makeLiveMenu(Workbench& workbench, QWidget* parent);
/// The switch of that menu, with the menu at its arrow.
QToolButton* makeLiveButton(QMenu* liveMenu, QWidget* parent);

/// What is run: the project tree, how the next run is made, live mapping, and the baseline it is compared with.
void installRun(MainWindow& window);

} // namespace nestloom::ui
