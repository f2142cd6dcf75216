// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window_features.h"

#include "ui/bookmarks/bookmarks_feature.h"
#include "ui/compare/install_compare.h"
#include "ui/convergence/convergence_feature.h"
#include "ui/dock_maximiser.h"
#include "ui/export/export_feature.h"
#include "ui/files/files_feature.h"
#include "ui/graph/graph_feature.h"
#include "ui/help/help_feature.h"
#include "ui/history/history_feature.h"
#include "ui/import/design_feature.h"
#include "ui/import/import_feature.h"
#include "ui/job_notice.h"
#include "ui/memory/memory_feature.h"
#include "ui/noc/noc_feature.h"
#include "ui/nodes/nodes_feature.h"
#include "ui/padding/padding_feature.h"
#include "ui/pages/accelerator_page.h"
#include "ui/palette/palette_feature.h"
#include "ui/panels/baseline_chip.h"
#include "ui/panels/log_panel.h"
#include "ui/panels/queue_feature.h"
#include "ui/problems/problems_feature.h"
#include "ui/proof/proof_feature.h"
#include "ui/recovery/last_session.h"
#include "ui/recovery/recovery.h"
#include "ui/runs/install_runs.h"
#include "ui/shortcuts/shortcut_feature.h"
#include "ui/sweep/sweep_pages.h"
#include "ui/technology/technology_feature.h"
#include "ui/tiles/tiles_feature.h"
#include "ui/variants.h"
#include "ui/view_state.h"
#include "ui/welcome/welcome_feature.h"
#include "ui/window_pages.h"

namespace nestloom::ui {

void installFeatures(MainWindow& window)
{
    // One line per feature. The order is that of docks that share an area, and of the entries of a menu.
    installPages(window);
    installBaseline(window);
    installCompare(window);
    installConvergence(window);
    installProof(window);
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
    installPadding(window);
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
}

} // namespace nestloom::ui
