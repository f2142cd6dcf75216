// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/bookmarks/bookmarks.h"
#include "ui/features/bookmarks/bookmarks_panel.h"
#include "ui/features/help/help_feature.h"
#include "ui/features/help/manual_window.h"
#include "ui/features/palette/command_palette.h"
#include "ui/features/shortcuts/shortcut_editor.h"
#include "ui/features/shortcuts/shortcut_sheet.h"
#include "ui/tour/feature_tours.h"
#include "ui/window/main_window.h"
#include "ui/workbench/recent_files.h"

#include <QAction>
#include <QDockWidget>
#include <QLineEdit>
#include <QTableView>

namespace nestloom::ui {

std::vector<TourStep> paletteTour(MainWindow& window)
{
    auto* palette = window.findChild<CommandPalette*>();
    return {
        {"palette", [&window] { window.findChild<QAction*>(QStringLiteral("findAnything"))->trigger(); }},
        {"palette-typed",
         [palette] {
             palette->field()->setText(QStringLiteral("glob cap"));
             return palette->isVisible();
         }},
        {"", [palette] { palette->dismiss(); }},
    };
}

std::vector<TourStep> shortcutTour(MainWindow& window)
{
    const auto find = [&window](const char* name) { return window.findChild<QDialog*>(QLatin1String(name)); };
    return {
        {"shortcut-sheet",
         [&window, find] {
             window.actions().shortcuts->trigger();
             return find("shortcutSheet") != nullptr;
         },
         {},
         false,
         [find] { return find("shortcutSheet"); }},
        {"shortcut-editor",
         [&window, find] {
             find("shortcutSheet")->close();
             window.findChild<QAction*>(QStringLiteral("changeShortcuts"))->trigger();
             auto* editor = static_cast<ShortcutEditor*>(find("shortcutEditor"));
             return editor->choose(window.actions().run);
         },
         {},
         false,
         [find] { return find("shortcutEditor"); }},
        {"", [find] { find("shortcutEditor")->close(); }},
    };
}

std::vector<TourStep> welcomeTour(MainWindow& window)
{
    return {
        {"welcome",
         [&window] {
             window.findChild<QAction*>(QStringLiteral("welcome"))->trigger();
             return window.isCovered();
         }},
        {"", [&window] { window.showCover(false); }},
    };
}

std::vector<TourStep> helpTour(MainWindow& window)
{
    const auto manual = [&window] { return window.findChild<Help*>()->manual(); };
    const auto subject = [manual]() -> QWidget* { return manual(); };
    return {
        {"manual",
         [&window, manual] {
             window.activateWindow();
             window.findChild<QTableView*>(QStringLiteral("layerTable"))->setFocus();
             window.findChild<QAction*>(QStringLiteral("helpOnView"))->trigger();
             return manual() != nullptr && manual()->isVisible();
         },
         {},
         false,
         subject},
        {"manual-found",
         [manual] {
             manual()->open(QStringLiteral("index.md"));
             manual()->words()->setText(QStringLiteral("Pareto"));
             manual()->find(true);
         },
         {},
         false,
         subject},
        {"", [manual] { return manual()->close(); }},
    };
}

std::vector<TourStep> bookmarksTour(MainWindow& window)
{
    const auto keep = [&window](MainWindow::Tab tab, std::size_t layer) {
        auto* bookmarks = window.findChild<Bookmarks*>();
        window.showTab(tab);
        window.workbench().selection().selectLayer(layer);
        bookmarks->keep(bookmarks->here());
    };
    const auto dock = [&window] { return window.findChild<QDockWidget*>(QStringLiteral("bookmarksDock")); };
    return {
        {"bookmarks",
         [&window, keep, dock] {
             auto* bookmarks = window.findChild<Bookmarks*>();
             QStringList earlier; // of a tour before on the same store
             for (const Bookmark& bookmark : bookmarks->all())
                 earlier << bookmark.id;
             bookmarks->remove(earlier);
             const std::size_t layers = window.workbench().run().layers().size();
             keep(MainWindow::Tab::LoopNest, 0);
             keep(MainWindow::Tab::Buffers, layers > 0 ? layers - 1 : 0);
             window.findChild<QAction*>(QStringLiteral("bookmark1"))->trigger();
             window.findChild<QAction*>(QStringLiteral("listBookmarks"))->trigger();
             return dock()->isVisible() && window.currentTab() == MainWindow::Tab::LoopNest
                    && (layers == 0 || window.workbench().selection().layer() == std::size_t(0));
         }},
        {"", [dock] { dock()->close(); }},
    };
}

} // namespace nestloom::ui
