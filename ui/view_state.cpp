// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view_state.h"

#include "ui/live_preview.h"
#include "ui/main_window.h"
#include "ui/pages/copyable_table.h"

#include <QMetaEnum>
#include <QSettings>
#include <QSplitter>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

QString keyOf(const QWidget* view) { return QStringLiteral("views/") + view->objectName(); }

void saveViews(const MainWindow& window, QSettings& settings)
{
    for (const QSplitter* splitter : window.findChildren<QSplitter*>())
        if (!splitter->objectName().isEmpty())
            settings.setValue(keyOf(splitter), splitter->saveState());
    for (const CopyableTable* table : window.findChildren<CopyableTable*>())
        if (!table->objectName().isEmpty())
            settings.setValue(keyOf(table), table->columnState());
}

void restoreViews(const MainWindow& window, const QSettings& settings)
{
    for (QSplitter* splitter : window.findChildren<QSplitter*>())
        if (!splitter->objectName().isEmpty() && settings.contains(keyOf(splitter)))
            splitter->restoreState(settings.value(keyOf(splitter)).toByteArray());
    for (CopyableTable* table : window.findChildren<CopyableTable*>())
        if (!table->objectName().isEmpty())
            table->restoreColumnState(settings.value(keyOf(table)).toByteArray());
}

void saveOptions(const schedule::ScheduleOptions& options, QSettings& settings)
{
    settings.setValue(QStringLiteral("run/engine"), QString::fromStdString(options.engine));
    settings.setValue(QStringLiteral("run/objective"), static_cast<int>(options.cosa.objective));
    settings.setValue(QStringLiteral("run/cyclePrice"), options.cosa.cyclePrice);
    settings.setValue(QStringLiteral("run/seed"), QVariant::fromValue<qulonglong>(options.seed));
    settings.setValue(QStringLiteral("run/threads"), options.threads);
    settings.setValue(QStringLiteral("run/gap"), options.cosa.gap);
    QStringList constraints;
    for (const std::string& line : options.constraints)
        constraints << QString::fromStdString(line);
    settings.setValue(QStringLiteral("run/constraints"), constraints);
}

schedule::ScheduleOptions readOptions(schedule::ScheduleOptions options, const QSettings& settings)
{
    const std::string engine = settings.value(QStringLiteral("run/engine")).toString().toStdString();
    for (const schedule::EngineInfo& known : schedule::engines())
        if (known.id == engine)
            options.engine = engine;
    bool ok = false;
    const int objective = settings.value(QStringLiteral("run/objective")).toInt(&ok);
    if (ok && objective >= 0 && objective <= static_cast<int>(schedule::Objective::Weighted))
        options.cosa.objective = static_cast<schedule::Objective>(objective);
    if (const double price = settings.value(QStringLiteral("run/cyclePrice")).toDouble(&ok); ok && price > 0 && std::isfinite(price))
        options.cosa.cyclePrice = price;
    else if (options.cosa.objective == schedule::Objective::Weighted)
        options.cosa.objective = schedule::Objective::Latency; // no price, no sum
    if (const qulonglong seed = settings.value(QStringLiteral("run/seed")).toULongLong(&ok); ok)
        options.seed = seed;
    if (const int threads = settings.value(QStringLiteral("run/threads")).toInt(&ok); ok && threads >= 0)
        options.threads = std::min(threads, 256);
    if (const double gap = settings.value(QStringLiteral("run/gap")).toDouble(&ok); ok && gap >= 0 && gap <= 1)
        options.cosa.gap = gap;
    options.constraints.clear();
    for (const QString& line : settings.value(QStringLiteral("run/constraints")).toStringList())
        options.constraints.push_back(line.toStdString());
    return options;
}

void saveWork(MainWindow& window, QSettings& settings)
{
    const ShownRun& run = window.workbench().run();
    const auto layer = window.workbench().selection().layer();
    const auto& runs = window.workbench().session().runs();
    const auto it = std::find_if(runs.begin(), runs.end(), [&](const RunSummary& r) { return r.id == run.run(); });
    settings.setValue(QStringLiteral("work/run"), run.run());
    settings.setValue(QStringLiteral("work/runStarted"), it == runs.end() ? QDateTime() : it->startedAt);
    settings.setValue(QStringLiteral("work/layer"), layer ? static_cast<int>(*layer) : -1);
    settings.setValue(QStringLiteral("work/tab"), QLatin1String(QMetaEnum::fromType<MainWindow::Tab>().valueToKey(
                                                      static_cast<int>(window.currentTab()))));
    settings.setValue(QStringLiteral("live/on"), window.workbench().live().isOn());
    settings.setValue(QStringLiteral("live/selectedLayerOnly"),
                      window.workbench().live().scope() == LivePreview::Scope::SelectedLayer);
    saveOptions(window.workbench().options(), settings);
}

/// Shows the run of the last time as soon as the store has listed it, unless another is shown by then. Another store
/// may have a run of the same number: the time it started must be the same too.
class RunRestorer : public QObject {
public:
    RunRestorer(Workbench& workbench, const QSettings& settings, QObject* parent)
        : QObject(parent), m_workbench(workbench), m_run(settings.value(QStringLiteral("work/run")).toLongLong()),
          m_started(settings.value(QStringLiteral("work/runStarted")).toDateTime()),
          m_layer(settings.value(QStringLiteral("work/layer"), -1).toInt()),
          m_network(settings.value(QStringLiteral("work/network")).toString())
    {
        connect(&workbench.session(), &Session::runsChanged, this, &RunRestorer::look);
        connect(&workbench.run(), &ShownRun::replaced, this, &RunRestorer::finish);
        look();
    }

private:
    void look()
    {
        const auto& runs = m_workbench.session().runs();
        if (runs.empty())
            return;
        disconnect(&m_workbench.session(), nullptr, this, nullptr);
        const bool there = m_run != 0 && std::any_of(runs.begin(), runs.end(), [this](const RunSummary& run) {
                               return run.id == m_run && run.startedAt == m_started;
                           });
        if (there && m_workbench.run().isEmpty())
            m_workbench.openRun(m_run);
        else
            deleteLater();
    }

    void finish()
    {
        deleteLater();
        if (m_workbench.run().run() != m_run)
            return; // the user was quicker
        QMetaObject::invokeMethod(
            &m_workbench,
            [&workbench = m_workbench, layer = m_layer, network = m_network] {
                if (layer >= 0 && static_cast<std::size_t>(layer) < workbench.run().layers().size())
                    workbench.selection().selectLayer(static_cast<std::size_t>(layer));
                const auto chosen = workbench.library().findNetwork(network); // the run has brought its own
                if (chosen && network != QString::fromStdString(workbench.network().name))
                    workbench.chooseNetwork(workbench.library().networks()[*chosen]);
            },
            Qt::QueuedConnection);
    }

    Workbench& m_workbench;
    const RunId m_run;
    const QDateTime m_started;
    const int m_layer;
    const QString m_network;
};

void restoreWork(MainWindow& window, const QSettings& settings)
{
    Workbench& workbench = window.workbench();
    workbench.setOptions(readOptions(workbench.options(), settings));
    workbench.live().setOn(settings.value(QStringLiteral("live/on"), true).toBool());
    if (settings.value(QStringLiteral("live/selectedLayerOnly")).toBool())
        workbench.live().setScope(LivePreview::Scope::SelectedLayer);
    const bool covered = window.isCovered();
    bool known = false;
    const QByteArray name = settings.value(QStringLiteral("work/tab")).toString().toLatin1();
    const int tab = QMetaEnum::fromType<MainWindow::Tab>().keyToValue(name.constData(), &known);
    if (known)
        window.showTab(static_cast<MainWindow::Tab>(tab));
    window.showCover(covered);
    new RunRestorer(workbench, settings, &window);
}

} // namespace

void installViewState(MainWindow& window)
{
    QObject::connect(&window, &MainWindow::settingsSaved, &window, [&window](QSettings& settings) {
        saveViews(window, settings);
        saveWork(window, settings);
    });
    QObject::connect(&window, &MainWindow::settingsRestored, &window, [&window](const QSettings& settings) {
        restoreViews(window, settings);
        restoreWork(window, settings);
    });
}

} // namespace nestloom::ui
