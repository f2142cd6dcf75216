// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/features.h"

#include "ui/features/welcome/welcome_page.h"
#include "ui/window/main_window.h"
#include "ui/workbench/file_opener.h"
#include "ui/workbench/recent_files.h"

#include <QAction>

namespace nestloom::ui {

namespace {

bool nothingIsOpen(Workbench& workbench)
{
    return workbench.document().isEmpty() && workbench.network().layers.empty() && workbench.run().isEmpty();
}

void runExample(MainWindow& window, const QString& accelerator, const QString& network)
{
    Workbench& workbench = window.workbench();
    const Library& library = workbench.library();
    const auto chip = library.findAccelerator(accelerator);
    const auto layers = library.findNetwork(network);
    if (chip && layers && workbench.chooseAccelerator(library.accelerators()[*chip])
        && workbench.chooseNetwork(library.networks()[*layers]))
        window.actions().run->trigger();
}

} // namespace

void installWelcome(MainWindow& window)
{
    auto* page = new WelcomePage(window.workbench(), *window.findChild<RecentFiles*>());
    window.addCover(page);
    QAction* welcome = window.addAction(MainWindow::Menu::Help, QStringLiteral("welcome"), MainWindow::tr("&Welcome"),
                                        {}, MainWindow::tr("Examples, recent files and last runs"));
    QObject::connect(welcome, &QAction::triggered, page, [&window, page] {
        window.showCover(true);
        page->setFocus(); // for Escape
    });
    QObject::connect(page, &WelcomePage::backRequested, &window,
                     [&window] { window.showCover(nothingIsOpen(window.workbench())); });
    QObject::connect(page, &WelcomePage::openRequested, window.actions().open, &QAction::trigger);
    QObject::connect(page, &WelcomePage::actionRequested, &window, [&window](const QString& name) {
        if (auto* action = window.findChild<QAction*>(name))
            action->trigger();
    });
    QObject::connect(page, &WelcomePage::fileRequested, &window,
                     [&window](const QString& path) { window.files().open({path}); });
    QObject::connect(page, &WelcomePage::exampleRequested, &window,
                     [&window](const QString& a, const QString& n) { runExample(window, a, n); });
    const auto refresh = [&window, page] {
        window.showCover(nothingIsOpen(window.workbench()));
        page->setWayBack(!nothingIsOpen(window.workbench()));
    };
    Workbench& workbench = window.workbench();
    QObject::connect(&workbench, &Workbench::documentChanged, page, refresh);
    QObject::connect(&workbench, &Workbench::editsChanged, page, refresh);
    QObject::connect(&workbench, &Workbench::networkChanged, page, refresh);
    QObject::connect(&workbench.run(), &ShownRun::replaced, page, refresh);
    refresh();
}

} // namespace nestloom::ui
