// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/feature_tours.h"

#include "ui/features/proof/proof_dialog.h"
#include "ui/features/proof/proof_feature.h"
#include "ui/ports/askers.h"
#include "ui/window/main_window.h"

#include <QAction>

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
        {QString(), [dialog] { return dialog()->close(); }, {}},
    };
}

} // namespace nestloom::ui
