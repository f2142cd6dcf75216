// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/variants.h"

#include "ui/main_window.h"

#include <QAction>
#include <QSettings>

#include <algorithm>

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

void saveVariants(Workbench& workbench, QSettings& settings)
{
    const std::vector<UnsavedEdit> edits = workbench.unsavedEdits();
    QVariantList variants;
    for (const AcceleratorEntry& entry : workbench.library().accelerators()) {
        if (!isUnsaved(entry))
            continue;
        const auto edited =
            std::find_if(edits.begin(), edits.end(), [&](const UnsavedEdit& edit) { return edit.path == entry.path; });
        variants << QVariantMap{{QStringLiteral("name"), entry.name},
                                {QStringLiteral("yaml"), entry.yaml},
                                {QStringLiteral("edited"), edited == edits.end() ? QString() : edited->text}};
    }
    settings.setValue(QStringLiteral("work/variants"), variants);
}

void restoreVariants(Workbench& workbench, const QSettings& settings)
{
    const QString shown = settings.value(QStringLiteral("work/accelerator")).toString();
    for (const QVariant& stored : settings.value(QStringLiteral("work/variants")).toList()) {
        const QVariantMap variant = stored.toMap();
        const AcceleratorEntry entry = workbench.library().addUnsaved(variant[QStringLiteral("name")].toString(),
                                                                      variant[QStringLiteral("yaml")].toString());
        const QString edited = variant[QStringLiteral("edited")].toString();
        if (!edited.isEmpty() && workbench.chooseAccelerator(entry))
            workbench.document().setYaml(edited);
    }
    const std::vector<AcceleratorEntry> entries = workbench.library().accelerators();
    for (const AcceleratorEntry& entry : entries)
        if (entry.path == shown)
            workbench.chooseAccelerator(entry);
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
                     [&workbench](QSettings& settings) { saveVariants(workbench, settings); });
    QObject::connect(&window, &MainWindow::settingsRestored, &window,
                     [&workbench](const QSettings& settings) { restoreVariants(workbench, settings); });
}

} // namespace nestloom::ui
