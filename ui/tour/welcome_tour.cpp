// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/feature_tours.h"

#include "ui/features/welcome/welcome_feature.h"
#include "ui/features/welcome/welcome_page.h"
#include "ui/window/main_window.h"
#include "ui/workbench/file_opener.h"
#include "ui/workbench/recent_files.h"

#include <QAction>

namespace nestloom::ui {

std::vector<TourStep> welcomeTour(MainWindow& window)
{
    return {
        {QStringLiteral("welcome"),
         [&window] {
             window.findChild<QAction*>(QStringLiteral("welcome"))->trigger();
             return window.isCovered();
         },
         {}},
        {{},
         [&window] {
             window.showCover(false);
             return true;
         },
         {}},
    };
}

} // namespace nestloom::ui
