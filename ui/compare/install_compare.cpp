// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/install_compare.h"

#include "ui/compare/accelerator_diff_dialog.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/comparison.h"
#include "ui/main_window.h"

#include <QAction>

namespace nestloom::ui {

void installCompare(MainWindow& window)
{
    window.addPage(MainWindow::Tab::Compare, new ComparePage(window.workbench()), MainWindow::tr("Compare"));
    QObject::connect(&window.workbench().comparison(), &Comparison::asked, &window,
                     [&window] { window.actions().compareView->trigger(); });
    installAcceleratorDiff(window);
}

} // namespace nestloom::ui
