// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/local_run_history.h"
#include "app/jobs/job_runner.h"
#include "app/store/run_store.h"
#include "ui/ports/session.h"

#include <QTimer>

#include <filesystem>
#include <memory>

namespace nestloom::store {
class StoreWorker;
}

namespace nestloom::app {

class LocalAskers;
class LocalRunKeeper;
class LocalKeptSimulations;
class LocalImporter;
class LocalSweeps;

/// The session of the window on this computer: presets from disk, jobs on threads of this process, runs in a database.
/// Thread rule: lives on the GUI thread. The database is opened in the constructor, before the window shows; from then
/// on it is read and written on the store's thread only, and answers come back queued. The destructor cancels what
/// runs, keeps what was found, and waits for the store.
class LocalSession final : public ui::Session {
    Q_OBJECT
public:
    /// A database that cannot be used is told by failed() once the event loop runs; the session then works without one.
    explicit LocalSession(const std::filesystem::path& storePath = store::defaultStorePath(),
                          QObject* parent = nullptr);
    ~LocalSession() override;

    QString buildInfo() const override;
    QString logTail() const override;
    std::vector<ui::AcceleratorEntry> accelerators() const override { return m_accelerators; }
    std::vector<ui::NetworkEntry> networks() const override { return m_networks; }
    const std::vector<ui::RunSummary>& runs() const override;

    Result<hardware::Accelerator> parseAccelerator(const QString& yaml, const QString& fileName) const override;
    QString writeAccelerator(const hardware::Accelerator& accelerator) const override;
    QString rewriteAccelerator(const QString& yaml, const hardware::Accelerator& before,
                               const hardware::Accelerator& after) const override;
    std::vector<Error> acceleratorErrors(const QString& yaml, const QString& fileName) const override;
    Result<workload::Network> parseNetwork(const QString& yaml, const QString& fileName) const override;
    std::vector<Error> networkErrors(const QString& yaml, const QString& fileName) const override;
    QString writeNetwork(const workload::Network& network) const override;
    std::vector<ui::NetworkSize> networkSizes(const QString& yaml) const override;
    Result<QString> withSizes(const QString& yaml, const std::map<QString, qint64>& sizes) const override;
    QByteArray traceJson(const trace::Trace& trace) const override;
    Result<double> parseQuantity(ui::QuantityKind kind, const QString& text) const override;
    Result<Bytes> parseRoom(const QString& text) const override;
    QString quantityText(ui::QuantityKind kind, double value) const override;
    Result<Bandwidth> parseBandwidth(const QString& text) const override;
    QString bandwidthText(Bandwidth bandwidth) const override;

    ui::JobId submit(const ui::ScheduleRequest& request) override;
    void cancel(ui::JobId job) override;
    ui::RunHistory& runHistory() override { return *m_history; }
    void loadRun(ui::RunId run) override;
    ui::RunReader& runReader() override { return *m_reader; }
    const ui::Askers& askers() const override;
    ui::RunKeeper* runKeeper() override;
    ui::Importer* importer() override;
    ui::KeptSimulations* keptSimulations() override;
    ui::Sweeps& sweeps() override;

private:
    void readPresets();
    void openStore(const std::filesystem::path& path);
    void failLater(const QString& message);
    void refreshRuns();
    void lookForForeignChanges();
    void hearLayer(jobs::JobId job, qint64 run, const schedule::LayerResult& layer);
    void hearEnd(const ui::JobState& job);

    std::vector<ui::AcceleratorEntry> m_accelerators;
    std::vector<ui::NetworkEntry> m_networks;
    LocalRunHistory* m_history = nullptr;              // a child of this
    LocalKeptSimulations* m_keptSimulations = nullptr; // likewise
    LocalRunKeeper* m_runKeeper = nullptr;
    std::unique_ptr<store::StoreWorker> m_store; // null without a usable database
    std::unique_ptr<jobs::JobRunner> m_runner;   // uses m_store: goes first
    std::unique_ptr<LocalRunReader> m_reader;
    std::unique_ptr<LocalSweeps> m_sweeps;
    std::unique_ptr<LocalAskers> m_askers;
    std::unique_ptr<LocalImporter> m_importer;
    QTimer m_refresh;             // gathers changes of the list of runs
    QTimer m_poll;                // for what other processes store
    qint64 m_foreignChanges = -1; // counter of commits by others, as last seen
    int m_undone = 0;             // what the store could not write yet, as last seen
    quint64 m_newestLoad = 0;     // answers to older requests are dropped
};

} // namespace nestloom::app
