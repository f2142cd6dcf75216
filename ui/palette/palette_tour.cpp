// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/palette/palette_tour.h"

#include "ui/main_window.h"
#include "ui/palette/command_palette.h"

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
