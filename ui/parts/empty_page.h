// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;
class QLabel;
class QPushButton;

namespace nestloom::ui {

class Workbench;

/// What the summary shows before anything was run: what to do next, and the button that does it.
class EmptyPage : public QWidget {
    Q_OBJECT
public:
    EmptyPage(Workbench& workbench, QAction* run, QWidget* parent = nullptr);

private:
    void refresh();

    Workbench& m_workbench;
    QLabel *m_title, *m_text;
    QPushButton *m_run, *m_again; // what stands in the window; the run in view as it was
};

} // namespace nestloom::ui
