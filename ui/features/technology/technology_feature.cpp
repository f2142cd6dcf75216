// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/features.h"

#include "ui/features/technology/technology_dialog.h"
#include "ui/features/technology/technology_library.h"
#include "ui/ports/importer.h"
#include "ui/ports/technology_files.h"
#include "ui/style/words.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QMenu>

namespace nestloom::ui {

namespace {

void give(MainWindow& window, const hardware::Technology& technology)
{
    AcceleratorDocument& document = window.workbench().document();
    if (!document.isEmpty())
        document.replaceValue(Words::tr("energies of %1").arg(qt(technology.name)),
                              hardware::withEnergies(document.value(), technology));
}

/// The action of a table, made when it is first needed. Actions live as long as the window: shortcuts and the palette
/// know them. Those of tables that are gone are hidden.
QAction* actionOf(MainWindow& window, QMenu& menu, const TechnologyLibrary& library, const QString& name)
{
    const QString key = QStringLiteral("energies:") + name;
    if (auto* known = menu.findChild<QAction*>(key, Qt::FindDirectChildrenOnly))
        return known;
    QAction* action = menu.addAction(name, &window, [&window, &library, name] {
        if (const hardware::Technology* technology = library.find(name))
            give(window, *technology);
    });
    action->setObjectName(key);
    return action;
}

void fillMenu(MainWindow& window, QMenu& menu, const TechnologyLibrary& library)
{
    for (QAction* action : menu.actions())
        action->setVisible(action->isSeparator() && !library.own().empty());
    for (const auto* tables : {&library.shipped(), &library.own()})
        for (const hardware::Technology& technology : *tables) {
            const QString name = qt(technology.name), description = qt(technology.description);
            QAction* action = actionOf(window, menu, library, name);
            action->setText(description.isEmpty() ? name : Words::tr("%1: %2").arg(name, description));
            action->setToolTip(qt(technology.source));
            action->setStatusTip(action->toolTip());
            action->setVisible(true);
        }
}

TechnologyDialog* dialogOf(const MainWindow& window) { return window.findChild<TechnologyDialog*>(); }

/// Opens the editor, or shows the one that is open, with the table that the accelerator has.
void showEditor(MainWindow& window, TechnologyLibrary& library)
{
    TechnologyDialog* dialog = dialogOf(window);
    if (dialog == nullptr) {
        dialog = new TechnologyDialog(window.workbench(), library, &window);
        for (const auto* tables : {&library.own(), &library.shipped()})
            for (const hardware::Technology& technology : *tables)
                if (takesEnergiesFrom(window.workbench().document().value(), technology, library))
                    dialog->showTable(qt(technology.name));
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

/// The accelerator in the editor had just the energies of `before`: it gets those of `after`, as one undo step.
void follow(Workbench& workbench, const TechnologyLibrary& library, const hardware::Technology& before,
            const hardware::Technology& after)
{
    AcceleratorDocument& document = workbench.document();
    if (!document.isEmpty() && takesEnergiesFrom(document.value(), before, library))
        document.replaceValue(Words::tr("energies of %1").arg(qt(after.name)),
                              hardware::withEnergies(document.value(), after));
}

} // namespace

void installTechnologies(MainWindow& window)
{
    Importer* importer = window.workbench().session().importer();
    TechnologyFiles* files = importer ? importer->technologyFiles() : nullptr;
    if (!files)
        return;
    auto* library = new TechnologyLibrary(*files, &window);
    QMenu* menu = window.menu(MainWindow::Menu::Accelerator)->addMenu(Words::tr("E&nergies from table"));
    menu->setObjectName(QStringLiteral("energiesMenu"));
    menu->setToolTipsVisible(true);
    for (const hardware::Technology& technology : library->shipped())
        actionOf(window, *menu, *library, qt(technology.name));
    menu->addSeparator();
    const auto fill = [&window, menu, library] { fillMenu(window, *menu, *library); };
    fill();
    QObject::connect(library, &TechnologyLibrary::changed, menu, fill);
    QObject::connect(library, &TechnologyLibrary::replaced, &window,
                     [&window, library](const auto& before, const auto& after) {
                         follow(window.workbench(), *library, before, after);
                     });
    QAction* edit = window.addAction(
        MainWindow::Menu::Accelerator, QStringLiteral("editTechnologies"), Words::tr("Edit tables of ener&gies..."), {},
        Words::tr("Energies and areas of memories, MAC units and hops, with the source of every number"));
    QObject::connect(edit, &QAction::triggered, &window, [&window, library] { showEditor(window, *library); });
}

} // namespace nestloom::ui
