// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/recovery/last_session.h"

#include "engine/schedule/mesh/mesh_engine.h"
#include "ui/style/wording.h"
#include "ui/window/main_window.h"
#include "ui/window/page_panes.h"
#include "ui/workbench/live_preview.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QFileInfo>
#include <QMetaEnum>
#include <QSettings>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

void saveOptions(const schedule::ScheduleOptions& options, QSettings& settings)
{
    settings.setValue(QStringLiteral("run/engine"), qt(options.engine));
    settings.setValue(QStringLiteral("run/objective"), int(options.cosa.objective));
    settings.setValue(QStringLiteral("run/simulated"), options.cosa.simulated);
    settings.setValue(QStringLiteral("run/cyclePrice"), options.cosa.cyclePrice);
    settings.setValue(QStringLiteral("run/seed"), QVariant::fromValue<qulonglong>(options.seed));
    settings.setValue(QStringLiteral("run/threads"), options.threads);
    settings.setValue(QStringLiteral("run/gap"), options.cosa.gap);
    settings.setValue(QStringLiteral("run/fused"), options.fuseOperators);
    settings.setValue(QStringLiteral("run/bypass"), options.bypass);
    settings.setValue(QStringLiteral("run/largerSizes"), options.largerSizes);
    QStringList constraints;
    for (const std::string& line : options.constraints)
        constraints << qt(line);
    settings.setValue(QStringLiteral("run/constraints"), constraints);
    const schedule::flexer::FlexerParams& tiles = options.flexer;
    settings.setValue(QStringLiteral("run/metric"), qt(name(tiles.metric)));
    settings.setValue(QStringLiteral("run/priority"), qt(name(tiles.priority)));
    settings.setValue(QStringLiteral("run/spill"), qt(name(tiles.spillPolicy)));
    settings.setValue(QStringLiteral("run/published"), tiles.extensions == schedule::flexer::kPublished);
    settings.setValue(QStringLiteral("run/seeded"), tiles.extensions.seed);
}

namespace {

/// What the page Tiles has to choose from.
schedule::flexer::FlexerParams readTiles(schedule::flexer::FlexerParams params, const QSettings& settings)
{
    const auto text = [&](const char* key) { return settings.value(QLatin1String(key)).toString().toStdString(); };
    params.metric = schedule::flexer::metric(text("run/metric")).value_or(params.metric);
    params.priority = schedule::flexer::priority(text("run/priority")).value_or(params.priority);
    params.spillPolicy = schedule::flexer::spillPolicy(text("run/spill")).value_or(params.spillPolicy);
    if (settings.value(QStringLiteral("run/published")).toBool())
        params.extensions = schedule::flexer::kPublished;
    else
        params.extensions.seed = settings.value(QStringLiteral("run/seeded"), true).toBool();
    return params;
}

} // namespace

schedule::ScheduleOptions readOptions(schedule::ScheduleOptions options, const QSettings& settings)
{
    const std::string engine = settings.value(QStringLiteral("run/engine")).toString().toStdString();
    for (const schedule::EngineInfo& known : schedule::engines())
        if (known.id == engine)
            options.engine = engine;
    bool ok = false;
    const int objective = settings.value(QStringLiteral("run/objective")).toInt(&ok);
    if (ok && objective >= 0 && objective <= int(schedule::Objective::Weighted))
        options.cosa.objective = static_cast<schedule::Objective>(objective);
    if (const double price = settings.value(QStringLiteral("run/cyclePrice")).toDouble(&ok);
        ok && price > 0 && std::isfinite(price))
        options.cosa.cyclePrice = price;
    else if (options.cosa.objective == schedule::Objective::Weighted)
        options.cosa.objective = schedule::Objective::Latency; // no price, no sum
    options.cosa.simulated = options.engine == schedule::kMeshEngine
                             && options.cosa.objective == schedule::Objective::Latency
                             && settings.value(QStringLiteral("run/simulated")).toBool();
    if (const qulonglong seed = settings.value(QStringLiteral("run/seed")).toULongLong(&ok); ok)
        options.seed = seed;
    if (const int threads = settings.value(QStringLiteral("run/threads")).toInt(&ok); ok && threads >= 0)
        options.threads = std::min(threads, 256);
    if (const double gap = settings.value(QStringLiteral("run/gap")).toDouble(&ok); ok && gap >= 0 && gap <= 1)
        options.cosa.gap = gap;
    options.fuseOperators = settings.value(QStringLiteral("run/fused"), options.fuseOperators).toBool();
    options.bypass = settings.value(QStringLiteral("run/bypass"), options.bypass).toBool();
    options.largerSizes = settings.value(QStringLiteral("run/largerSizes"), options.largerSizes).toBool();
    options.constraints.clear();
    for (const QString& line : settings.value(QStringLiteral("run/constraints")).toStringList())
        options.constraints.push_back(line.toStdString());
    options.flexer = readTiles(options.flexer, settings);
    return options;
}

namespace {

/// Of methods for whole networks, and which method is chosen.
void saveWhole(const Workbench& workbench, QSettings& settings)
{
    const kapla::NodeRunOptions& nodes = workbench.nodeOptions();
    settings.setValue(QStringLiteral("run/method"), qt(workbench.engine()));
    settings.setValue(QStringLiteral("run/batch"), qlonglong(nodes.batch));
    settings.setValue(QStringLiteral("run/training"), nodes.training);
    settings.setValue(QStringLiteral("run/alone"), nodes.alone);
    settings.setValue(QStringLiteral("run/planParameters"), workbench.memoryOptions().parameters);
    settings.setValue(QStringLiteral("run/planFused"), workbench.memoryOptions().fused);
    settings.setValue(QStringLiteral("run/planOrder"), int(workbench.memoryOptions().order));
}

void restoreWhole(Workbench& workbench, const QSettings& settings)
{
    constexpr qlonglong kMostBatch = 65'536;
    kapla::NodeRunOptions nodes = workbench.nodeOptions();
    if (const qlonglong batch = settings.value(QStringLiteral("run/batch")).toLongLong(); batch > 0)
        nodes.batch = std::int64_t(std::min(batch, kMostBatch));
    nodes.training = settings.value(QStringLiteral("run/training"), nodes.training).toBool();
    nodes.alone = settings.value(QStringLiteral("run/alone"), nodes.alone).toBool();
    workbench.setNodeOptions(nodes);
    records::MemoryOptions memory = workbench.memoryOptions();
    memory.parameters = settings.value(QStringLiteral("run/planParameters"), memory.parameters).toBool();
    memory.fused = settings.value(QStringLiteral("run/planFused"), memory.fused).toBool();
    const int order = settings.value(QStringLiteral("run/planOrder"), int(memory.order)).toInt();
    if (order >= int(schedule::cosma::Order::Free) && order <= int(schedule::cosma::Order::LeastPeak))
        memory.order = static_cast<schedule::cosma::Order>(order);
    workbench.setMemoryOptions(memory);
    const std::string method = settings.value(QStringLiteral("run/method")).toString().toStdString();
    if (records::findMethod(method) != nullptr)
        workbench.setEngine(method);
}

const QString kRun = QStringLiteral("work/run");
const QString kStarted = QStringLiteral("work/runStarted");
const QString kLayer = QStringLiteral("work/layer");
const QString kPreview = QStringLiteral("work/preview"); // the shown run lay below one

const RunSummary* listedRun(const std::vector<RunSummary>& runs, RunId run)
{
    const auto it = std::ranges::find_if(runs, [run](const RunSummary& each) { return each.id == run; });
    return it == runs.end() ? nullptr : &*it;
}

} // namespace

void saveRun(Workbench& workbench, QSettings& settings)
{
    const std::vector<RunSummary> runs = workbench.session().runs();
    const bool isPreview = workbench.run().isPreview();
    const RunId run = isPreview ? workbench.run().storedRun() : workbench.shownRun();
    const RunSummary* listed = listedRun(runs, run);
    const auto layer = workbench.selection().layer();
    settings.setValue(kRun, qlonglong(run));
    settings.setValue(kPreview, isPreview);
    settings.setValue(kStarted, listed ? dateOf(listed->startedAt) : QDateTime());
    settings.setValue(kLayer, layer ? int(*layer) : -1);
}

RunId lastRun(const QSettings& settings) { return settings.value(kRun).toLongLong(); }

RunRestorer::RunRestorer(Workbench& workbench, const QSettings& settings, QObject* parent)
    : QObject(parent), m_workbench(workbench), m_run(lastRun(settings)),
      m_started(settings.value(kStarted).toDateTime()), m_layer(settings.value(kLayer, -1).toInt()),
      m_preview(settings.value(kPreview).toBool())
{
    connect(&workbench.session(), &Session::runsChanged, this, &RunRestorer::look);
    connect(&workbench.run(), &ShownRun::replaced, this, &RunRestorer::finish);
    connect(&workbench, &Workbench::wholeRunOpened, this, [this] {
        if (m_workbench.shownRun() == m_run)
            Q_EMIT wholeRunShown();
        deleteLater();
    });
    if (!workbench.session().runs().empty())
        look();
}

void RunRestorer::look()
{
    disconnect(&m_workbench.session(), &Session::runsChanged, this, nullptr);
    const std::vector<RunSummary> runs = m_workbench.session().runs();
    const RunSummary* listed = listedRun(runs, m_run);
    if (listed == nullptr)
        Q_EMIT m_workbench.problem(tr("Run %1 of the last session is not among the stored runs.").arg(m_run));
    if (listed == nullptr || dateOf(listed->startedAt) != m_started || !m_workbench.run().isEmpty()) {
        deleteLater();
        return;
    }
    connect(&m_workbench.session(), &Session::failed, this, &QObject::deleteLater); // it cannot be read
    m_workbench.openRun(m_run);
}

void RunRestorer::finish()
{
    if (m_workbench.run().run() == m_run) // else the user was quicker
        QMetaObject::invokeMethod(this, &RunRestorer::chooseRest, Qt::QueuedConnection);
    else
        deleteLater();
}

/// Once all views show the run.
void RunRestorer::chooseRest()
{
    deleteLater();
    if (m_workbench.run().run() != m_run)
        return;
    if (m_layer >= 0 && std::size_t(m_layer) < m_workbench.run().layers().size())
        m_workbench.selection().selectLayer(std::size_t(m_layer));
    if (m_preview)
        m_workbench.live().follow();
}

namespace {

const QString kUnsaved = QStringLiteral("work/unsaved");
const QString kAccelerator = QStringLiteral("work/accelerator");
const QString kNetwork = QStringLiteral("work/network");
const QString kNetworkFile = QStringLiteral("work/networkFile");
const QString kSized = QStringLiteral("work/sized"); // networks that are in no file
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
        const QString name = qt(shown.value().name);
        const QString path = shown.path().isEmpty() ? QStringLiteral("last:") + name : shown.path();
        edits.push_back({path, name, shown.state().yaml, shown.state().yaml});
    }
    QVariantList kept;
    for (const UnsavedEdit& edit : edits)
        kept << toMap(edit);
    return kept;
}

QVariantList sizedNetworks(const Library& library)
{
    QVariantList kept;
    for (const NetworkEntry& entry : library.networks())
        if (const QString base = baseOf(entry); !base.isEmpty())
            kept << QVariantMap{{QStringLiteral("base"), base},
                                {QStringLiteral("name"), entry.name},
                                {QStringLiteral("text"), entry.yaml},
                                {QStringLiteral("kept"), isKept(entry)}};
    return kept;
}

/// The listed file that the chosen network came from; empty when it came with a run.
QString fileOf(Workbench& workbench)
{
    const QString name = qt(workbench.chosenNetwork().name);
    std::vector<const NetworkEntry*> named;
    for (const NetworkEntry& entry : workbench.library().networks())
        if (entry.name == name)
            named.push_back(&entry);
    const auto is = [&](const NetworkEntry* entry) {
        const auto network = workbench.session().parseNetwork(entry->yaml, QFileInfo(entry->path).fileName());
        return network && *network == workbench.chosenNetwork();
    };
    const auto it = named.size() == 1 ? named.begin() : std::ranges::find_if(named, is);
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
    m_opened.read(QSettings());
    m_wanted->setCheckable(true);
    m_wanted->setChecked(true);
    connect(m_wanted, &QAction::toggled, this, [](bool on) { QSettings().setValue(kRestoresLastSession, on); });
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
    connect(&workbench.library(), &Library::changed, this, saveSoon);
    connect(&workbench, &Workbench::documentChanged, this, saveSoon);
    connect(&workbench, &Workbench::networkChanged, this, saveSoon);
    connect(&workbench, &Workbench::optionsChanged, this, saveSoon);
    connect(&workbench, &Workbench::wholeRunOpened, this, saveSoon);
    connect(&workbench.run(), &ShownRun::replaced, this, saveSoon);
    connect(&workbench.run(), &ShownRun::numbered, this, saveSoon);
    connect(&workbench.selection(), &Selection::changed, this, saveSoon);
    connect(&m_window.panes(), &PagePanes::currentChanged, this, saveSoon);
}

void LastSession::restore(const QSettings& settings)
{
    Workbench& workbench = m_window.workbench();
    workbench.setOptions(readOptions(workbench.options(), settings));
    restoreWhole(workbench, settings);
    workbench.live().setOn(settings.value(QStringLiteral("live/on"), true).toBool());
    if (settings.value(QStringLiteral("live/selectedLayerOnly")).toBool())
        workbench.live().setScope(LivePreview::Scope::SelectedLayer);
    m_wanted->setChecked(settings.value(kRestoresLastSession, true).toBool());
    if (m_wanted->isChecked()) {
        restoreAccelerators(settings);
        restoreNetwork(settings);
        restorePage(settings);
        if (lastRun(settings) != 0)
            restoreRun(settings);
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
    const QFileInfo file(shown);
    if (!file.isAbsolute() || settings.value(QStringLiteral("files/opened")).toStringList().contains(shown))
        return; // what is wrong with it was told already
    if (file.exists())
        workbench.openFile(shown, true);
    else
        Q_EMIT workbench.problem(tr("The accelerator of the last session, %1, is no longer there.").arg(shown));
}

void LastSession::restoreNetwork(const QSettings& settings)
{
    Workbench& workbench = m_window.workbench();
    for (const QVariant& kept : settings.value(kSized).toList()) {
        const QVariantMap map = kept.toMap();
        workbench.library().addSized(map[QStringLiteral("base")].toString(), map[QStringLiteral("name")].toString(),
                                     map[QStringLiteral("text")].toString(), map[QStringLiteral("kept")].toBool());
    }
    const QString name = settings.value(kNetwork).toString();
    if (const NetworkEntry* entry = findNetwork(workbench.library(), settings.value(kNetworkFile).toString(), name))
        workbench.chooseNetwork(*entry); // else it comes with the run, or was told of when its file was opened
}

void LastSession::restoreRun(const QSettings& settings)
{
    m_restorer = new RunRestorer(m_window.workbench(), settings, this);
    connect(m_restorer, &RunRestorer::wholeRunShown, this,
            [this, tab = m_window.currentTab(), covered = m_window.isCovered()] {
                m_window.showTab(tab); // its own page came to the front
                m_window.showCover(covered);
            });
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

void LastSession::save(QSettings& settings)
{
    Workbench& workbench = m_window.workbench();
    m_opened.write(settings, workbench.library().openedFiles());
    settings.setValue(kAccelerator, workbench.document().path());
    settings.setValue(kNetwork, qt(workbench.chosenNetwork().name));
    settings.setValue(kNetworkFile, fileOf(workbench));
    settings.setValue(kSized, sizedNetworks(workbench.library()));
    settings.setValue(kTab,
                      QLatin1String(QMetaEnum::fromType<MainWindow::Tab>().valueToKey(int(m_window.currentTab()))));
    settings.setValue(QStringLiteral("live/on"), workbench.live().isOn());
    settings.setValue(QStringLiteral("live/selectedLayerOnly"),
                      workbench.live().scope() == LivePreview::Scope::SelectedLayer);
    saveOptions(workbench.options(), settings);
    saveWhole(workbench, settings);
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
