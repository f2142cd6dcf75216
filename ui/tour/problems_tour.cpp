// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/feature_tours.h"

#include "ui/features/accelerator/accelerator_editor.h"
#include "ui/features/accelerator/yaml_edit.h"
#include "ui/features/problems/problems_feature.h"
#include "ui/features/problems/problems_panel.h"
#include "ui/style/icons.h"
#include "ui/widgets/copyable_table.h"
#include "ui/window/main_window.h"
#include "ui/workbench/file_opener.h"

#include <QAction>
#include <QDesktopServices>
#include <QDockWidget>
#include <QStatusBar>
#include <QToolButton>
#include <QUrl>

namespace nestloom::ui {

std::vector<TourStep> problemsTour(MainWindow& window)
{
    auto* panel = window.findChild<ProblemsPanel*>();
    return {
        {QStringLiteral("problems"),
         [&window, panel] {
             hardware::Accelerator broken = window.workbench().document().value();
             broken.levels[1].capacity = Bytes{-1};
             broken.levels[2].name.clear();
             window.workbench().document().setValue(QStringLiteral("tour"), broken);
             panel->refresh();
             window.findChild<QAction*>(QStringLiteral("showProblems"))->trigger();
             return panel->problems().size() >= 2;
         },
         {}},
        {QStringLiteral("no-problems"),
         [&window, panel] {
             window.workbench().document().history().undo(); // Undo itself belongs to the page in front
             panel->refresh();
             return panel->problems().size() < 2;
         },
         {}},
        {{},
         [&window] {
             window.actions().resetLayout->trigger();
             return true;
         },
         {}},
    };
}

} // namespace nestloom::ui
