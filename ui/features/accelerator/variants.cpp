// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/accelerator/variants.h"

#include "ui/window/main_window.h"

#include <QAction>
#include <QSettings>

namespace nestloom::ui {

namespace {

/// "simba-variant", "simba-variant-2": the first name that no accelerator has. A copy of a variant is not called
/// "simba-variant-variant".
QString freeName(const Library& library, QString base)
{
    if (const qsizetype at = base.indexOf(QStringLiteral("-variant")); at > 0)
        base.truncate(at);
    QString name = base + QStringLiteral("-variant");
    for (int number = 2; library.findAccelerator(name); ++number)
        name = QStringLiteral("%1-variant-%2").arg(base).arg(number);
    return name;
}

/// Their edits are kept with those of all accelerators.
void saveVariants(const Library& library, QSettings& settings)
{
    QVariantList variants;
    for (const AcceleratorEntry& entry : library.accelerators())
        if (isUnsaved(entry))
            variants << QVariantMap{{QStringLiteral("name"), entry.name}, {QStringLiteral("yaml"), entry.yaml}};
    settings.setValue(QStringLiteral("work/variants"), variants);
}

void listVariants(Library& library, const QSettings& settings)
{
    for (const QVariant& stored : settings.value(QStringLiteral("work/variants")).toList()) {
        const QVariantMap variant = stored.toMap();
        library.addUnsaved(variant[QStringLiteral("name")].toString(), variant[QStringLiteral("yaml")].toString());
    }
}

} // namespace

bool duplicateAsVariant(Workbench& workbench)
{
    const AcceleratorDocument& document = workbench.document();
    if (document.isEmpty() || document.state().yamlError) {
        Q_EMIT workbench.problem(document.isEmpty()
                                     ? Workbench::tr("Choose an accelerator in the project tree first.")
                                     : Workbench::tr("Correct the YAML text before it is duplicated as a variant."));
        return false;
    }
    hardware::Accelerator variant = document.value();
    const QString name = freeName(workbench.library(), QString::fromStdString(variant.name));
    variant.name = name.toStdString();
    return workbench.chooseAccelerator(
        workbench.library().addUnsaved(name, workbench.session().writeAccelerator(variant)));
}

void installVariants(MainWindow& window)
{
    QAction* duplicate = window.addAction(MainWindow::Menu::Accelerator, QStringLiteral("duplicateAsVariant"),
                                          MainWindow::tr("&Duplicate as variant"), Qt::CTRL | Qt::SHIFT | Qt::Key_V,
                                          MainWindow::tr("Open a copy of the edited accelerator under a new name"));
    Workbench& workbench = window.workbench();
    QObject::connect(duplicate, &QAction::triggered, &window, [&workbench] { duplicateAsVariant(workbench); });
    QObject::connect(&window, &MainWindow::settingsSaved, &window,
                     [&workbench](QSettings& settings) { saveVariants(workbench.library(), settings); });
    QObject::connect(&window, &MainWindow::settingsRestored, &window,
                     [&workbench](const QSettings& settings) { listVariants(workbench.library(), settings); });
}

} // namespace nestloom::ui
