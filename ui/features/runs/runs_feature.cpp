// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/features.h"

#include "ui/features/runs/run_filter_line.h"
#include "ui/features/runs/runs_page.h"
#include "ui/parts/explain_run.h"
#include "ui/parts/run_list_model.h"
#include "ui/ports/run_reader.h"
#include "ui/style/words.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/make_widgets.h"
#include "ui/window/main_window.h"
#include "ui/window/problems_line.h"
#include "ui/workbench/baseline.h"
#include "ui/workbench/comparison.h"

#include <QAction>
#include <QLineEdit>

#include <algorithm>

namespace nestloom::ui {

namespace {

schedule::Figure figureOf(int column)
{
    switch (column) {
    case RunListModel::Energy: return schedule::Figure::Energy;
    case RunListModel::Edp: return schedule::Figure::Edp;
    case RunListModel::OffChip: return schedule::Figure::DramBytes;
    case RunListModel::Utilization: return schedule::Figure::Utilization;
    case RunListModel::Gap: return schedule::Figure::Gap;
    default: return schedule::Figure::Cycles;
    }
}

/// Of the run that is clicked, without showing it.
void explainSelected(MainWindow& window, RunsPage& page)
{
    const auto tell = [&window](const QString& sentence) { window.problems()->report(sentence); };
    const std::vector<RunId> runs = page.selectedRuns();
    if (runs.size() != 1)
        return tell(RunsPage::tr("Select one run to have its figures explained."));
    explainRun(&window, window.workbench().session().runReader(), runs.front(),
               figureOf(page.table()->currentIndex().column()), tell);
}

} // namespace

void installRuns(MainWindow& window)
{
    auto* page = new RunsPage(window.workbench());
    window.addPage(MainWindow::Tab::Runs, page, MainWindow::tr("Runs"));
    Workbench& workbench = window.workbench();
    QObject::connect(page, &RunsPage::compareRequested, &workbench, [&workbench](std::vector<RunId> runs) {
        std::ranges::sort(runs); // the newer ones with the oldest, or with the baseline
        std::ranges::stable_partition(runs, [&](RunId run) { return run == workbench.baseline().run(); });
        workbench.comparison().compare(runs);
    });
    QObject::connect(page, &RunsPage::baselineRequested, &workbench.baseline(), &Baseline::pin);
    QObject::connect(page, &RunsPage::opened, &window, [&window] { window.showTab(MainWindow::Tab::Summary); });
    QObject::connect(&window, &MainWindow::settingsSaved, page, [page](QSettings& settings) { page->save(settings); });
    QObject::connect(&window, &MainWindow::settingsRestored, page,
                     [page](const QSettings& settings) { page->restore(settings); });
    auto* explain = named(page->table()->addRowAction(RunsPage::tr("Explain this number")), "runs.explain");
    explain->setProperty(kExplains, true);
    QObject::connect(explain, &QAction::triggered, page, [&window, page] { explainSelected(window, *page); });
    QAction* filter =
        window.addAction(MainWindow::Menu::Run, QStringLiteral("filterRuns"), MainWindow::tr("&Find runs"),
                         Qt::CTRL | Qt::SHIFT | Qt::Key_F, MainWindow::tr("Show all stored runs and filter them"));
    QObject::connect(filter, &QAction::triggered, page, [&window, page] {
        window.showTab(MainWindow::Tab::Runs);
        page->filterLine()->edit()->setFocus();
        page->filterLine()->edit()->selectAll();
    });
}

} // namespace nestloom::ui
