// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/feature_tours.h"

#include "ui/features/palette/command_palette.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QLineEdit>

namespace nestloom::ui {

std::vector<TourStep> paletteTour(MainWindow& window)
{
    auto* palette = window.findChild<CommandPalette*>();
    return {
        {QStringLiteral("palette"),
         [&window] {
             window.findChild<QAction*>(QStringLiteral("findAnything"))->trigger();
             return true;
         },
         {}},
        {QStringLiteral("palette-typed"),
         [palette] {
             palette->field()->setText(QStringLiteral("glob cap"));
             return palette->isVisible();
         },
         {}},
        {{},
         [palette] {
             palette->dismiss();
             return true;
         },
         {}},
    };
}

} // namespace nestloom::ui
