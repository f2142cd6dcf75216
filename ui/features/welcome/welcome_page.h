// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

class QPushButton;
class QVBoxLayout;

namespace nestloom::ui {

class RecentFiles;
class Workbench;

/// The start page: examples that run with one click, recent files and runs, and a hint that files can be dropped.
class WelcomePage : public QScrollArea {
    Q_OBJECT
public:
    WelcomePage(Workbench& workbench, const RecentFiles& recent, QWidget* parent = nullptr);

    /// A button back to what is open, where something is.
    void setWayBack(bool shown);

Q_SIGNALS:
    void backRequested();
    void openRequested();                      // ask for files
    void actionRequested(const QString& name); // of the window: "findAnything", "newNetwork"
    void fileRequested(const QString& path);   // one of the recent files
    void exampleRequested(const QString& accelerator, const QString& network);

private:
    QWidget* makeExamples();
    void refreshFiles();
    void refreshIcons();
    void refreshRuns();

    Workbench& m_workbench;
    const RecentFiles& m_recent;
    QPushButton* m_back;
    QVBoxLayout* m_files;
    QVBoxLayout* m_runs;
};

} // namespace nestloom::ui
