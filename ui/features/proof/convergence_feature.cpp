// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/proof/convergence_feature.h"

#include "ui/features/proof/convergence_dialog.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>

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

} // namespace nestloom::ui
