// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/features.h"

#include "ui/features/shortcuts/shortcut_editor.h"
#include "ui/features/shortcuts/shortcut_sheet.h"
#include "ui/window/main_window.h"

#include <QAction>

namespace nestloom::ui {

namespace {

/// Shows the one dialog of this kind, made when it is first asked for.
template <typename Dialog>
Dialog* show(MainWindow& window, ShortcutBook& book)
{
    auto* dialog = window.findChild<Dialog*>();
    if (dialog == nullptr)
        dialog = new Dialog(book, &window);
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
    return dialog;
}

} // namespace

void installShortcuts(MainWindow& window)
{
    auto* book = new ShortcutBook(&window);
    QAction* change =
        window.addAction(MainWindow::Menu::Help, QStringLiteral("changeShortcuts"),
                         MainWindow::tr("&Change shortcuts..."), {}, MainWindow::tr("Give commands other shortcuts"));
    QObject::connect(change, &QAction::triggered, book, [&window, book] { show<ShortcutEditor>(window, *book); });
    QObject::connect(window.actions().shortcuts, &QAction::triggered, book, [&window, book, change] {
        auto* sheet = show<ShortcutSheet>(window, *book);
        QObject::connect(sheet, &ShortcutSheet::changeRequested, change, &QAction::trigger, Qt::UniqueConnection);
    });
    QObject::connect(&window, &MainWindow::settingsRestored, book, [&window, book](const QSettings& settings) {
        book->collect(window); // every feature has added its actions now
        book->load(settings);
    });
    QObject::connect(&window, &MainWindow::settingsSaved, book, [book](QSettings& settings) { book->save(settings); });
}

} // namespace nestloom::ui
