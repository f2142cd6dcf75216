// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/convergence/convergence_feature.h"

#include "ui/convergence/convergence_dialog.h"
#include "ui/main_window.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>

namespace nestloom::ui {

namespace {

ConvergenceDialog* dialogOf(const MainWindow& window) { return window.findChild<ConvergenceDialog*>(); }

bool begin(MainWindow& window)
{
    window.findChild<QAction*>(QStringLiteral("compareEngines"))->trigger();
    ConvergenceDialog* dialog = dialogOf(window);
    if (dialog == nullptr)
        return false;
    for (const schedule::Objective objective : {schedule::Objective::Latency, schedule::Objective::Energy})
        dialog->findChild<QCheckBox*>(QStringLiteral("goal_%1").arg(int(objective)))->setChecked(true);
    dialog->start();
    return dialog->isBusy();
}

} // namespace

void installConvergence(MainWindow& window)
{
    QAction* action = window.addAction(
        MainWindow::Menu::Run, QStringLiteral("compareEngines"), MainWindow::tr("Compare en&gines..."), {},
        MainWindow::tr("Run several engines on the selected layer: best value against time, with the proven bound"));
    QObject::connect(action, &QAction::triggered, &window, [&window] {
        ConvergenceDialog* dialog = dialogOf(window);
        if (dialog == nullptr)
            dialog = new ConvergenceDialog(window.workbench(), &window);
        dialog->show();
        dialog->raise();
        dialog->activateWindow();
    });
}

std::vector<TourStep> convergenceTour(MainWindow& window)
{
    const auto subject = [&window]() -> QWidget* { return dialogOf(window); };
    const auto choose = [&window](const char* box, int index) {
        auto* choice = dialogOf(window)->findChild<QComboBox*>(QLatin1String(box));
        choice->setCurrentIndex(index);
        Q_EMIT choice->activated(index);
        return true;
    };
    return {
        {QStringLiteral("convergence-begun"), [&window] { return begin(window); },
         [&window] {
             return dialogOf(window)->state().all.curves.empty() ? QStringLiteral("the first search") : QString();
         },
         true, subject},
        {QStringLiteral("convergence"), [] { return true; },
         [&window] { return dialogOf(window)->isBusy() ? QStringLiteral("the engines") : QString(); }, false, subject},
        {QStringLiteral("convergence-energy"),
         [choose] { return choose("convergenceGoal", 1) && choose("convergenceAgainst", 1); },
         {},
         false,
         subject},
        {{}, [&window] { return dialogOf(window)->close(); }, {}},
    };
}

} // namespace nestloom::ui
