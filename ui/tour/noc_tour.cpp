// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/mapping/constraints.h"
#include "ui/features/noc/flit_map.h"
#include "ui/features/noc/mesh_map.h"
#include "ui/features/noc/noc_view.h"
#include "ui/features/noc/simulation_view.h"
#include "ui/features/roofline/roofline_dialog.h"
#include "ui/tour/feature_tours.h"
#include "ui/widgets/copyable_table.h"
#include "ui/window/main_window.h"

#include <QAbstractButton>
#include <QAction>
#include <QCoreApplication>
#include <QKeyEvent>

namespace nestloom::ui {

namespace {

constexpr std::size_t kShownLayer = 3; // of the first block of resnet50

NocView* viewIn(MainWindow& window) { return window.findChild<NocView*>(QStringLiteral("nocView")); }

bool selectBusiestLink(MainWindow& window)
{
    window.showTab(MainWindow::Tab::Noc);
    MeshMap& map = viewIn(window)->map();
    map.setFocus();
    for (const int key : {Qt::Key_Down, Qt::Key_Return}) {
        QKeyEvent press(QEvent::KeyPress, key, Qt::NoModifier);
        QCoreApplication::sendEvent(&map, &press);
    }
    return map.selectedLink().has_value();
}

} // namespace

std::vector<TourStep> nocTour(MainWindow& window)
{
    std::vector<TourStep> steps{
        {"noc",
         [&window] {
             window.workbench().selection().selectLayer(kShownLayer);
             window.showTab(MainWindow::Tab::Noc);
             return !viewIn(window)->showsMessage();
         }},
        {"noc-link", [&window] { return selectBusiestLink(window); }},
        {"noc-weights",
         [&window] {
             viewIn(window)->setTensorShown(TensorRole::Inputs, false);
             viewIn(window)->setTensorShown(TensorRole::Outputs, false);
         }},
    };
    for (TourStep& step : simulationTour(window))
        steps.push_back(std::move(step));
    const auto action = [&window](const char* name) { return window.findChild<QAction*>(QLatin1String(name)); };
    steps.push_back(TourStep{"simulated-layers",
                             [&window, action] {
                                 window.showTab(MainWindow::Tab::Summary);
                                 action("simulateAll")->trigger();
                             },
                             [&window, action] { // a preview cannot be simulated
                                 const ShownRun& run = window.workbench().run();
                                 const bool isDone = run.run() == 0 || action("simulateAll")->isEnabled();
                                 return isDone ? nullptr : "the simulations";
                             }});
    const auto roofline = [&window]() -> QWidget* { return window.findChild<RooflineDialog*>(); };
    steps.push_back(TourStep{"roofline", [action] { action("showRoofline")->trigger(); }, {}, false, roofline});
    steps.push_back(TourStep{"", [roofline] { return roofline()->close(); }});
    return steps;
}

namespace {

class SimulationTour {
public:
    explicit SimulationTour(MainWindow& window)
        : m_window(window), m_view(window.findChild<SimulationView*>(QStringLiteral("simulationView")))
    {
    }

    void open()
    {
        m_window.showTab(MainWindow::Tab::Noc);
        press("showSimulation");
        m_view->map()->setFocus();
    }
    const char* settled() const
    {
        using State = ShownSimulation::State;
        const State state = m_view->shown().state();
        return state == State::Finished ? nullptr : "the simulation";
    }
    bool selectHottest()
    {
        m_view->hotLinks()->selectRow(0);
        return m_view->simulationFocus().link().has_value();
    }
    void showWindow()
    {
        m_view->simulationFocus().selectLink(std::nullopt);
        press("staticLoad");
        m_view->simulationFocus().showWindow(m_view->simulationFocus().windowCount() / 2);
    }
    void markRange()
    {
        TimeFocus& time = m_view->simulationFocus().time();
        time.setRange(TimeRange{time.end() / 4, time.end() / 3});
        m_view->showChart(SimulationView::Chart::Dram);
    }
    bool show(SimulationView::Chart chart)
    {
        m_view->showChart(chart);
        return true;
    }
    bool showFlits()
    {
        m_view->simulationFocus().showWholeRun();
        FlitMap::Colours colours;
        colours.log = true;
        colours.routers = FlitMap::RouterFigure::WaitingHeaders;
        m_view->map()->setColours(colours);
        selectHottest();
        return show(SimulationView::Chart::Flits);
    }
    bool compare()
    {
        m_view->shown().compare();
        return show(SimulationView::Chart::Pes);
    }
    const char* compared() const { return m_view->shown().isComparing() ? "the mappings" : nullptr; }
    void showBest()
    {
        m_view->shown().showCandidate(m_view->candidates()->model()->rowCount() > 1 ? std::optional(std::size_t(1))
                                                                                    : std::nullopt);
    }
    /// The run is opened once more: its simulation comes from the store.
    void reopen()
    {
        m_view->showSide(SimulationView::Side::Links);
        m_view->map()->setColours({});
        m_layer = m_window.workbench().selection().layer();
        m_before = m_view->shown().ended();
        if (m_window.workbench().run().run() != 0)
            m_window.workbench().openRun(m_window.workbench().run().run());
    }
    const char* reopened() const
    {
        if (m_window.workbench().run().run() == 0)
            return nullptr;
        if (m_layer && m_window.workbench().selection().layer() != m_layer)
            m_window.workbench().selection().selectLayer(*m_layer);
        const bool isThere = m_view->shown().ended() && m_view->shown().ended() != m_before;
        return isThere ? nullptr : "the stored simulation";
    }
    void leave()
    {
        m_window.findChild<QAbstractButton*>(QStringLiteral("staticLoad"))->setChecked(false);
        m_view->map()->setColours({});
        m_view->simulationFocus().selectLink(std::nullopt);
        m_view->showSide(SimulationView::Side::Links);
        press("showLinkLoads");
        m_window.showTab(MainWindow::Tab::Summary);
    }

private:
    void press(const char* name) { m_window.findChild<QAbstractButton*>(QLatin1String(name))->setChecked(true); }

    MainWindow& m_window;
    SimulationView* m_view;
    std::optional<std::size_t> m_layer;
    SimulationAnswer m_before;
};

} // namespace

std::vector<TourStep> simulationTour(MainWindow& window)
{
    const auto tour = std::make_shared<SimulationTour>(window);
    const auto settled = [tour] { return tour->settled(); };
    return {
        {"simulation", [tour] { return tour->open(); }, settled},
        {"simulation-link", [tour] { return tour->selectHottest(); }, settled},
        {"simulation-window", [tour] { return tour->showWindow(); }, settled},
        {"simulation-range", [tour] { return tour->markRange(); }, settled},
        {"simulation-lanes", [tour] { return tour->show(SimulationView::Chart::Lanes); }, settled},
        {"simulation-flits", [tour] { return tour->showFlits(); }, settled},
        {"simulation-mappings", [tour] { return tour->compare(); }, [tour] { return tour->compared(); }},
        {"simulation-candidate", [tour] { return tour->showBest(); }, settled},
        {"simulation-stored", [tour] { return tour->reopen(); }, [tour] { return tour->reopened(); }},
        {"", [tour] { return tour->leave(); }},
    };
}

} // namespace nestloom::ui
