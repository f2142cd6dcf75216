// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/features.h"

#include "ui/features/graph/graph_page.h"
#include "ui/window/main_window.h"

namespace nestloom::ui {

namespace {

/// The memory plan colours the graph, and an operator selected in one is selected in the other.
void linkPlan(GraphPage* graph, Workbench& workbench)
{
    QObject::connect(&workbench, &Workbench::planShown, graph, &GraphPage::setTraffic);
    QObject::connect(graph, &GraphPage::operatorChosen, &workbench, [graph, &workbench](OperatorId op) {
        if (graph->showsPlannedGraph())
            Q_EMIT workbench.drawnOperatorChosen(op);
    });
    QObject::connect(&workbench, &Workbench::plannedOperatorSelected, graph, [graph](OperatorId op) {
        if (graph->showsPlannedGraph())
            graph->showOperator(op);
    });
}

} // namespace

void installGraph(MainWindow& window)
{
    auto* page = new GraphPage(window.workbench());
    window.addPage(MainWindow::Tab::Graph, page, MainWindow::tr("Graph"));
    linkPlan(page, window.workbench());
}

} // namespace nestloom::ui
