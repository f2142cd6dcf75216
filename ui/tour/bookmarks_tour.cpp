// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/feature_tours.h"

#include "ui/features/bookmarks/bookmark_model.h"
#include "ui/features/bookmarks/bookmarks.h"
#include "ui/features/bookmarks/bookmarks_feature.h"
#include "ui/features/bookmarks/bookmarks_panel.h"
#include "ui/widgets/copyable_table.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QDockWidget>
#include <QMenu>

namespace nestloom::ui {

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
        {QStringLiteral("bookmarks"),
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
         },
         {}},
        {{},
         [dock] {
             dock()->close();
             return true;
         },
         {}},
    };
}

} // namespace nestloom::ui
