// SPDX-License-Identifier: GPL-3.0-or-later
// Menus, tool bar and what their actions do.
#include "ui/main_window.h"

#include "ui/editor/accelerator_editor.h"
#include "ui/pages/network_page.h"
#include "ui/panels/jobs_panel.h"
#include "ui/panels/problems_line.h"

#include <QApplication>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTabWidget>
#include <QToolBar>
#include <QToolButton>

namespace nestloom::ui {

void MainWindow::makeMenus()
{
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addActions({m_actions.open, m_actions.saveAccelerator, m_actions.exportReport});
    file->addSeparator();
    file->addAction(m_actions.quit);
    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    edit->addActions({m_actions.undo, m_actions.redo});
    edit->addSeparator();
    edit->addActions({m_actions.back, m_actions.forward});
    edit->addSeparator();
    edit->addActions({m_actions.previousLayer, m_actions.nextLayer, m_actions.clearSelection});
    makeAcceleratorMenu(menuBar()->addMenu(tr("&Accelerator")));
    makeNetworkMenu(menuBar()->addMenu(tr("&Network")));
    QMenu* run = menuBar()->addMenu(tr("&Run"));
    run->addActions({m_actions.run, m_actions.cancel});
    run->addSeparator();
    run->addAction(m_actions.clearJobs);
    makeViewMenu(menuBar()->addMenu(tr("&View")));
    menuBar()->addMenu(tr("&Help"))->addActions({m_actions.shortcuts, m_actions.about});
}

void MainWindow::makeAcceleratorMenu(QMenu* menu)
{
    QMenu* choose = menu->addMenu(tr("&Choose"));
    connect(choose, &QMenu::aboutToShow, this, [this, choose] {
        choose->clear();
        for (const AcceleratorEntry& entry : m_workbench.library().accelerators())
            choose->addAction(entry.name, this, [this, entry] { m_workbench.chooseAccelerator(entry); });
    });
    menu->addSeparator();
    menu->addActions({m_actions.editForm, m_actions.editYaml, m_actions.editShown});
    menu->addSeparator();
    menu->addActions({m_actions.revert, m_actions.saveAccelerator});
}

void MainWindow::makeNetworkMenu(QMenu* menu)
{
    QMenu* choose = menu->addMenu(tr("&Choose"));
    connect(choose, &QMenu::aboutToShow, this, [this, choose] {
        choose->clear();
        for (const NetworkEntry& entry : m_workbench.library().networks())
            choose->addAction(entry.name, this, [this, entry] { m_workbench.chooseNetwork(entry); });
    });
    menu->addSeparator();
    menu->addAction(m_actions.filterLayers);
}

void MainWindow::makeViewMenu(QMenu* menu)
{
    for (int i = 0; i < m_tabs->count(); ++i)
        menu->addAction(m_tabs->tabText(i), QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + i)), this,
                        [this, i] { m_tabs->setCurrentIndex(i); });
    menu->addSeparator();
    QMenu* panels = menu->addMenu(tr("&Panels"));
    int key = Qt::Key_1;
    for (QDockWidget* dock : m_docks.all()) {
        dock->toggleViewAction()->setShortcut(QKeySequence(Qt::ALT | static_cast<Qt::Key>(key++)));
        panels->addAction(dock->toggleViewAction());
    }
    menu->addActions({m_actions.design, m_actions.runView});
    menu->addAction(m_actions.resetLayout);
    menu->addSeparator();
    menu->addMenu(tr("&Theme"))->addActions({m_actions.themeSystem, m_actions.themeLight, m_actions.themeDark});
    menu->addAction(m_actions.clearProblems);
}

void MainWindow::makeToolBar()
{
    QToolBar* bar = addToolBar(tr("Tool bar"));
    bar->setObjectName(QStringLiteral("toolBar"));
    bar->setMovable(false);
    bar->setIconSize({16, 16});
    bar->addActions({m_actions.design, m_actions.runView});
    bar->addSeparator();
    bar->addActions({m_actions.back, m_actions.forward});
    bar->addSeparator();
    bar->addActions({m_actions.undo, m_actions.redo});
    auto* spacer = new QWidget(bar);
    spacer->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(spacer);
    m_chip = new QToolButton(bar);
    m_chip->setObjectName(QStringLiteral("selectionChip"));
    m_chip->setToolTip(tr("Clear the selection (Ctrl+D)"));
    m_chip->setToolButtonStyle(Qt::ToolButtonTextOnly);
    bar->addWidget(m_chip);
    connect(m_chip, &QToolButton::clicked, m_actions.clearSelection, &QAction::trigger);
    for (QAction* action : {m_actions.cancel, m_actions.run}) {
        bar->addAction(action);
        static_cast<QToolButton*>(bar->widgetForAction(action))->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    }
    bar->widgetForAction(m_actions.run)->setProperty("primary", true);
    static_cast<QToolButton*>(bar->widgetForAction(m_actions.run))->setToolButtonStyle(Qt::ToolButtonTextOnly);
}

void MainWindow::connectActions()
{
    const auto on = [this](QAction* action, auto&& what) { connect(action, &QAction::triggered, this, what); };
    on(m_actions.open, [this] { askOpenFile(); });
    on(m_actions.saveAccelerator, [this] { askSaveFile(); });
    on(m_actions.exportReport, [this] { askReportFile(); });
    on(m_actions.quit, [this] { close(); });
    on(m_actions.back, [this] { m_workbench.selection().back(); });
    on(m_actions.forward, [this] { m_workbench.selection().forward(); });
    on(m_actions.previousLayer, [this] { stepLayer(-1); });
    on(m_actions.nextLayer, [this] { stepLayer(1); });
    on(m_actions.clearSelection, [this] { m_workbench.selection().selectLayer(std::nullopt); });
    const auto showEditorDock = [this] {
        m_docks.accelerator->show();
        m_docks.accelerator->raise();
    };
    on(m_actions.editForm, [this, showEditorDock] {
        showEditorDock();
        editor()->showForm();
    });
    on(m_actions.editYaml, [this, showEditorDock] {
        showEditorDock();
        editor()->showYaml();
    });
    on(m_actions.revert, [this] { m_workbench.document().revert(); });
    on(m_actions.editShown, [this] { m_workbench.editShownAccelerator(); });
    on(m_actions.filterLayers, [this] {
        showTab(Tab::Network);
        m_network->filter()->setFocus();
        m_network->filter()->selectAll();
    });
    on(m_actions.run, [this] {
        if (m_workbench.startRun() != 0)
            showTab(Tab::Summary);
    });
    on(m_actions.cancel, [this] { m_workbench.cancelRun(); });
    on(m_actions.clearJobs, [this] { m_jobs->clearEnded(); });
    on(m_actions.design, [this] { m_perspectives->show(Perspectives::Kind::Design); });
    on(m_actions.runView, [this] { m_perspectives->show(Perspectives::Kind::Run); });
    on(m_actions.resetLayout, [this] { m_perspectives->reset(); });
    on(m_actions.themeSystem, [this] { showTheme(ThemeKind::System); });
    on(m_actions.themeLight, [this] { showTheme(ThemeKind::Light); });
    on(m_actions.themeDark, [this] { showTheme(ThemeKind::Dark); });
    on(m_actions.clearProblems, [this] { m_problems->clear(); });
    on(m_actions.shortcuts, [this] { showShortcuts(); });
    on(m_actions.about, [this] { showAbout(); });
}

void MainWindow::showTheme(ThemeKind kind)
{
    m_theme = kind;
    (kind == ThemeKind::Light  ? m_actions.themeLight
     : kind == ThemeKind::Dark ? m_actions.themeDark
                               : m_actions.themeSystem)
        ->setChecked(true);
    setUpdatesEnabled(false);
    m_restyling = true;
    setStyleSheet({}); // else every step of the change would be worked out with both sheets
    applyTheme(*qApp, kind);
    m_restyling = false;
    restyle();
    setUpdatesEnabled(true);
}

} // namespace nestloom::ui
