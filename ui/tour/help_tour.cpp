// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/feature_tours.h"

#include "ui/features/help/help_feature.h"
#include "ui/features/help/help_topics.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QTableView>
#include <QTextBrowser>

namespace nestloom::ui {

std::vector<TourStep> helpTour(MainWindow& window)
{
    return {
        {QStringLiteral("help"),
         [&window] {
             window.activateWindow();
             auto* table = window.findChild<QTableView*>(QStringLiteral("layerTable"));
             table->setFocus();
             window.findChild<QAction*>(QStringLiteral("helpOnView"))->trigger();
             showTopic(window.findChild<QTextBrowser*>(QStringLiteral("helpText")), table);
             return window.findChild<QDockWidget*>(QStringLiteral("helpDock"))->isVisible();
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
