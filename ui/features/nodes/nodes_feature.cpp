// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/features.h"

#include "ui/features/nodes/chain_chart.h"
#include "ui/features/nodes/nodes_page.h"
#include "ui/parts/unserved_page.h"
#include "ui/widgets/page_area.h"
#include "ui/window/main_window.h"
#include "ui/window/problems_line.h"
#include "ui/workbench/selection.h"

#include <QAction>

#include <optional>
#include <utility>

namespace nestloom::ui {

namespace {

/// The page and the panel Run ask for the same; what is minimised, only while an engine of nodes is chosen there.
void shareOptions(Workbench& workbench, NodesPage* page)
{
    auto follow = [&workbench, page, before = std::optional<kapla::NodeRunOptions>()]() mutable {
        kapla::NodeRunOptions options = workbench.nodeOptions();
        if (workbench.kind() != records::RunKind::Nodes)
            options.goal = page->nodes().question().options.goal;
        if (before != options)
            page->nodes().setOptions(*(before = options));
    };
    follow();
    QObject::connect(&workbench, &Workbench::optionsChanged, page, follow);
    QObject::connect(page->controls(), &NodeControls::chosen, &workbench, &Workbench::setNodeOptions);
}

} // namespace

void installNodes(MainWindow& window)
{
    Workbench& workbench = window.workbench();
    auto* pages = static_cast<SwitchedPages*>(window.page(MainWindow::Tab::Tiles));
    auto* page = new NodesPage(workbench.session());
    pages->addPage(page, page->head(), MainWindow::tr("Nodes"),
                   MainWindow::tr("Schedules of whole networks on accelerators of many nodes"));
    page->setUnserved(new UnservedPage(workbench, "kapla", MainWindow::tr("KAPLA")));
    const auto takeAccelerator = [&workbench, page] {
        page->setAccelerator(workbench.accelerator(), workbench.isInViewUnlikeItsName());
    };
    QObject::connect(&workbench, &Workbench::networkChanged, page,
                     [&workbench, page] { page->setNetwork(workbench.network()); });
    QObject::connect(&workbench, &Workbench::contextChanged, page, takeAccelerator);
    QObject::connect(&workbench, &Workbench::editsChanged, page, takeAccelerator);
    linkSelection(workbench, page, [page](const std::string& name) { page->nodes().selectLayer(name); });
    QObject::connect(page, &NodesPage::kept, &workbench, &Workbench::openRun);
    QObject::connect(page, &NodesPage::problem, &window,
                     [&window](const QString& sentence) { window.problems()->report(sentence); });
    QAction* action = window.addAction(
        MainWindow::Menu::InPage, QStringLiteral("showNodes"), MainWindow::tr("Schedule on nodes"), {},
        MainWindow::tr("Schedule the whole network on an accelerator of many nodes, in segments of layers"));
    QObject::connect(action, &QAction::triggered, page, [&window] { showNodes(window); });
    QObject::connect(&workbench, &Workbench::wholeRunOpened, page, [&window, page](const RunRecord& run) {
        if (!run.nodes)
            return;
        page->showRun(run);
        showNodes(window);
    });
    QObject::connect(&workbench, &Workbench::optionsChanged, page,
                     [&workbench, pages, page, before = workbench.kind()]() mutable {
                         if (std::exchange(before, workbench.kind()) != workbench.kind()
                             && workbench.kind() == records::RunKind::Nodes)
                             pages->setCurrentWidget(page); // an engine of nodes was chosen
                     });
    shareOptions(workbench, page);
    takeAccelerator();
    page->setNetwork(workbench.network());
}

void showNodes(MainWindow& window)
{
    window.showTab(MainWindow::Tab::Tiles);
    auto* page = window.findChild<NodesPage*>(QStringLiteral("nodesPage"));
    window.findChild<SwitchedPages*>(QStringLiteral("schedulePages"))->setCurrentWidget(page);
    page->chain()->setFocus();
}

} // namespace nestloom::ui
