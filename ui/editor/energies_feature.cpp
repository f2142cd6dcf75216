// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/energies_feature.h"

#include "ui/design_importer.h"
#include "ui/main_window.h"
#include "ui/network_importer.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>

namespace nestloom::ui {

namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(Energies)
};

void addTable(MainWindow& window, QMenu& menu, const hardware::Technology& technology)
{
    const QString name = QString::fromStdString(technology.name);
    QAction* action = menu.addAction(
        Words::tr("%1: %2").arg(name, QString::fromStdString(technology.description)), &window, [&window, technology, name] {
            AcceleratorDocument& document = window.workbench().document();
            document.replaceValue(Words::tr("energies of %1").arg(name), hardware::withEnergies(document.value(), technology));
        });
    action->setObjectName(QStringLiteral("energies:") + name);
    action->setToolTip(QString::fromStdString(technology.source));
    action->setStatusTip(action->toolTip());
}

} // namespace

void installEnergies(MainWindow& window)
{
    NetworkImporter* importer = window.workbench().session().importer();
    DesignImporter* designs = importer ? importer->designs() : nullptr;
    if (!designs || designs->technologies().empty())
        return;
    QMenu* menu = window.menu(MainWindow::Menu::Accelerator)->addMenu(Words::tr("E&nergies from table"));
    menu->setObjectName(QStringLiteral("energiesMenu"));
    menu->setToolTipsVisible(true);
    for (const hardware::Technology& technology : designs->technologies())
        addTable(window, *menu, technology);
}

} // namespace nestloom::ui
