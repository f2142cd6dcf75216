// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/assembly/features.h"

#include "ui/assembly/window_pages.h"
#include "ui/features/accelerator/accelerator_feature.h"
#include "ui/features/accelerator/accelerator_page.h"
#include "ui/features/accelerator/variants.h"
#include "ui/features/bookmarks/bookmarks_feature.h"
#include "ui/features/compare/install_compare.h"
#include "ui/features/export/export_feature.h"
#include "ui/features/files/files_feature.h"
#include "ui/features/graph/graph_feature.h"
#include "ui/features/help/help_feature.h"
#include "ui/features/history/history_feature.h"
#include "ui/features/import/design_feature.h"
#include "ui/features/import/import_feature.h"
#include "ui/features/jobs/job_notice.h"
#include "ui/features/jobs/jobs_feature.h"
#include "ui/features/jobs/log_panel.h"
#include "ui/features/memory/memory_feature.h"
#include "ui/features/noc/noc_feature.h"
#include "ui/features/nodes/nodes_feature.h"
#include "ui/features/padding/padding_feature.h"
#include "ui/features/palette/palette_feature.h"
#include "ui/features/problems/problems_feature.h"
#include "ui/features/proof/proof_feature.h"
#include "ui/features/recovery/last_session.h"
#include "ui/features/recovery/recovery.h"
#include "ui/features/run/run_feature.h"
#include "ui/features/runs/runs_feature.h"
#include "ui/features/shortcuts/shortcut_feature.h"
#include "ui/features/sweep/sweep_feature.h"
#include "ui/features/technology/technology_feature.h"
#include "ui/features/tiles/tiles_feature.h"
#include "ui/features/welcome/welcome_feature.h"
#include "ui/window/dock_maximiser.h"
#include "ui/window/main_window.h"
#include "ui/window/view_state.h"

namespace nestloom::ui {

void installFeatures(MainWindow& window)
{
    // One line per feature. The order is that of docks that share an area, and of the entries of a menu.
    installRun(window);
    installEditor(window);
    installJobs(window);
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
    window.complete();
}

} // namespace nestloom::ui
