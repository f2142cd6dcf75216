// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/features.h"

#include "ui/features/jobs/jobs_panel.h"
#include "ui/features/jobs/jobs_strip.h"
#include "ui/ports/job_queue.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QDockWidget>
#include <QMenu>
#include <QStatusBar>

namespace nestloom::ui {

void installJobs(MainWindow& window)
{
    Workbench& workbench = window.workbench();
    auto* panel = new JobsPanel;
    DockPlace place{QStringLiteral("jobsDock"), MainWindow::tr("Jobs"), Qt::BottomDockWidgetArea, {0, 68}};
    place.shown = false; // the status bar tells about the job that matters
    QDockWidget* dock = window.addDock(place, panel);
    auto* strip = new JobsStrip(*dock->toggleViewAction());
    window.statusBar()->addPermanentWidget(strip);
    QAction* clear = window.actions().clearJobs;
    window.menu(MainWindow::Menu::Run)->addSeparator();
    window.menu(MainWindow::Menu::Run)->addAction(clear);
    const auto refresh = [panel, strip, clear] {
        strip->show(panel->foremost(), panel->runningCount());
        clear->setEnabled(panel->endedCount() > 0);
    };
    QObject::connect(&workbench, &Workbench::jobTold, panel, &JobsPanel::setJob);
    QObject::connect(&workbench, &Workbench::jobTold, strip, refresh);
    QObject::connect(panel, &JobsPanel::countsChanged, strip, refresh);
    QObject::connect(panel, &JobsPanel::cancelRequested, &workbench, &Workbench::jobCancelAsked);
    QObject::connect(strip, &JobsStrip::cancelRequested, &workbench, &Workbench::jobCancelAsked);
    QObject::connect(panel, &JobsPanel::runRequested, &workbench, &Workbench::openRun);
    QObject::connect(panel, &JobsPanel::sweepRequested, &workbench, &Workbench::sweepAsked);
    QObject::connect(clear, &QAction::triggered, panel, &JobsPanel::clearEnded);
    refresh();
}

void installQueue(MainWindow& window)
{
    JobQueue* queue = jobQueueOf(window.workbench().session());
    if (queue == nullptr)
        return;
    QAction* hold =
        window.addAction(MainWindow::Menu::Run, QStringLiteral("holdQueue"), MainWindow::tr("&Hold waiting jobs"), {},
                         MainWindow::tr("No waiting job begins until this is switched off; those at work go on"));
    hold->setCheckable(true);
    QObject::connect(queue, &JobQueue::retried, &window.workbench(), &Workbench::follow);
    QObject::connect(hold, &QAction::toggled, queue, &JobQueue::setHeld);
    QObject::connect(queue, &JobQueue::changed, hold, [hold, queue] { hold->setChecked(queue->isHeld()); });
    window.findChild<JobsPanel*>()->setQueue(queue, hold);
}

} // namespace nestloom::ui
