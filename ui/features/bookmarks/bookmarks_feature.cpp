// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/bookmarks/bookmarks_feature.h"

#include "ui/features/bookmarks/bookmark_model.h"
#include "ui/features/bookmarks/bookmarks.h"
#include "ui/features/bookmarks/bookmarks_panel.h"
#include "ui/widgets/copyable_table.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QDockWidget>
#include <QMenu>

namespace nestloom::ui {

namespace {

/// One action for each bookmark that has keys, always there so that the keys can be changed.
void fillMenu(MainWindow& window, QMenu* menu, Bookmarks* bookmarks)
{
    for (int row = 0; row < kBookmarkKeys; ++row) {
        auto* action = new QAction(MainWindow::tr("Bookmark %1").arg(row + 1), &window);
        action->setObjectName(QStringLiteral("bookmark%1").arg(row + 1));
        action->setShortcut(bookmarkKeys(row));
        action->setStatusTip(MainWindow::tr("Show this place again"));
        menu->addAction(action);
        QObject::connect(action, &QAction::triggered, bookmarks, [bookmarks, row] {
            if (static_cast<std::size_t>(row) < bookmarks->all().size())
                bookmarks->goTo(bookmarks->all()[std::size_t(row)].id);
        });
        const auto refresh = [action, bookmarks, row] {
            const bool isThere = static_cast<std::size_t>(row) < bookmarks->all().size();
            QString name =
                isThere ? bookmarks->all()[std::size_t(row)].name : MainWindow::tr("Bookmark %1").arg(row + 1);
            action->setText(name.replace(QLatin1Char('&'), QLatin1String("&&")));
            action->setVisible(isThere);
            action->setEnabled(isThere);
        };
        QObject::connect(bookmarks, &Bookmarks::changed, action, refresh);
        refresh();
    }
}

void showDock(QDockWidget* dock)
{
    dock->show();
    dock->raise();
}

} // namespace

void installBookmarks(MainWindow& window)
{
    auto* bookmarks = new Bookmarks(window);
    QAction* keep = window.addAction(MainWindow::Menu::Edit, QStringLiteral("keepPlace"),
                                     MainWindow::tr("&Keep this place..."), Qt::CTRL | Qt::ALT | Qt::Key_B,
                                     MainWindow::tr("Remember run, page, layer and cursor under a name"));
    keep->setIconText(MainWindow::tr("Keep this place"));
    QMenu* menu = window.menu(MainWindow::Menu::Edit)->addMenu(MainWindow::tr("B&ookmarks"));
    fillMenu(window, menu, bookmarks);
    auto* panel = new BookmarksPanel(*bookmarks, keep);
    QDockWidget* dock = window.addDock({.name = QStringLiteral("bookmarksDock"),
                                        .title = MainWindow::tr("Bookmarks"),
                                        .area = Qt::BottomDockWidgetArea,
                                        .tabWith = QStringLiteral("jobsDock"),
                                        .shown = false},
                                       panel);
    menu->addSeparator();
    auto* list = new QAction(MainWindow::tr("&List of bookmarks"), &window);
    list->setObjectName(QStringLiteral("listBookmarks"));
    list->setStatusTip(MainWindow::tr("Show all bookmarks, to go there, rename and remove them"));
    menu->addAction(list);
    QObject::connect(list, &QAction::triggered, dock, [dock, panel] {
        showDock(dock);
        panel->table()->setFocus();
    });
    QObject::connect(keep, &QAction::triggered, panel, [panel, bookmarks] {
        const Bookmark place = bookmarks->here(); // of now, whatever happens while the name is asked for
        panel->askName(MainWindow::tr("Keep this place"), place.name, [bookmarks, place](const QString& name) {
            Bookmark named = place;
            named.name = name;
            bookmarks->keep(named);
        });
    });
}

} // namespace nestloom::ui
