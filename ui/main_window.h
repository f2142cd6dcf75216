// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/perspectives.h"
#include "ui/theme.h"
#include "ui/window_actions.h"
#include "ui/workbench.h"

#include <QMainWindow>

#include <map>
#include <memory>

class QLabel;
class QMenu;
class QStackedWidget;
class QTabWidget;
class QToolButton;

namespace nestloom::ui {

class AcceleratorEditor;
class JobsPanel;
class NetworkPage;
class ProblemsLine;
class ProjectTree;
class SummaryPage;

/// The window: docks around tabs, menus, tool bar. It holds no domain logic; the workbench does.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    enum class Tab { Summary, LoopNest, Buffers, Network };

    explicit MainWindow(Session& session, QWidget* parent = nullptr);
    ~MainWindow() override;

    Workbench& workbench() { return m_workbench; }
    const WindowActions& actions() const { return m_actions; }
    AcceleratorEditor* editor() const; // of the accelerator in the editor dock
    JobsPanel* jobs() const { return m_jobs; }
    ProblemsLine* problems() const { return m_problems; }
    ProjectTree* project() const { return m_project; }
    QToolButton* selectionChip() const { return m_chip; }

    void showTab(Tab tab);
    void showTheme(ThemeKind kind);
    /// The shipped example: resnet50 on simba; true when both are there.
    bool openExample();
    void exportReport(const QString& path);

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeDocks();
    void makeTabs();
    void addPage(Tab tab, QWidget* page, const QString& title);
    QWidget* makeLoopNestPage();
    QWidget* makeBuffersPage();
    void makeMenus();
    void makeAcceleratorMenu(QMenu* menu);
    void makeNetworkMenu(QMenu* menu);
    void makeViewMenu(QMenu* menu);
    void makeToolBar();
    void connectActions();
    void connectWorkbench();

    void restyle();
    void showEditor();
    void refreshActions();
    void refreshChip();
    void refreshTitle();
    void stepLayer(int step);
    void askOpenFile();
    void askSaveFile();
    void askReportFile();
    void askToClose();
    void showShortcuts();
    void showAbout();
    void restoreSettings();
    void restoreWork(const QSettings& settings);
    void saveSettings();

    Workbench m_workbench;
    WindowActions m_actions;
    QTabWidget* m_tabs;
    std::array<QWidget*, 4> m_pages{}; // by Tab
    SummaryPage* m_summary = nullptr;
    NetworkPage* m_network = nullptr;
    QStackedWidget* m_editors = nullptr;
    std::map<AcceleratorDocument*, AcceleratorEditor*> m_editorOf;
    ProjectTree* m_project = nullptr;
    JobsPanel* m_jobs = nullptr;
    ProblemsLine* m_problems = nullptr;
    QLabel* m_running = nullptr;
    QToolButton* m_chip = nullptr;
    Docks m_docks;
    std::unique_ptr<Perspectives> m_perspectives;
    ThemeKind m_theme = ThemeKind::System;
    bool m_mayClose = false;
    bool m_restyling = false; // the theme is being changed: restyle once, at the end
};

} // namespace nestloom::ui
