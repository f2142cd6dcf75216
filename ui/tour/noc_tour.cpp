// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/feature_tours.h"

#include "engine/mapping/constraints.h"
#include "ui/features/noc/candidate_keeper.h"
#include "ui/features/noc/mesh_map.h"
#include "ui/features/noc/noc_feature.h"
#include "ui/features/noc/noc_view.h"
#include "ui/features/noc/simulation_view.h"
#include "ui/parts/layer_page.h"
#include "ui/window/main_window.h"
#include "ui/window/problems_line.h"

#include <QAction>
#include <QButtonGroup>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QStackedWidget>
#include <QToolButton>

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
        {QStringLiteral("noc"),
         [&window] {
             window.workbench().selection().selectLayer(kShownLayer);
             window.showTab(MainWindow::Tab::Noc);
             return !viewIn(window)->showsMessage();
         },
         {}},
        {QStringLiteral("noc-link"), [&window] { return selectBusiestLink(window); }, {}},
        {QStringLiteral("noc-weights"),
         [&window] {
             viewIn(window)->setTensorShown(TensorRole::Inputs, false);
             viewIn(window)->setTensorShown(TensorRole::Outputs, false);
             return true;
         },
         {}},
    };
    for (TourStep& step : simulationTour(window))
        steps.push_back(std::move(step));
    return steps;
}

} // namespace nestloom::ui
