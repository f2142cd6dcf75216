// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/assembly/features.h"

#include "ui/features/accelerator/accelerator_feature.h"
#include "ui/features/accelerator/accelerator_page.h"
#include "ui/features/bookmarks/bookmarks_feature.h"
#include "ui/features/help/help_feature.h"
#include "ui/features/jobs/jobs_strip.h"
#include "ui/features/jobs/log_panel.h"
#include "ui/features/mapping/mapping_feature.h"
#include "ui/features/network/network_editor.h"
#include "ui/features/network/network_page.h"
#include "ui/features/palette/palette_feature.h"
#include "ui/features/recovery/last_session.h"
#include "ui/features/recovery/recovery.h"
#include "ui/features/roofline/roofline_feature.h"
#include "ui/features/run/run_feature.h"
#include "ui/features/summary/summary_page.h"
#include "ui/parts/buffer_use_view.h"
#include "ui/parts/explain_dialog.h"
#include "ui/parts/layer_page.h"
#include "ui/window/dock_maximiser.h"
#include "ui/window/features.h"
#include "ui/window/perspectives.h"

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
    QObject::connect(summary, &SummaryPage::loopNestRequested, &window,
                     [&window] { window.showTab(MainWindow::Tab::LoopNest); });
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

void installFeatures(MainWindow& window)
{
    // One line per feature. The order is that of docks that share an area, and of the entries of a menu.
    installRun(window);
    installEditor(window);
    installJobs(window);
    installPages(window);
    installNetworkEditor(window);
    installBaseline(window);
    installCompare(window);
    installConvergence(window);
    installProof(window);
    installRoofline(window);
    installMemory(window);
    installTiles(window);
    installNodes(window);
    installNoc(window);
    installGraph(window);
    installRuns(window);
    installAcceleratorPage(window);
    installVariants(window);
    installSweepPages(window);
    installExport(window);
    installFiles(window);
    installImport(window);
    installDesigns(window);
    installTechnologies(window);
    installRecovery(window);
    installWelcome(window);
    installProblems(window);
    installLog(window);
    installQueue(window);
    installBookmarks(window);
    installHistory(window);
    installHelp(window);
    installDockMaximiser(window);
    installJobNotice(window);
    installViewState(window);
    installLastSession(window);
    installPalette(window);
    installShortcuts(window);
    window.complete();
}

} // namespace nestloom::ui
