// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/features.h"

#include "ui/window/main_window.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QDockWidget>
#include <QUndoView>

namespace nestloom::ui {

namespace {
constexpr int kUsefulHeight = 170;
}

void installHistory(MainWindow& window)
{
    auto* steps = new QUndoView(&window.workbench().histories());
    steps->setObjectName(QStringLiteral("historySteps"));
    steps->setAccessibleName(MainWindow::tr("Undo steps, the oldest first"));
    steps->setEmptyLabel(MainWindow::tr("as it was opened"));
    steps->setAlternatingRowColors(true);
    steps->setToolTip(MainWindow::tr("Choose a step to go back or forward to what was there after it"));
    QDockWidget* dock = window.addDock({.name = QStringLiteral("historyDock"),
                                        .title = MainWindow::tr("History"),
                                        .area = Qt::BottomDockWidgetArea,
                                        .tabWith = QStringLiteral("jobsDock"),
                                        .shown = false},
                                       steps);
    QAction* show =
        window.addAction(MainWindow::Menu::Edit, QStringLiteral("showHistory"), MainWindow::tr("&History"),
                         Qt::CTRL | Qt::SHIFT | Qt::Key_H, MainWindow::tr("List the undo steps and go to any of them"));
    QObject::connect(show, &QAction::triggered, dock, [&window, dock, steps] {
        dock->show();
        dock->raise();
        if (!dock->isFloating() && dock->height() < kUsefulHeight)
            window.resizeDocks({dock}, {kUsefulHeight}, Qt::Vertical);
        steps->setFocus();
    });
}

} // namespace nestloom::ui
