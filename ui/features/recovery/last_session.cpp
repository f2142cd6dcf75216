// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/recovery/last_session.h"

#include "ui/features/recovery/last_options.h"
#include "ui/features/recovery/run_restorer.h"
#include "ui/window/main_window.h"
#include "ui/workbench/live_preview.h"

#include <QAction>
#include <QFileInfo>
#include <QMetaEnum>
#include <QSettings>
#include <QTabWidget>

#include <algorithm>

namespace nestloom::ui {

namespace {

const QString kWanted = QStringLiteral("start/restoreLastSession");
const QString kUnsaved = QStringLiteral("work/unsaved");
const QString kAccelerator = QStringLiteral("work/accelerator");
const QString kNetwork = QStringLiteral("work/network");
const QString kNetworkFile = QStringLiteral("work/networkFile");
const QString kTab = QStringLiteral("work/tab");

QVariantMap toMap(const UnsavedEdit& edit)
{
    return {{QStringLiteral("path"), edit.path},
            {QStringLiteral("name"), edit.name},
            {QStringLiteral("saved"), edit.saved},
            {QStringLiteral("text"), edit.text}};
}

UnsavedEdit toEdit(const QVariantMap& map)
{
    return {map[QStringLiteral("path")].toString(), map[QStringLiteral("name")].toString(),
            map[QStringLiteral("saved")].toString(), map[QStringLiteral("text")].toString()};
}

/// Opened from a run or a sweep: neither in a file nor listed.
bool isNowhereElse(const AcceleratorDocument& document)
{
    return !document.isEmpty() && !QFileInfo(document.path()).isAbsolute() && !isUnsaved(document.path());
}

/// All unsaved edits, and the accelerator in the editor when it is nowhere else; the shown one last.
QVariantList editsToKeep(Workbench& workbench)
{
    const AcceleratorDocument& shown = workbench.document();
    std::vector<UnsavedEdit> edits = workbench.unsavedEdits();
    std::stable_partition(edits.begin(), edits.end(),
                          [&](const UnsavedEdit& edit) { return edit.text != shown.state().yaml; });
    if (!shown.isDirty() && isNowhereElse(shown)) {
        const QString name = QString::fromStdString(shown.value().name);
        const QString path = shown.path().isEmpty() ? QStringLiteral("last:") + name : shown.path();
        edits.push_back({path, name, shown.state().yaml, shown.state().yaml});
    }
    QVariantList kept;
    for (const UnsavedEdit& edit : edits)
        kept << toMap(edit);
    return kept;
}

/// The listed file that the chosen network came from; empty when it came with a run.
QString fileOf(Workbench& workbench)
{
    const QString name = QString::fromStdString(workbench.network().name);
    std::vector<const NetworkEntry*> named;
    for (const NetworkEntry& entry : workbench.library().networks())
        if (entry.name == name)
            named.push_back(&entry);
    const auto is = [&](const NetworkEntry* entry) {
        const auto network = workbench.session().parseNetwork(entry->yaml, QFileInfo(entry->path).fileName());
        return network && *network == workbench.network();
    };
    const auto it = named.size() == 1 ? named.begin() : std::find_if(named.begin(), named.end(), is);
    return it == named.end() ? QString() : (*it)->path;
}

/// The listed accelerator of that file; a preset wherever the program lies now.
const AcceleratorEntry* findAccelerator(const Library& library, const QString& file)
{
    const auto presetFile = [](const QString& path) { return path.section(QLatin1Char('/'), -3); };
    for (const AcceleratorEntry& entry : library.accelerators())
        if (entry.path == file || (entry.preset && presetFile(entry.path) == presetFile(file)))
            return &entry;
    return nullptr;
}

const NetworkEntry* findNetwork(const Library& library, const QString& file, const QString& name)
{
    for (const NetworkEntry& entry : library.networks())
        if (!file.isEmpty() && entry.path == file)
            return &entry;
    const auto named = library.findNetwork(name);
    return named ? &library.networks()[*named] : nullptr;
}

} // namespace

LastSession::LastSession(MainWindow& window, QAction* wanted) : QObject(&window), m_window(window), m_wanted(wanted)
{
    m_wanted->setCheckable(true);
    m_wanted->setChecked(true);
    connect(m_wanted, &QAction::toggled, this, [](bool on) { QSettings().setValue(kWanted, on); });
    connect(&window, &MainWindow::settingsRestored, this, &LastSession::restore);
    connect(&window, &MainWindow::settingsSaved, this, [this](QSettings& settings) {
        m_saveSoon.stop();
        settings.setValue(kUnsaved, editsToKeep(m_window.workbench()));
        save(settings);
    });
    m_saveSoon.setSingleShot(true);
    m_saveSoon.setInterval(kSaveSoonMs);
    connect(&m_saveSoon, &QTimer::timeout, this, [this] {
        QSettings settings;
        save(settings);
    });
}

void LastSession::followChanges()
{
    const auto saveSoon = [this] {
        if (!m_saveSoon.isActive())
            m_saveSoon.start();
    };
    Workbench& workbench = m_window.workbench();
    connect(&workbench, &Workbench::documentChanged, this, saveSoon);
    connect(&workbench, &Workbench::networkChanged, this, saveSoon);
    connect(&workbench, &Workbench::optionsChanged, this, saveSoon);
    connect(&workbench.run(), &ShownRun::replaced, this, saveSoon);
    connect(&workbench.run(), &ShownRun::numbered, this, saveSoon);
    connect(&workbench.selection(), &Selection::changed, this, saveSoon);
    if (auto* tabs = m_window.findChild<QTabWidget*>(QStringLiteral("tabs")))
        connect(tabs, &QTabWidget::currentChanged, this, saveSoon);
}

void LastSession::restore(const QSettings& settings)
{
    Workbench& workbench = m_window.workbench();
    workbench.setOptions(readOptions(workbench.options(), settings));
    workbench.live().setOn(settings.value(QStringLiteral("live/on"), true).toBool());
    if (settings.value(QStringLiteral("live/selectedLayerOnly")).toBool())
        workbench.live().setScope(LivePreview::Scope::SelectedLayer);
    m_wanted->setChecked(settings.value(kWanted, true).toBool());
    if (m_wanted->isChecked()) {
        restoreAccelerators(settings);
        restoreNetwork(settings);
        restorePage(settings);
        const QString network = settings.value(kNetwork).toString();
        const NetworkEntry* listed = findNetwork(workbench.library(), settings.value(kNetworkFile).toString(), network);
        if (lastRun(settings) != 0)
            m_restorer = new RunRestorer(workbench, settings, listed ? listed->path : QString(), this);
    }
    QSettings().remove(kUnsaved); // from now on they are Recovery's, which knows when they are saved or undone
    followChanges();
}

void LastSession::restoreAccelerators(const QSettings& settings)
{
    Workbench& workbench = m_window.workbench();
    for (const QVariant& kept : settings.value(kUnsaved).toList())
        if (const UnsavedEdit edit = toEdit(kept.toMap()); !edit.saved.isEmpty())
            workbench.restoreEdit(edit); // an edit like any other: Ctrl+Z takes it back
    const QString shown = settings.value(kAccelerator).toString();
    if (const AcceleratorEntry* entry = findAccelerator(workbench.library(), shown)) {
        workbench.chooseAccelerator(*entry);
        return;
    }
    const bool isFile = QFileInfo(shown).isAbsolute();
    if (isFile && !settings.value(QStringLiteral("files/opened")).toStringList().contains(shown)) // else told already
        Q_EMIT workbench.problem(tr("The accelerator of the last session, %1, is no longer there.").arg(shown));
}

void LastSession::restoreNetwork(const QSettings& settings)
{
    Workbench& workbench = m_window.workbench();
    const QString name = settings.value(kNetwork).toString();
    if (const NetworkEntry* entry = findNetwork(workbench.library(), settings.value(kNetworkFile).toString(), name))
        workbench.chooseNetwork(*entry); // else it comes with the run, or was told of when its file was opened
}

void LastSession::restorePage(const QSettings& settings)
{
    const bool covered = m_window.isCovered();
    bool known = false;
    const QByteArray name = settings.value(kTab).toString().toLatin1();
    const int tab = QMetaEnum::fromType<MainWindow::Tab>().keyToValue(name.constData(), &known);
    if (known)
        m_window.showTab(static_cast<MainWindow::Tab>(tab));
    m_window.showCover(covered);
}

void LastSession::giveWay()
{
    delete m_restorer;
    const bool covered = m_window.isCovered();
    if (m_window.perspectives().current() == Perspectives::Kind::Compare)
        m_window.actions().runView->trigger();
    m_window.showTab(MainWindow::Tab::Summary);
    m_window.showCover(covered);
}

void LastSession::save(QSettings& settings) const
{
    Workbench& workbench = m_window.workbench();
    settings.setValue(kAccelerator, workbench.document().path());
    settings.setValue(kNetwork, QString::fromStdString(workbench.network().name));
    settings.setValue(kNetworkFile, fileOf(workbench));
    settings.setValue(kTab, QLatin1String(QMetaEnum::fromType<MainWindow::Tab>().valueToKey(
                                static_cast<int>(m_window.currentTab()))));
    settings.setValue(QStringLiteral("live/on"), workbench.live().isOn());
    settings.setValue(QStringLiteral("live/selectedLayerOnly"),
                      workbench.live().scope() == LivePreview::Scope::SelectedLayer);
    saveOptions(workbench.options(), settings);
    if (!m_restorer) // else the run of the last session is still on its way
        saveRun(workbench, settings);
}

void installLastSession(MainWindow& window)
{
    QAction* wanted = window.addAction(MainWindow::Menu::File, QStringLiteral("restoreLastSession"),
                                       MainWindow::tr("&Begin with the last session"), {},
                                       MainWindow::tr("Open at the next start what is open when the window closes"));
    new LastSession(window, wanted);
}

} // namespace nestloom::ui
