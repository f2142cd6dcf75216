// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

namespace nestloom::ui {

class MainWindow;
class Workbench;

/// The chip in the tool bar that says what the shown numbers are compared with. Clicking takes the pin off ("x"), or
/// pins the automatic baseline. Hidden while no run is shown.
class BaselineChip : public QToolButton {
    Q_OBJECT
public:
    explicit BaselineChip(Workbench& workbench, QWidget* parent = nullptr);

private:
    void refresh();
    void toggle();

    Workbench& m_workbench;
};

/// The actions that pin the shown run and take the pin off, in the Run menu.
void installBaseline(MainWindow& window);

} // namespace nestloom::ui
