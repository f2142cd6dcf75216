// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/features.h"

#include "engine/cost/mesh_model.h"
#include "engine/mapping/constraints.h"
#include "ui/features/noc/mesh_map.h"
#include "ui/features/noc/network_simulation.h"
#include "ui/features/noc/noc_view.h"
#include "ui/features/noc/simulated_candidates.h"
#include "ui/features/noc/simulation_view.h"
#include "ui/parts/layer_page.h"
#include "ui/widgets/make_widgets.h"
#include "ui/window/main_window.h"
#include "ui/window/problems_line.h"
#include "ui/workbench/comparison.h"
#include "ui/workbench/variants.h"

#include <QAction>
#include <QButtonGroup>
#include <QStackedWidget>
#include <QToolButton>

namespace nestloom::ui {

namespace {

/// One of the two ways to look at the mesh, at the right end of the page's bar.
void addChoice(LayerPage* page, QButtonGroup* choice, int id, const QString& text, const QString& toolTip)
{
    QToolButton* button = page->addButton(text);
    button->setCheckable(true);
    button->setToolTip(toolTip);
    choice->addButton(button, id);
}

/// The selected layer in the store; previews are stored nowhere.
std::optional<StoredLayer> storedLayer(Workbench& workbench)
{
    const auto layer = workbench.selection().layer();
    if (!layer || workbench.run().isPreview() || workbench.run().run() == 0)
        return std::nullopt;
    return StoredLayer{workbench.run().run(), *layer};
}

void keepCandidates(MainWindow& window, SimulationView* view)
{
    auto* keeper = new CandidateKeeper(window.workbench(), view);
    QObject::connect(view, &SimulationView::keepRequested, keeper, &CandidateKeeper::keep);
    QObject::connect(keeper, &CandidateKeeper::problem, &window,
                     [&window](const QString& sentence) { window.problems()->report(sentence); });
}

/// In the menu of runs, and what a simulation of one layer says beside the cycles of the run.
void addNetworkSimulation(MainWindow& window, SimulationView* view)
{
    Workbench& workbench = window.workbench();
    auto* all = new NetworkSimulation(workbench, view);
    QAction* action = window.addAction(
        MainWindow::Menu::Run, QStringLiteral("simulateAll"), MainWindow::tr("Si&mulate all layers"), {},
        MainWindow::tr(
            "Simulate every layer of the shown run cycle by cycle: what it takes beside what the model says"));
    const auto enable = [all, action] {
        const QString why = all->whyNot();
        action->setEnabled(why.isEmpty());
        action->setToolTip(why.isEmpty() ? action->statusTip() : why);
    };
    enable();
    QObject::connect(all, &NetworkSimulation::changed, action, enable);
    QObject::connect(action, &QAction::triggered, all, &NetworkSimulation::start);
    const ShownSimulation& shown = view->shown();
    QObject::connect(&shown, &ShownSimulation::stateChanged, action, [&workbench, &shown] {
        const auto& kept = shown.kept();
        if (!kept || shown.candidate() || !isUsual(shown.question()->accelerator, kept->key.choices))
            return;
        if (kept->key.run == workbench.run().run())
            workbench.run().takeSimulated(kept->key.layer, kept->simulated);
        workbench.comparison().reread(kept->key.run);
    });
}

} // namespace

void installNoc(MainWindow& window)
{
    auto* loads = named(new NocView, "nocView");
    auto* simulated = new SimulationView(window.workbench().session());
    auto* both = new QStackedWidget;
    both->addWidget(loads);
    both->addWidget(simulated);
    auto* page = new LayerPage(
        window.workbench(), both,
        [loads, simulated, &workbench = window.workbench()](const hardware::Accelerator& accelerator,
                                                            const auto&... shown) {
            loads->setLayer(accelerator, shown...);
            const auto& constraints = workbench.run().options().constraints; // other mappings must keep them, too
            simulated->setLayer(mapping::withConstraints(accelerator, constraints), shown..., storedLayer(workbench));
        },
        [loads, simulated] {
            loads->clear();
            simulated->clear();
        });
    QObject::connect(loads, &NocView::meshRequested, page, [&workbench = window.workbench()] {
        hardware::Accelerator variant = workbench.accelerator();
        variant.interconnect.below = cost::meshBelow(variant);
        variant.name += "-mesh";
        addVariant(workbench, std::move(variant));
    });
    keepCandidates(window, simulated);
    addNetworkSimulation(window, simulated);
    auto* choice = new QButtonGroup(page);
    addChoice(page, choice, 0, MainWindow::tr("Analytic"),
              MainWindow::tr("The load of every link, counted from the mapping"));
    addChoice(page, choice, 1, MainWindow::tr("Simulated"),
              MainWindow::tr("The layer simulated cycle by cycle: PEs, mesh, buffer and DRAM"));
    choice->button(0)->setChecked(true);
    choice->button(1)->setObjectName(QStringLiteral("showSimulation"));
    choice->button(0)->setObjectName(QStringLiteral("showLinkLoads"));
    QObject::connect(choice, &QButtonGroup::idToggled, both, [both](int id, bool on) {
        if (on)
            both->setCurrentIndex(id);
    });
    window.addPage(MainWindow::Tab::Noc, page, MainWindow::tr("NoC"));
    QAction* action = window.addAction(MainWindow::Menu::InPage, QStringLiteral("simulateLayer"),
                                       MainWindow::tr("Simulation of the layer"), {},
                                       MainWindow::tr("Simulate the selected layer cycle by cycle and show its mesh"));
    QObject::connect(action, &QAction::triggered, &window, [&window, choice] {
        window.showTab(MainWindow::Tab::Noc);
        choice->button(1)->setChecked(true);
    });
}

} // namespace nestloom::ui
