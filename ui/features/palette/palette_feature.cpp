// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/palette/palette_feature.h"

#include "ui/features/palette/command_palette.h"
#include "ui/features/palette/palette_sources.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QSettings>

namespace nestloom::ui {

void installPalette(MainWindow& window)
{
    const QString key = QStringLiteral("palette/recent");
    auto* palette = new CommandPalette(&window);
    for (PaletteSource& source : paletteSources(window))
        palette->addSource(std::move(source));
    QAction* find =
        window.addAction(MainWindow::Menu::Edit, QStringLiteral("findAnything"), MainWindow::tr("Find &anything..."),
                         Qt::CTRL | Qt::Key_K, MainWindow::tr("Find a command, layer, field, run or file by typing"));
    find->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_K), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P)});
    QObject::connect(find, &QAction::triggered, palette, &CommandPalette::open);
    QObject::connect(&window, &MainWindow::settingsSaved, palette,
                     [palette, key](QSettings& settings) { settings.setValue(key, palette->recent()); });
    QObject::connect(&window, &MainWindow::settingsRestored, palette, [palette, key](const QSettings& settings) {
        palette->setRecent(settings.value(key).toStringList());
    });
}

} // namespace nestloom::ui
