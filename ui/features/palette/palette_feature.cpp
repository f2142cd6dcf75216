// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/palette/palette_feature.h"

#include "ui/features/palette/command_palette.h"
#include "ui/parts/run_list_model.h"
#include "ui/style/format.h"
#include "ui/style/wording.h"
#include "ui/window/main_window.h"
#include "ui/window/window_actions.h"
#include "ui/workbench/field_spec.h"

#include <QAction>
#include <QLocale>
#include <QSettings>

namespace nestloom::ui {

namespace {

using Entries = std::vector<PaletteEntry>;

void addActions(MainWindow& window, Entries& entries)
{
    for (const MenuAction& found : menuActions(window)) {
        QAction* action = found.action;
        PaletteEntry entry{QStringLiteral("command/") + action->objectName(), found.path.join(QStringLiteral(" > ")),
                           plainText(action), action->statusTip(),
                           action->shortcut().toString(QKeySequence::NativeText)};
        if (!action->isEnabled()) // a disabled action with a reason has it as tool tip
            entry.whyNot = action->toolTip().endsWith(QLatin1Char('.'))
                               ? action->toolTip()
                               : Words::tr("%1 is not possible now.").arg(entry.text);
        entry.act = [action] { action->trigger(); };
        entries.push_back(std::move(entry));
    }
}

void addLayers(MainWindow& window, Entries& entries)
{
    Workbench& workbench = window.workbench();
    const bool hasRun = !workbench.run().isEmpty();
    const workload::Network& network = hasRun ? workbench.run().network() : workbench.network();
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
        const QString name = qt(network.layers[i].name);
        entries.push_back({QStringLiteral("layer/") + name,
                           Words::tr("Layer"),
                           name,
                           qt(workload::describeShape(network.layers[i])),
                           {},
                           {},
                           [&window, hasRun, i] {
                               if (hasRun)
                                   window.workbench().selection().selectLayer(i);
                               else
                                   window.showTab(MainWindow::Tab::Network);
                           }});
    }
}

void addFields(MainWindow& window, Entries& entries)
{
    const AcceleratorDocument& document = window.workbench().document();
    if (document.isEmpty())
        return;
    const std::vector<FieldGroup> groups = describeFields(document.value(), window.workbench().session());
    for (const FieldGroup& group : groups) {
        const bool isGeneral = &group == &groups.front(); // others are found by their title, even when they are empty
        if (group.level && !group.fields.empty())
            entries.push_back({QStringLiteral("level/") + group.key,
                               Words::tr("Level"),
                               group.title,
                               group.note,
                               {},
                               {},
                               [&window, key = group.fields.front().key] { Q_EMIT window.fieldAsked(key); }});
        for (const FieldSpec& field : group.fields)
            entries.push_back({QStringLiteral("field/") + field.key,
                               Words::tr("Field"),
                               isGeneral ? field.label : Words::tr("%1: %2").arg(group.title, field.label),
                               field.text(document.value()),
                               {},
                               {},
                               [&window, key = field.key] { Q_EMIT window.fieldAsked(key); }});
    }
}

void addEngines(MainWindow& window, Entries& entries)
{
    Workbench& workbench = window.workbench();
    for (const records::Method& method : records::methods())
        entries.push_back({QStringLiteral("engine/") + qt(method.engine),
                           Words::tr("Engine"),
                           qt(method.title),
                           Words::tr("of the next run"),
                           {},
                           workbench.document().isEmpty() ? QString() : workbench.whyUnserved(method.engine),
                           [&workbench, engine = std::string(method.engine)] { workbench.setEngine(engine); }});
}

QString whereIs(bool isPreset, const QString& path)
{
    return isPreset ? Words::tr("preset") : isUnsaved(path) ? Words::tr("in no file") : path;
}

void addLibrary(MainWindow& window, Entries& entries)
{
    Workbench& workbench = window.workbench();
    for (const AcceleratorEntry& entry : workbench.library().accelerators())
        entries.push_back({QStringLiteral("accelerator/") + entry.path,
                           Words::tr("Accelerator"),
                           entry.name,
                           whereIs(entry.preset, entry.path),
                           {},
                           {},
                           [&workbench, entry] { workbench.chooseAccelerator(entry); }});
    for (const NetworkEntry& entry : workbench.library().networks())
        entries.push_back({QStringLiteral("network/") + entry.path,
                           Words::tr("Network"),
                           entry.name,
                           whereIs(entry.preset, entry.path),
                           {},
                           {},
                           [&workbench, entry] { workbench.chooseNetwork(entry); }});
}

void addRuns(MainWindow& window, Entries& entries)
{
    Workbench& workbench = window.workbench();
    for (const RunSummary& run : workbench.session().runs()) {
        entries.push_back(
            {QStringLiteral("run/%1").arg(run.id),
             Words::tr("Run"),
             Words::tr("run %1  %2").arg(run.id).arg(workText(run)),
             Words::tr("%1, %2").arg(resultText(run),
                                     QLocale().toString(dateOf(run.startedAt).toLocalTime(), QLocale::ShortFormat)),
             {},
             {},
             [&window, id = run.id] {
                 window.workbench().openRun(id);
                 if (window.currentTab() == MainWindow::Tab::Runs) // which shows them all
                     window.showTab(MainWindow::Tab::Summary);
             }});
    }
}

} // namespace

std::vector<PaletteSource> paletteSources(MainWindow& window)
{
    std::vector<PaletteSource> sources;
    for (const auto add : {addActions, addEngines, addLayers, addFields, addLibrary, addRuns})
        sources.emplace_back([&window, add](Entries& entries) { add(window, entries); });
    return sources;
}

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
