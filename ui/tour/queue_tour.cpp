// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/feature_tours.h"

#include "ui/features/jobs/jobs_panel.h"
#include "ui/ports/job_queue.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QDockWidget>

namespace nestloom::ui {

/// Four runs of one layer while the queue is held: the rows show what waits, and in which order.
std::vector<TourStep> queueTour(MainWindow& window)
{
    const auto action = [&window](const char* name) { return window.findChild<QAction*>(QLatin1String(name)); };
    const auto dock = [&window] { return window.findChild<QDockWidget*>(QStringLiteral("jobsDock")); };
    return {
        {QStringLiteral("queue"),
         [&window, action, dock] {
             action("clearJobs")->trigger();
             action("holdQueue")->setChecked(true);
             ScheduleRequest request{window.workbench().run().accelerator(), window.workbench().run().network(), {}};
             request.network.layers.resize(1);
             request.network.graph = {};
             std::vector<JobId> jobs;
             for (int i = 0; i < 4; ++i)
                 jobs.push_back(window.workbench().session().submit(request));
             JobQueue* queue = jobQueueOf(window.workbench().session());
             queue->move(jobs[3], -2);
             window.workbench().session().cancel(jobs[2]);
             dock()->show();
             dock()->raise();
             return queue->isHeld();
         },
         [&window] {
             return jobQueueOf(window.workbench().session())->waiting().size() == 3
                            && window.findChild<JobsPanel*>()->endedCount() >= 1
                        ? QString()
                        : QStringLiteral("jobs wait");
         }},
        {{},
         [action, dock] {
             action("holdQueue")->setChecked(false);
             dock()->close();
             return true;
         },
         [&window] {
             return jobQueueOf(window.workbench().session())->waiting().empty() ? QString()
                                                                                : QStringLiteral("jobs begin");
         }},
    };
}

} // namespace nestloom::ui
