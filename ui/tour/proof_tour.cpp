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
        {"proof-begun",
         [&window, dialog] {
             auto* action = window.findChild<QAction*>(QStringLiteral("proveObjective"));
             if (action != nullptr)
                 action->trigger();
             return dialog() != nullptr;
         },
         [dialog] { return dialog()->news().done == 0 ? "the first proof" : nullptr; }, true, subject},
        {"proof", [] { return true; }, [dialog] { return dialog()->isBusy() ? "the proofs" : nullptr; }, false,
         subject},
        {"", [dialog] { return dialog()->close(); }},
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
        {"convergence-begun", [&window] { return begin(window); },
         [&window] { return dialogOf(window)->news().all.curves.empty() ? "the first search" : nullptr; }, true,
         subject},
        {"convergence", [] { return true; }, [&window] { return dialogOf(window)->isBusy() ? "the engines" : nullptr; },
         false, subject},
        {"convergence-energy",
         [choose] { choose("convergenceGoal", 1), choose("convergenceAgainst", 1); },
         {},
         false,
         subject},
        {"", [&window] { return dialogOf(window)->close(); }},
    };
}

} // namespace nestloom::ui
