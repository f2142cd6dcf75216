// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/graph_feature.h"

#include "ui/graph/graph_page.h"
#include "ui/graph/graph_view.h"
#include "ui/main_window.h"

#include <QComboBox>
#include <QLineEdit>

namespace nestloom::ui {

namespace {

GraphPage* pageIn(MainWindow& window) { return window.findChild<GraphPage*>(); }

/// What is still missing, in words.
QString missing(MainWindow& window)
{
    const GraphView* view = pageIn(window)->view();
    return view->isBusy() || view->folded().nodes.empty() ? QStringLiteral("the graph to be drawn") : QString();
}

bool chooseNetwork(MainWindow& window, const QString& name)
{
    Workbench& workbench = window.workbench();
    const auto network = workbench.library().findNetwork(name);
    return network && workbench.chooseNetwork(workbench.library().networks()[*network]);
}

} // namespace

void installGraph(MainWindow& window)
{
    window.addPage(MainWindow::Tab::Graph, new GraphPage(window.workbench()), MainWindow::tr("Graph"));
}

std::vector<TourStep> graphTour(MainWindow& window)
{
    const auto drawn = [&window] { return missing(window); };
    return {
        {QStringLiteral("graph"),
         [&window] {
             window.showTab(MainWindow::Tab::Graph);
             return hasGraph(window.workbench().network());
         },
         drawn},
        {QStringLiteral("graph-block"),
         [&window] {
             GraphView* view = pageIn(window)->view();
             const auto& nodes = view->folded().nodes;
             for (std::size_t i = 0; i < nodes.size(); ++i)
                 if (nodes[i].isBlock) {
                     view->toggleBlock(int(i));
                     return true;
                 }
             return false;
         },
         drawn},
        {QStringLiteral("graph-search"),
         [&window] {
             GraphPage* page = pageIn(window);
             page->searchLine()->setText(QStringLiteral("add"));
             page->view()->nextMatch(1);
             return page->view()->current().has_value();
         },
         drawn},
        {QStringLiteral("graph-nas-bytes"),
         [&window] {
             pageIn(window)->searchLine()->clear();
             auto* colour = window.findChild<QComboBox*>(QStringLiteral("graphColour"));
             colour->setCurrentIndex(colour->findData(int(NodeColour::Outputs)));
             if (!chooseNetwork(window, QStringLiteral("nasnet_a_mobile")))
                 return false;
             pageIn(window)->view()->openAll();
             return true;
         },
         drawn},
        {QStringLiteral("graph-left"),
         [&window] {
             window.findChild<QComboBox*>(QStringLiteral("graphColour"))->setCurrentIndex(0);
             window.showTab(MainWindow::Tab::Summary);
             return chooseNetwork(window, QStringLiteral("resnet50"));
         },
         {}},
    };
}

} // namespace nestloom::ui
