// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/run/run_feature.h"

#include "ui/features/run/baseline_chip.h"
#include "ui/features/run/live_bar.h"
#include "ui/features/run/project_tree.h"
#include "ui/features/run/run_control.h"
#include "ui/window/main_window.h"

#include <QMenu>
#include <QToolButton>

namespace nestloom::ui {

void installRun(MainWindow& window)
{
    Workbench& workbench = window.workbench();
    DockPlace project{QStringLiteral("projectDock"), MainWindow::tr("Project"), Qt::LeftDockWidgetArea, {234, 400}};
    project.inCompare = true; // its runs are what is compared
    window.addDock(project, new ProjectTree(workbench));
    window.addDock({QStringLiteral("runDock"), MainWindow::tr("Run"), Qt::LeftDockWidgetArea, {234, 240}},
                   new RunControl(workbench, window.actions().run, window.actions().cancel));
    window.addBanner(new LiveBar(workbench));
    QMenu* live = makeLiveMenu(workbench, &window);
    window.menu(MainWindow::Menu::Run)->addMenu(live);
    window.addChip(new BaselineChip(workbench));
    window.addButton(makeLiveButton(live, nullptr));
}

} // namespace nestloom::ui
