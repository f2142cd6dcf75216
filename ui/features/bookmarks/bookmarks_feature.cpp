// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/bookmarks/bookmarks_feature.h"

#include "ui/charts/time_chart.h"
#include "ui/features/bookmarks/bookmarks.h"
#include "ui/features/bookmarks/bookmarks_panel.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/page_area.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QDockWidget>
#include <QMenu>
#include <QTimer>
#include <QWidget>

namespace nestloom::ui {

namespace {

const QString kWaiting = QStringLiteral("waitingForCursor");

/// The cursor of charts over time, which share one.
class TimeCursor : public HasCursor {
public:
    explicit TimeCursor(TimeFocus& focus) : m_focus(focus) {}

    std::optional<qint64> cursor() const override
    {
        return m_focus.end() > 0 ? std::optional<qint64>(m_focus.cursor()) : std::nullopt;
    }
    bool moveCursor(qint64 to) override
    {
        if (m_focus.end() <= to)
            return false;
        m_focus.setCursor(to);
        return true;
    }
    void onAxisChanged(QObject* listener, std::function<void()> call) override
    {
        QObject::connect(&m_focus, &TimeFocus::windowChanged, listener, std::move(call));
    }

private:
    TimeFocus& m_focus;
};

/// What is on the page and has a cursor: charts over time that are shown, the page itself, or a part of it.
std::shared_ptr<HasCursor> cursorIn(QWidget& page)
{
    for (const TimeChart* chart : page.findChildren<TimeChart*>())
        if (chart->isVisible())
            return std::make_shared<TimeCursor>(chart->focus());
    const auto borrowed = [](HasCursor* of) { return std::shared_ptr<HasCursor>(std::shared_ptr<HasCursor>(), of); };
    if (auto* itself = dynamic_cast<HasCursor*>(&page))
        return borrowed(itself);
    for (QWidget* part : page.findChildren<QWidget*>())
        if (auto* cursor = dynamic_cast<HasCursor*>(part))
            return borrowed(cursor);
    return nullptr;
}

} // namespace

std::optional<qint64> cursorOf(QWidget& page)
{
    const auto cursor = cursorIn(page);
    return cursor ? cursor->cursor() : std::nullopt;
}

void moveCursor(QWidget& page, qint64 to)
{
    delete page.findChild<QTimer*>(kWaiting, Qt::FindDirectChildrenOnly);
    const auto cursor = cursorIn(page);
    if (!cursor || cursor->moveCursor(to))
        return;
    auto* waiting = new QTimer(&page);
    waiting->setObjectName(kWaiting);
    waiting->setSingleShot(true);
    QObject::connect(waiting, &QTimer::timeout, waiting, &QObject::deleteLater);
    cursor->onAxisChanged(waiting, [waiting, cursor, to] {
        if (!waiting->isActive() || !cursor->moveCursor(to))
            return;
        waiting->stop(); // this time only
        waiting->deleteLater();
    });
    waiting->start(kCursorWaitMs);
}

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
            if (std::size_t(row) < bookmarks->all().size())
                bookmarks->goTo(bookmarks->all()[std::size_t(row)].id);
        });
        const auto refresh = [action, bookmarks, row] {
            const bool isThere = std::size_t(row) < bookmarks->all().size();
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
