// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/features.h"

#include "ui/features/compare/accelerator_diff_dialog.h"
#include "ui/features/compare/compare_page.h"
#include "ui/style/wording.h"
#include "ui/window/main_window.h"
#include "ui/workbench/comparison.h"

#include <QAction>
#include <QSettings>

namespace nestloom::ui {

namespace {

const QString kRunsKey = QStringLiteral("compare/runs");

/// Another store may have a run of the same number: the time it started tells them apart.
QString markOf(const RunSummary& run)
{
    return QStringLiteral("%1 %2").arg(run.id).arg(dateOf(run.startedAt).toString(Qt::ISODateWithMs));
}

QStringList comparedRuns(Workbench& workbench)
{
    QStringList marks;
    for (const ComparedRun& compared : workbench.comparison().runs())
        for (const RunSummary& run : workbench.session().runs())
            if (run.id == compared.run)
                marks << markOf(run);
    return marks;
}

/// As soon as the store has listed its runs.
void restoreComparedRuns(Workbench& workbench, const QStringList& marks)
{
    auto* once = new QObject(&workbench);
    const auto look = [&workbench, marks, once] {
        if (workbench.session().runs().empty())
            return;
        once->deleteLater();
        QObject::disconnect(&workbench.session(), nullptr, once, nullptr);
        if (!workbench.comparison().runs().empty())
            return; // the user was quicker
        for (const QString& mark : marks)
            for (const RunSummary& run : workbench.session().runs())
                if (markOf(run) == mark)
                    workbench.comparison().add(run.id);
    };
    QObject::connect(&workbench.session(), &Session::runsChanged, once, look);
    look();
}

void keepComparedRuns(MainWindow& window)
{
    QObject::connect(&window, &MainWindow::settingsSaved, &window,
                     [&window](QSettings& settings) { settings.setValue(kRunsKey, comparedRuns(window.workbench())); });
    QObject::connect(&window.workbench().comparison(), &Comparison::changed, &window, [&window] { // it may be killed
        if (const QStringList marks = comparedRuns(window.workbench()); QSettings().value(kRunsKey) != marks)
            QSettings().setValue(kRunsKey, marks);
    });
    QObject::connect(&window, &MainWindow::settingsRestored, &window, [&window](const QSettings& settings) {
        if (const QStringList marks = settings.value(kRunsKey).toStringList(); !marks.isEmpty())
            restoreComparedRuns(window.workbench(), marks);
    });
}

} // namespace

void installCompare(MainWindow& window)
{
    keepComparedRuns(window);
    window.addPage(MainWindow::Tab::Compare, new ComparePage(window.workbench()), MainWindow::tr("Compare"));
    QObject::connect(&window.workbench().comparison(), &Comparison::asked, &window,
                     [&window] { window.actions().compareView->trigger(); });
    // With nothing chosen yet, runs selected in the project tree are what is meant.
    QObject::connect(window.actions().compareView, &QAction::triggered, &window, [&window] {
        Comparison& comparison = window.workbench().comparison();
        if (comparison.runs().empty() && comparison.candidates().size() >= Comparison::kFewest)
            comparison.compare(comparison.candidates());
    });
    installAcceleratorDiff(window);
}

} // namespace nestloom::ui
