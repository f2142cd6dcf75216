// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/roofline/roofline_feature.h"

#include "ui/features/roofline/roofline_dialog.h"
#include "ui/window/main_window.h"

#include <QAction>

namespace nestloom::ui {

void installRoofline(MainWindow& window)
{
    QAction* action = window.addAction(
        MainWindow::Menu::View, QStringLiteral("showRoofline"), MainWindow::tr("Roo&fline..."), {},
        MainWindow::tr("Layers of the shown run under the roofs that MAC units and the ports of the levels set"));
    QObject::connect(action, &QAction::triggered, &window, [&window] {
        auto* dialog = window.findChild<RooflineDialog*>();
        if (dialog == nullptr)
            dialog = new RooflineDialog(window.workbench(), &window);
        dialog->show();
        dialog->raise();
        dialog->activateWindow();
    });
}

} // namespace nestloom::ui
