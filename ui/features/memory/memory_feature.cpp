// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/features.h"

#include "ui/features/memory/memory_controls.h"
#include "ui/features/memory/memory_map.h"
#include "ui/features/memory/memory_page.h"
#include "ui/window/main_window.h"
#include "ui/window/problems_line.h"
#include "ui/workbench/selection.h"

#include <QAction>
#include <QLineEdit>

namespace nestloom::ui {

namespace {

std::vector<Bytes> trafficOf(const ShownPlan& shown)
{
    std::vector<Bytes> traffic(shown.graph().operators.size());
    for (const memory::PlanStep& step : shown.steps())
        traffic[step.op.value] += step.spilled + step.retrieved;
    return traffic;
}

/// The graph is coloured by the plan, and an operator selected in one is selected in the other.
void linkGraph(Workbench& workbench, MemoryPage* page)
{
    const ShownPlan& shown = page->plan();
    QObject::connect(&shown, &ShownPlan::planChanged, &workbench, [&workbench, &shown] {
        if (shown.hasPlan())
            Q_EMIT workbench.planShown(shown.answer().graph, trafficOf(shown), shown.plan().budget);
        else
            Q_EMIT workbench.planShown(nullptr, {}, {});
    });
    QObject::connect(&workbench, &Workbench::drawnOperatorChosen, page, &MemoryPage::selectOperator);
    QObject::connect(&page->planFocus(), &PlanFocus::selectionChanged, &workbench,
                     [&workbench](const PlanSelection& selection) {
                         if (selection.op)
                             Q_EMIT workbench.plannedOperatorSelected(*selection.op);
                     });
}

/// The page plans as a run would: it and the options of the next run have the same choices. The size is the page's own:
/// it is what one tries here.
void shareOptions(Workbench& workbench, MemoryPage* page)
{
    const auto follow = [&workbench, page] {
        const records::MemoryOptions& options = workbench.memoryOptions();
        page->plan().followChoices({options.parameters, options.fused, options.order});
    };
    follow();
    QObject::connect(&workbench, &Workbench::optionsChanged, page, follow);
    QObject::connect(page->controls(), &MemoryControls::chosen, &workbench,
                     [&workbench](const ShownPlan::Choices& choices) {
                         records::MemoryOptions options = workbench.memoryOptions();
                         options.parameters = choices.parameters;
                         options.fused = choices.fused;
                         options.order = choices.order;
                         workbench.setMemoryOptions(options);
                     });
}

void addActions(MainWindow& window, MemoryPage* page)
{
    const auto focused = [&window, page](auto act) {
        return [&window, page, act] {
            window.showTab(MainWindow::Tab::MemoryMap);
            page->map()->setFocus();
            act();
        };
    };
    QAction* size = window.addAction(MainWindow::Menu::InPage, QStringLiteral("chooseScratchpad"),
                                     MainWindow::tr("Scratchpad si&ze"), {},
                                     MainWindow::tr("Type the size of the scratchpad that memory is planned for"));
    QObject::connect(size, &QAction::triggered, page, focused([page] {
                         page->controls()->field()->setFocus();
                         page->controls()->field()->selectAll();
                     }));
    QAction* fit =
        window.addAction(MainWindow::Menu::InPage, QStringLiteral("fitMemoryMap"), MainWindow::tr("Fit &memory map"),
                         {}, MainWindow::tr("Show all steps and addresses of the memory map"));
    QObject::connect(fit, &QAction::triggered, page, focused([page] { page->map()->fit(); }));
    QAction* keep = window.addAction(MainWindow::Menu::Run, QStringLiteral("keepMemoryPlan"),
                                     MainWindow::tr("Keep the memory plan"), {},
                                     MainWindow::tr("Store the memory plan that is shown as a run"));
    QObject::connect(keep, &QAction::triggered, page, focused([page] { page->keep(); }));
    QAction* peak = window.addAction(MainWindow::Menu::InPage, QStringLiteral("goToPeakStep"),
                                     MainWindow::tr("Go to the peak step of the memory map"), {},
                                     MainWindow::tr("Put the step cursor of the memory map where most bytes are used"));
    QObject::connect(peak, &QAction::triggered, page,
                     focused([page] { page->planFocus().setStep(page->plan().peakStep()); }));
}

} // namespace

void installMemory(MainWindow& window)
{
    Workbench& workbench = window.workbench();
    auto* page = new MemoryPage(workbench.session());
    window.addPage(MainWindow::Tab::MemoryMap, page, MainWindow::tr("Memory map"));
    const auto takeAccelerator = [&workbench, page] {
        page->setAccelerator(workbench.accelerator(), workbench.isInViewUnlikeItsName());
    };
    QObject::connect(&workbench, &Workbench::networkChanged, page,
                     [&workbench, page] { page->setNetwork(workbench.network()); });
    QObject::connect(&workbench, &Workbench::contextChanged, page, takeAccelerator);
    QObject::connect(&workbench, &Workbench::editsChanged, page, takeAccelerator);
    linkSelection(workbench, page, [page](const std::string& name) { page->selectLayer(name); });
    linkGraph(workbench, page);
    shareOptions(workbench, page);
    addActions(window, page);
    QObject::connect(page, &MemoryPage::kept, &workbench, &Workbench::openRun);
    QObject::connect(page, &MemoryPage::problem, &window,
                     [&window](const QString& sentence) { window.problems()->report(sentence); });
    QObject::connect(&workbench, &Workbench::wholeRunOpened, page, [&window, page](const RunRecord& run) {
        if (!run.memory)
            return;
        page->showRun(run);
        window.showTab(MainWindow::Tab::MemoryMap);
    });
    takeAccelerator();
    page->setNetwork(workbench.network());
}

} // namespace nestloom::ui
