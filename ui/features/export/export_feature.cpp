// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/features.h"

#include "ui/widgets/chart_dialog.h"
#include "ui/widgets/export_context.h"
#include "ui/widgets/table_actions.h"
#include "ui/window/main_window.h"
#include "ui/window/problems_line.h"
#include "ui/words/run_words.h"

#include <QAbstractItemView>
#include <QAction>
#include <QMenu>

namespace nestloom::ui {

namespace {

Provenance provenanceOf(const ShownRun& run)
{
    Provenance from;
    if (run.isEmpty())
        return from;
    from.run = run.isPreview()  ? MainWindow::tr("live, not stored")
               : run.run() != 0 ? QString::number(run.run())
                                : QString();
    from.accelerator = QString::fromStdString(run.acceleratorTitle());
    from.network = QString::fromStdString(run.network().name);
    from.engine = QString::fromStdString(run.options().engine) + QStringLiteral(", ") + objectiveTitle(run.options());
    from.seed = QString::number(run.options().seed);
    from.version = QString::fromStdString(run.engineVersion());
    return from;
}

void exportShownChart(MainWindow& window)
{
    if (QWidget* chart = chartOf(window.page(window.currentTab())))
        askExportChart(*chart);
    else
        window.problems()->report(MainWindow::tr("This page shows no chart to export; select a layer or another tab."));
}

void exportShownTable(MainWindow& window)
{
    if (QAbstractItemView* table = tableOf(window.page(window.currentTab())))
        askExportTable(*table);
    else
        window.problems()->report(MainWindow::tr("This page shows no table to export; choose another tab."));
}

} // namespace

void installExport(MainWindow& window)
{
    auto* context = new ExportContext([&window] { return provenanceOf(window.workbench().run()); }, &window);
    QObject::connect(context, &ExportContext::failed, window.problems(), &ProblemsLine::report);
    QObject::connect(context, &ExportContext::written, &window,
                     [&window](const QString& path) { window.say(MainWindow::tr("Written: %1").arg(path)); });
    QAction* chart = window.addAction(MainWindow::Menu::File, QStringLiteral("exportShownChart"),
                                      MainWindow::tr("Export &chart..."), Qt::CTRL | Qt::SHIFT | Qt::Key_G,
                                      MainWindow::tr("Write the chart of this page as SVG, PNG or PDF with its data"));
    QObject::connect(chart, &QAction::triggered, &window, [&window] { exportShownChart(window); });
    QAction* table = window.addAction(MainWindow::Menu::File, QStringLiteral("exportShownTable"),
                                      MainWindow::tr("Export &table..."), Qt::CTRL | Qt::SHIFT | Qt::Key_T,
                                      MainWindow::tr("Write the table of this page as CSV, TSV or Markdown"));
    QObject::connect(table, &QAction::triggered, &window, [&window] { exportShownTable(window); });
}

} // namespace nestloom::ui
