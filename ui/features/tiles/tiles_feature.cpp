// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/features.h"

#include "ui/charts/gantt_chart.h"
#include "ui/features/tiles/decision_panel.h"
#include "ui/features/tiles/tiles_controls.h"
#include "ui/features/tiles/tiles_page.h"
#include "ui/parts/explain_dialog.h"
#include "ui/parts/unserved_page.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/page_area.h"
#include "ui/window/main_window.h"
#include "ui/window/problems_line.h"
#include "ui/workbench/selection.h"
#include "ui/workbench/shown_run.h"

#include <QAction>

namespace nestloom::ui {

namespace {

/// The accelerators of the library that are machines of NPUs around one scratchpad.
std::vector<std::pair<QString, schedule::flexer::Machine>> machines(Workbench& workbench)
{
    std::vector<std::pair<QString, schedule::flexer::Machine>> named;
    for (const AcceleratorEntry& entry : workbench.library().accelerators())
        if (const auto accelerator = workbench.library().parsed(entry))
            if (auto machine = schedule::flexer::machineOf(*accelerator))
                named.emplace_back(entry.name, *std::move(machine));
    return named;
}

/// All networks of the library, each read when it is needed, and once.
std::vector<TilesPage::NamedNetwork> networks(Workbench& workbench)
{
    std::vector<TilesPage::NamedNetwork> named;
    for (const NetworkEntry& entry : workbench.library().networks())
        named.push_back({entry.name, [&workbench, entry, known = std::shared_ptr<const workload::Network>()]() mutable {
                             if (!known)
                                 if (auto network = workbench.session().parseNetwork(entry.yaml, entry.path)) {
                                     auto layersOnly = std::make_shared<workload::Network>();
                                     layersOnly->name = network->name;
                                     layersOnly->layers = std::move(network->layers);
                                     known = std::move(layersOnly);
                                 }
                             return known;
                         }});
    return named;
}

void addActions(MainWindow& window, TilesPage* page)
{
    const auto add = [&](MainWindow::Menu menu, const char* name, const QString& text, const QString& tip, auto act) {
        QAction* action = window.addAction(menu, QLatin1String(name), text, {}, tip);
        QObject::connect(action, &QAction::triggered, page, [&window, page, act] {
            window.showTab(MainWindow::Tab::Tiles);
            window.findChild<SwitchedPages*>(QStringLiteral("schedulePages"))->setCurrentWidget(page);
            act(page);
        });
    };
    add(MainWindow::Menu::InPage, "fitTileSchedule", MainWindow::tr("Fit tiled schedule"),
        MainWindow::tr("Show all cycles of the layer's tiled schedule"), [](TilesPage* shown) {
            shown->gantt()->setFocus();
            shown->tilesFocus().time().fit();
        });
    add(MainWindow::Menu::File, "exportTileTrace", MainWindow::tr("Export trace of t&iles..."),
        MainWindow::tr("Write the layer's tiled schedule as a trace that Perfetto and Chrome open"),
        [](TilesPage* shown) {
            if (shown->tiles().detail())
                shown->askExportTrace();
        });
    add(MainWindow::Menu::InPage, "stepTileDecisions", MainWindow::tr("Step through scheduling decisions"),
        MainWindow::tr("Show the first scheduling decision of the layer, and step with Page Up and Page Down"),
        [](TilesPage* shown) {
            shown->showFigure(TilesPage::Figure::Decisions);
            shown->decisions()->setFocus();
            shown->tilesFocus().selectDecision(0);
        });
}

/// Of the run that is shown, where the page shows its schedules.
void explainTiles(MainWindow& window, TilesPage& page)
{
    const ShownRun& run = window.workbench().run();
    const schedule::flexer::TilesQuestion& asked = page.tiles().question();
    const auto machine = schedule::flexer::machineOf(run.accelerator());
    const bool isOfRun = !run.isEmpty() && machine && run.options().engine == "flexer"
                         && run.options().flexer == asked.params && *machine == asked.machine
                         && run.network().layers == asked.network->layers
                         && asked.shown == schedule::flexer::Shown::Chosen;
    const auto layer = window.workbench().selection().layer();
    const bool isExplained = isOfRun
                             && (layer ? explainLayer(&window, run, *layer, schedule::Figure::Cycles)
                                       : explainTotal(&window, run, schedule::Figure::Cycles));
    if (!isExplained)
        window.problems()->report(
            MainWindow::tr("Figures of a run are explained, and what the page Tiles shows is none: "
                           "run Flexer with these options (Ctrl+R), and show its chosen schedule."));
}

/// The page searches as a run would: it and the options of the next run have the same choices.
void shareOptions(Workbench& workbench, TilesPage* page)
{
    const auto follow = [&workbench, page] { page->tiles().setParams(workbench.options().flexer); };
    follow();
    QObject::connect(&workbench, &Workbench::optionsChanged, page, follow);
    QObject::connect(page->controls(), &TilesControls::chosen, &workbench,
                     [&workbench](const schedule::flexer::FlexerParams& params) {
                         schedule::ScheduleOptions options = workbench.options();
                         options.flexer = params;
                         workbench.setOptions(options);
                     });
}

} // namespace

void installTiles(MainWindow& window)
{
    Workbench& workbench = window.workbench();
    auto* page = new TilesPage(workbench.session());
    auto* pages = named(new SwitchedPages, "schedulePages");
    pages->addPage(page, page->head(), MainWindow::tr("Tiles"),
                   MainWindow::tr("Schedules of a layer's tiles on several NPUs"));
    window.addPage(MainWindow::Tab::Tiles, pages, MainWindow::tr("Tiles, nodes"));
    const auto takeMachines = [&workbench, page] { page->setMachines(machines(workbench)); };
    const auto takeNetworks = [&workbench, page] { page->setNetworks(networks(workbench)); };
    page->setUnserved(new UnservedPage(workbench, "flexer", MainWindow::tr("Flexer")));
    const auto takeAccelerator = [&workbench, page] {
        const hardware::Accelerator& accelerator = workbench.accelerator();
        page->setMachine(qt(accelerator.name), schedule::flexer::machineOf(accelerator));
    };
    QObject::connect(&workbench, &Workbench::networkChanged, page,
                     [&workbench, page] { page->setNetwork(workbench.network()); });
    QObject::connect(&workbench, &Workbench::contextChanged, page, takeAccelerator);
    QObject::connect(&workbench.library(), &Library::changed, page, takeMachines);
    QObject::connect(&workbench.library(), &Library::changed, page, takeNetworks);
    QObject::connect(&workbench.run(), &ShownRun::replaced, pages, [&workbench, pages, page] {
        if (workbench.run().options().engine == "flexer" && !workbench.run().isEmpty())
            pages->setCurrentWidget(page); // the run is there, whatever was looked at before
    });
    linkSelection(workbench, page, [page](const std::string& name) { page->selectLayer(name); });
    shareOptions(workbench, page);
    addActions(window, page);
    QObject::connect(explainAction(page, "explainTiles"), &QAction::triggered, page,
                     [&window, page] { explainTiles(window, *page); });
    takeMachines();
    takeNetworks();
    takeAccelerator();
    page->setNetwork(workbench.network());
}

} // namespace nestloom::ui
