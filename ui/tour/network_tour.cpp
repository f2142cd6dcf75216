// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/graph/graph_page.h"
#include "ui/features/graph/graph_view.h"
#include "ui/features/memory/memory_page.h"
#include "ui/tour/feature_tours.h"
#include "ui/window/main_window.h"

#include <QComboBox>
#include <QLineEdit>

namespace nestloom::ui {

namespace {

GraphPage* pageIn(MainWindow& window) { return window.findChild<GraphPage*>(); }

/// What is still missing, in words.
const char* missing(MainWindow& window)
{
    const GraphView* view = pageIn(window)->view();
    return view->isBusy() || view->folded().nodes.empty() ? "the graph to be drawn" : nullptr;
}

bool chooseNetwork(MainWindow& window, const QString& name)
{
    Workbench& workbench = window.workbench();
    const auto network = workbench.library().findNetwork(name);
    return network && workbench.chooseNetwork(workbench.library().networks()[*network]);
}

} // namespace

std::vector<TourStep> graphTour(MainWindow& window)
{
    const auto drawn = [&window] { return missing(window); };
    return {
        {"graph",
         [&window] {
             window.showTab(MainWindow::Tab::Graph);
             return hasGraph(window.workbench().network());
         },
         drawn},
        {"graph-block",
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
        {"graph-search",
         [&window] {
             GraphPage* page = pageIn(window);
             page->searchLine()->setText(QStringLiteral("add"));
             page->view()->nextMatch(1);
             return page->view()->current().has_value();
         },
         drawn},
        {"",
         [&window] {
             pageIn(window)->searchLine()->clear();
             window.showTab(MainWindow::Tab::MemoryMap);
             window.workbench().setMemoryOptions({});
         },
         [&window] {
             const ShownPlan& plan = window.findChild<MemoryPage*>()->plan();
             return plan.budgets() ? nullptr : "the sizes between which planning is interesting";
         }},
        {"",
         [&window] {
             ShownPlan& plan = window.findChild<MemoryPage*>()->plan();
             plan.setScratchpad(plan.budgets()->half);
         },
         [&window] {
             const ShownPlan& plan = window.findChild<MemoryPage*>()->plan();
             return plan.state() == ShownPlan::State::Planned ? nullptr : "a memory plan";
         }},
        {"graph-traffic",
         [&window] {
             window.showTab(MainWindow::Tab::Graph);
             auto* colour = window.findChild<QComboBox*>(QStringLiteral("graphColour"));
             const int traffic = colour->findData(int(NodeColour::Traffic));
             colour->setCurrentIndex(traffic);
             pageIn(window)->view()->openAll();
             return traffic >= 0;
         },
         drawn},
        {"graph-nas-bytes",
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
        {"graph-left",
         [&window] {
             window.findChild<QComboBox*>(QStringLiteral("graphColour"))->setCurrentIndex(0);
             window.showTab(MainWindow::Tab::Summary);
             return chooseNetwork(window, QStringLiteral("resnet50"));
         }},
    };
}

} // namespace nestloom::ui
