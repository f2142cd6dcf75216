// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/features.h"

#include "ui/features/sweep/pareto_page.h"
#include "ui/features/sweep/shown_sweep.h"
#include "ui/features/sweep/sweep_builder.h"
#include "ui/features/sweep/sweep_form.h"
#include "ui/features/sweep/sweep_page.h"
#include "ui/features/sweep/sweep_point_panel.h"
#include "ui/parts/ask_report_file.h"
#include "ui/ports/run_history.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QSettings>
#include <QTimer>

namespace nestloom::ui {

namespace {

void connectJobs(MainWindow& window, ShownSweep& shown)
{
    Sweeps& sweeps = shown.sweeps();
    Workbench& workbench = window.workbench();
    QObject::connect(&sweeps, &Sweeps::changed, &workbench,
                     [&workbench](const SweepState& state) { workbench.tellJob(jobState(state)); });
    QObject::connect(&workbench, &Workbench::jobCancelAsked, &sweeps, &Sweeps::cancel);
    QObject::connect(&workbench, &Workbench::sweepAsked, &shown, [&window, &shown](qint64 sweep) {
        if (sweep != shown.id())
            shown.open(sweep);
        window.showTab(MainWindow::Tab::Sweep);
    });
    QObject::connect(&sweeps, &Sweeps::failed, &workbench, &Workbench::problem);
}

const QString kForm = QStringLiteral("sweep/form");
constexpr int kKeepFormMs = 2000;

/// The form comes back at the next start, however this one ends.
void keepForm(MainWindow& window, SweepBuilder& builder)
{
    const auto keep = [&builder](QSettings& settings) { settings.setValue(kForm, toMap(builder.form())); };
    auto* soon = new QTimer(&builder);
    soon->setSingleShot(true);
    soon->setInterval(kKeepFormMs);
    QObject::connect(soon, &QTimer::timeout, &builder, [keep] {
        QSettings settings;
        keep(settings);
    });
    QObject::connect(&window, &MainWindow::settingsSaved, &builder, keep);
    QObject::connect(&window, &MainWindow::settingsRestored, &builder, [&builder, soon](const QSettings& settings) {
        const QVariant form = settings.value(kRestoresLastSession, true).toBool() ? settings.value(kForm) : QVariant();
        const auto begin = [&builder, soon, form] { // once networks and accelerator of the last session are there
            if (form.isValid())
                builder.show(sweepForm(form.toMap()));
            QObject::connect(&builder, &SweepBuilder::changed, soon, [soon] {
                if (!soon->isActive())
                    soon->start();
            });
        };
        QMetaObject::invokeMethod(&builder, begin, Qt::QueuedConnection);
    });
}

const QString kShown = QStringLiteral("sweep/shown");
const QString kShownBegun = QStringLiteral("sweep/shownBegun");

/// What the user looks at is kept as well.
void keepView(MainWindow& window, ParetoPage& pareto)
{
    const QString key = QStringLiteral("sweep/view");
    QObject::connect(&window, &MainWindow::settingsSaved, &pareto,
                     [&pareto, key](QSettings& settings) { settings.setValue(key, pareto.viewState()); });
    QObject::connect(&window, &MainWindow::settingsRestored, &pareto,
                     [&pareto, key](const QSettings& settings) { pareto.restoreView(settings.value(key).toMap()); });
}

/// When the stored sweep was begun, which tells it from one of the same number in another store; 0 = there is none.
qlonglong begun(const Sweeps& sweeps, SweepId sweep)
{
    for (const SweepSummary& each : sweeps.stored())
        if (each.id == sweep)
            return std::chrono::duration_cast<std::chrono::milliseconds>(each.startedAt.time_since_epoch()).count();
    return 0;
}

/// The shown sweep is there at the next start, as soon as the store has listed it.
void keepShown(MainWindow& window, ShownSweep& shown)
{
    const auto keep = [&shown](QSettings& settings) {
        settings.setValue(kShown, qlonglong(shown.id()));
        settings.setValue(kShownBegun, begun(shown.sweeps(), shown.id()));
    };
    QObject::connect(&window, &MainWindow::settingsSaved, &shown, keep);
    const auto keepNow = [keep, &shown] { // the window may be killed
        QSettings settings;
        if (shown.id() != 0)
            keep(settings);
    };
    QObject::connect(&shown, &ShownSweep::replaced, &shown, keepNow);
    QObject::connect(&shown.sweeps(), &Sweeps::storedChanged, &shown, keepNow); // a new one is listed a little later
    QObject::connect(&window, &MainWindow::settingsRestored, &shown, [&shown](const QSettings& settings) {
        const SweepId sweep = settings.value(kShown).toLongLong();
        const qlonglong then = settings.value(kShownBegun).toLongLong();
        if (sweep == 0 || !settings.value(kRestoresLastSession, true).toBool())
            return;
        const auto open = [&shown, sweep, then] {
            if (shown.isEmpty() && then != 0 && begun(shown.sweeps(), sweep) == then)
                shown.open(sweep);
        };
        if (shown.sweeps().stored().empty())
            QObject::connect(&shown.sweeps(), &Sweeps::storedChanged, &shown, open, Qt::SingleShotConnection);
        else
            open();
    });
}

} // namespace

void installSweepPages(MainWindow& window)
{
    auto* shown = new ShownSweep(window.workbench().session().sweeps(), &window);
    auto* sweep = new SweepPage(window.workbench(), *shown);
    auto* pareto = new ParetoPage(window.workbench(), *shown);
    window.addPage(MainWindow::Tab::Sweep, sweep, MainWindow::tr("Sweep"));
    window.addPage(MainWindow::Tab::Pareto, pareto, MainWindow::tr("Pareto"));
    QObject::connect(sweep, &SweepPage::paretoRequested, &window,
                     [&window] { window.showTab(MainWindow::Tab::Pareto); });
    const auto report = [&window, shown, pareto] {
        if (shown->id() == 0)
            return false;
        const ReportRequest asked{.runs = {}, .baseline = 0, .sweep = shown->id(), .front = pareto->shownFront()};
        askReportFile(&window, MainWindow::tr("sweep-%1").arg(shown->id()), [&window, asked](const QString& path) {
            window.workbench().session().runHistory().writeReport(asked, path);
        });
        return true;
    };
    QObject::connect(sweep, &SweepPage::reportRequested, &window, report);
    window.setReport(MainWindow::Tab::Sweep, report);
    window.setReport(MainWindow::Tab::Pareto, report);
    for (SweepPointPanel* panel : {sweep->panel(), pareto->panel()}) {
        QObject::connect(panel, &SweepPointPanel::runStarted, &window,
                         [&window] { window.showTab(MainWindow::Tab::Summary); });
        QObject::connect(panel, &SweepPointPanel::editorOpened, window.actions().editForm, &QAction::trigger);
    }
    connectJobs(window, *shown);
    keepForm(window, *sweep->builder());
    keepView(window, *pareto);
    keepShown(window, *shown);
    QAction* start =
        window.addAction(MainWindow::Menu::Run, QStringLiteral("startSweep"), MainWindow::tr("Start &sweep"), {},
                         MainWindow::tr("Start the sweep that is put together on the Sweep page"));
    QObject::connect(start, &QAction::triggered, sweep, [&window, sweep] {
        window.showTab(MainWindow::Tab::Sweep);
        (void)sweep->start();
    });
}

} // namespace nestloom::ui
