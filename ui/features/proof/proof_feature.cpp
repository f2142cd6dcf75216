// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/features.h"

#include "ui/features/proof/convergence_dialog.h"
#include "ui/features/proof/proof_dialog.h"
#include "ui/window/main_window.h"

#include <QAction>

namespace nestloom::ui {

namespace {

ConvergenceDialog* dialogOf(const MainWindow& window) { return window.findChild<ConvergenceDialog*>(); }

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

namespace {

/// Why there is nothing to prove; empty = there is.
QString whyNot(const ShownRun& run)
{
    if (run.isEmpty() || run.totals().solved == 0)
        return MainWindow::tr("No run with mappings is shown: run a network first.");
    if (run.options().cosa.objective == schedule::Objective::CosaPaper)
        return MainWindow::tr(
            "The paper's objective has no proven bound; choose latency, energy, EDP or a weighted sum.");
    return {};
}

} // namespace

void installProof(MainWindow& window)
{
    ProofAsker* proofs = window.workbench().session().askers().proofs;
    if (!proofs)
        return;
    QAction* action = window.addAction(
        MainWindow::Menu::Run, QStringLiteral("proveObjective"), MainWindow::tr("Prove the &objective..."), {},
        MainWindow::tr(
            "Prove layer by layer how far the shown run is from the best, and that its energy is least among "
            "mappings as fast"));
    const auto enable = [&window, action] {
        const QString why = whyNot(window.workbench().run());
        action->setEnabled(why.isEmpty());
        action->setToolTip(why.isEmpty() ? action->statusTip() : why);
    };
    enable();
    QObject::connect(&window.workbench().run(), &ShownRun::replaced, action, enable);
    QObject::connect(&window.workbench().run(), &ShownRun::updated, action, enable);
    QObject::connect(action, &QAction::triggered, &window, [&window, proofs] {
        auto* dialog = window.findChild<ProofDialog*>();
        if (dialog == nullptr)
            dialog = new ProofDialog(window.workbench().run(), *proofs, &window);
        if (!dialog->isBusy())
            dialog->start();
        dialog->show();
        dialog->raise();
        dialog->activateWindow();
    });
}

} // namespace nestloom::ui
