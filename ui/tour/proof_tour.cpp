// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/proof/convergence_dialog.h"
#include "ui/features/proof/proof_dialog.h"
#include "ui/tour/feature_tours.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>

namespace nestloom::ui {

std::vector<TourStep> proofTour(MainWindow& window)
{
    const auto dialog = [&window] { return window.findChild<ProofDialog*>(); };
    const auto subject = [dialog]() -> QWidget* { return dialog(); };
    return {
        {QStringLiteral("proof-begun"),
         [&window, dialog] {
             auto* action = window.findChild<QAction*>(QStringLiteral("proveObjective"));
             if (action != nullptr)
                 action->trigger();
             return dialog() != nullptr;
         },
         [dialog] { return dialog()->news().done == 0 ? QStringLiteral("the first proof") : QString(); }, true,
         subject},
        {QStringLiteral("proof"), [] { return true; },
         [dialog] { return dialog()->isBusy() ? QStringLiteral("the proofs") : QString(); }, false, subject},
        {QString(), [dialog] { return dialog()->close(); }},
    };
}

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

std::vector<TourStep> convergenceTour(MainWindow& window)
{
    const auto subject = [&window]() -> QWidget* { return dialogOf(window); };
    const auto choose = [&window](const char* box, int index) {
        auto* choice = dialogOf(window)->findChild<QComboBox*>(QLatin1String(box));
        choice->setCurrentIndex(index);
        Q_EMIT choice->activated(index);
    };
    return {
        {QStringLiteral("convergence-begun"), [&window] { return begin(window); },
         [&window] {
             return dialogOf(window)->news().all.curves.empty() ? QStringLiteral("the first search") : QString();
         },
         true, subject},
        {QStringLiteral("convergence"), [] { return true; },
         [&window] { return dialogOf(window)->isBusy() ? QStringLiteral("the engines") : QString(); }, false, subject},
        {QStringLiteral("convergence-energy"),
         [choose] { choose("convergenceGoal", 1), choose("convergenceAgainst", 1); },
         {},
         false,
         subject},
        {{}, [&window] { return dialogOf(window)->close(); }},
    };
}

} // namespace nestloom::ui
