// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/assembly/window_pages.h"

#include "ui/features/mapping/mapping_feature.h"
#include "ui/features/network/network_page.h"
#include "ui/features/summary/summary_page.h"
#include "ui/parts/buffer_use_view.h"
#include "ui/parts/explain_run.h"
#include "ui/parts/layer_page.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QLineEdit>

namespace nestloom::ui {

namespace {

/// A page with one view of the selected layer.
template <typename View>
LayerPage* makeLayerPage(Workbench& workbench, View* view, const QString& name)
{
    view->setObjectName(name);
    return new LayerPage(
        workbench, view, [view](const auto&... shown) { view->setLayer(shown...); }, [view] { view->clear(); });
}

} // namespace

void installPages(MainWindow& window)
{
    Workbench& workbench = window.workbench();
    auto* summary = new SummaryPage(workbench, window.actions().run);
    QObject::connect(summary, &SummaryPage::fieldRequested, &window, &MainWindow::fieldAsked);
    window.addPage(MainWindow::Tab::Summary, summary, MainWindow::tr("Summary"));

    installLoopNest(window);
    auto* buffers = new BufferUseView;
    window.addPage(MainWindow::Tab::Buffers, makeLayerPage(workbench, buffers, QStringLiteral("bufferUseView")),
                   MainWindow::tr("Buffers"));
    QObject::connect(buffers, &BufferUseView::explainRequested, &window,
                     [&window](std::size_t level, BufferUseView::Explained what) {
                         const auto layer = window.workbench().selection().layer();
                         const LevelFigure figure = what == BufferUseView::Explained::Tiles   ? LevelFigure::Tiles
                                                    : what == BufferUseView::Explained::Bytes ? LevelFigure::Bytes
                                                                                              : LevelFigure::Energy;
                         if (layer)
                             explainLevel(&window, window.workbench().run(), *layer, level, figure);
                     });

    auto* network = new NetworkPage(workbench);
    window.addPage(MainWindow::Tab::Network, network, MainWindow::tr("Network"));
    QObject::connect(window.actions().filterLayers, &QAction::triggered, network, [&window, network] {
        window.showTab(MainWindow::Tab::Network);
        network->filter()->setFocus();
        network->filter()->selectAll();
    });
}

} // namespace nestloom::ui
