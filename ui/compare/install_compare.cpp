// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/install_compare.h"

#include "ui/compare/accelerator_diff_dialog.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/comparison.h"
#include "ui/main_window.h"
#include "ui/panels/project_tree.h"

#include <QAction>

#include <algorithm>

namespace nestloom::ui {

void installCompare(MainWindow& window)
{
    window.addPage(MainWindow::Tab::Compare, new ComparePage(window.workbench()), MainWindow::tr("Compare"));
    QObject::connect(&window.workbench().comparison(), &Comparison::asked, &window,
                     [&window] { window.actions().compareView->trigger(); });
    // With nothing chosen yet, runs selected in the project tree are what is meant.
    QObject::connect(window.actions().compareView, &QAction::triggered, &window, [&window] {
        std::vector<RunId> selected = window.project()->selectedRuns();
        std::reverse(selected.begin(), selected.end()); // the oldest first
        if (window.workbench().comparison().runs().empty() && selected.size() >= Comparison::kFewest)
            window.workbench().comparison().compare(selected);
    });
    installAcceleratorDiff(window);
}

} // namespace nestloom::ui
