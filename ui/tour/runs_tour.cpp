// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/feature_tours.h"

#include "ui/features/runs/run_filter_line.h"
#include "ui/features/runs/runs_page.h"
#include "ui/parts/run_list_model.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/toast.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QLineEdit>
#include <QToolButton>

namespace nestloom::ui {

namespace {

RunsPage* pageOf(MainWindow& window) { return window.findChild<RunsPage*>(QStringLiteral("runsPage")); }

bool showRuns(MainWindow& window)
{
    window.showTab(MainWindow::Tab::Runs);
    RunsPage* page = pageOf(window);
    if (page->table()->model()->rowCount() == 0)
        return false;
    page->table()->setFocus();
    page->table()->selectRow(page->table()->model()->rowCount() - 1);
    page->actions().star->trigger();
    page->changeTags(QStringLiteral("example paper"));
    return true;
}

bool filter(MainWindow& window, const QString& text)
{
    RunFilterLine* line = pageOf(window)->filterLine();
    line->edit()->setFocus();
    line->setText(text);
    return true;
}

bool group(MainWindow& window, int column)
{
    pageOf(window)->setGrouping(column);
    return true;
}

bool deleteOne(MainWindow& window)
{
    filter(window, {});
    group(window, -1);
    RunsPage* page = pageOf(window);
    page->table()->setFocus();
    page->table()->selectRow(0);
    page->actions().remove->trigger();
    return page->toast()->isVisible();
}

bool leave(MainWindow& window)
{
    RunsPage* page = pageOf(window);
    page->toast()->undoButton()->click();
    while (page->history().canUndo())
        page->history().undo();
    window.showTab(MainWindow::Tab::Summary);
    return true;
}

} // namespace

std::vector<TourStep> runsTour(MainWindow& window)
{
    MainWindow* w = &window;
    return {
        {QStringLiteral("runs"), [w] { return showRuns(*w); }, {}},
        {QStringLiteral("runs-grouped"), [w] { return group(*w, RunListModel::Network); }, {}},
        {QStringLiteral("runs-filter"),
         [w] { return filter(*w, QStringLiteral("net:resnet* cycles<50M tag:paper")); },
         {}},
        {QStringLiteral("runs-filter-wrong"), [w] { return filter(*w, QStringLiteral("net:resnet* cyles<50M")); }, {}},
        {QStringLiteral("runs-filter-no-hits"),
         [w] { return filter(*w, QStringLiteral("net:resnet status:failed")); },
         {}},
        {QStringLiteral("runs-deleted"), [w] { return deleteOne(*w); }, {}},
        {QStringLiteral("runs-left"), [w] { return leave(*w); }, {}},
    };
}

} // namespace nestloom::ui
