// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/feature_tours.h"

#include "ui/features/shortcuts/shortcut_editor.h"
#include "ui/features/shortcuts/shortcut_feature.h"
#include "ui/features/shortcuts/shortcut_sheet.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QMenu>

namespace nestloom::ui {

std::vector<TourStep> shortcutTour(MainWindow& window)
{
    const auto find = [&window](const char* name) { return window.findChild<QDialog*>(QLatin1String(name)); };
    return {
        {QStringLiteral("shortcut-sheet"),
         [&window, find] {
             window.actions().shortcuts->trigger();
             return find("shortcutSheet") != nullptr;
         },
         {},
         false,
         [find] { return find("shortcutSheet"); }},
        {QStringLiteral("shortcut-editor"),
         [&window, find] {
             find("shortcutSheet")->close();
             window.findChild<QAction*>(QStringLiteral("changeShortcuts"))->trigger();
             auto* editor = static_cast<ShortcutEditor*>(find("shortcutEditor"));
             return editor->choose(window.actions().run);
         },
         {},
         false,
         [find] { return find("shortcutEditor"); }},
        {{},
         [find] {
             find("shortcutEditor")->close();
             return true;
         },
         {}},
    };
}

} // namespace nestloom::ui
