// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/recovery/run_restorer.h"

#include "ui/style/wording.h"
#include "ui/workbench/workbench.h"

#include <QSettings>

#include <algorithm>

namespace nestloom::ui {

namespace {

const QString kRun = QStringLiteral("work/run");
const QString kStarted = QStringLiteral("work/runStarted");
const QString kLayer = QStringLiteral("work/layer");

const RunSummary* listedRun(const std::vector<RunSummary>& runs, RunId run)
{
    const auto it = std::find_if(runs.begin(), runs.end(), [run](const RunSummary& each) { return each.id == run; });
    return it == runs.end() ? nullptr : &*it;
}

} // namespace

void saveRun(Workbench& workbench, QSettings& settings)
{
    const std::vector<RunSummary> runs = workbench.session().runs();
    const RunSummary* listed = listedRun(runs, workbench.run().run());
    const auto layer = workbench.selection().layer();
    settings.setValue(kRun, qlonglong(workbench.run().run()));
    settings.setValue(kStarted, listed ? dateOf(listed->startedAt) : QDateTime());
    settings.setValue(kLayer, layer ? static_cast<int>(*layer) : -1);
}

RunId lastRun(const QSettings& settings) { return settings.value(kRun).toLongLong(); }

RunRestorer::RunRestorer(Workbench& workbench, const QSettings& settings, QString networkFile, QObject* parent)
    : QObject(parent), m_workbench(workbench), m_run(lastRun(settings)),
      m_started(settings.value(kStarted).toDateTime()), m_layer(settings.value(kLayer, -1).toInt()),
      m_networkFile(std::move(networkFile))
{
    connect(&workbench.session(), &Session::runsChanged, this, &RunRestorer::look);
    connect(&workbench.run(), &ShownRun::replaced, this, &RunRestorer::finish);
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
    if (m_layer >= 0 && static_cast<std::size_t>(m_layer) < m_workbench.run().layers().size())
        m_workbench.selection().selectLayer(static_cast<std::size_t>(m_layer));
    const std::vector<NetworkEntry> networks = m_workbench.library().networks();
    for (const NetworkEntry& entry : networks)
        if (!m_networkFile.isEmpty() && entry.path == m_networkFile
            && entry.name != QString::fromStdString(m_workbench.network().name))
            m_workbench.chooseNetwork(entry);
}

} // namespace nestloom::ui
