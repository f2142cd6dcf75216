// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/noc/noc_feature.h"

#include "ui/main_window.h"
#include "ui/noc/mesh_map.h"
#include "ui/noc/noc_view.h"
#include "ui/pages/layer_page.h"

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

void installNoc(MainWindow& window)
{
    auto* view = new NocView;
    view->setObjectName(QStringLiteral("nocView"));
    window.addPage(MainWindow::Tab::Noc,
                   new LayerPage(
                       window.workbench(), view, [view](const auto&... shown) { view->setLayer(shown...); },
                       [view] { view->clear(); }),
                   MainWindow::tr("NoC"));
}

std::vector<TourStep> nocTour(MainWindow& window)
{
    return {
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
}

} // namespace nestloom::ui
