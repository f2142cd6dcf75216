// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_session.h"

#include "app/gui/local_askers.h"
#include "app/gui/local_importer.h"
#include "app/gui/local_job_queue.h"
#include "app/gui/local_kept_simulations.h"
#include "app/gui/local_run_keeper.h"
#include "app/gui/local_sweeps.h"
#include "app/log.h"
#include "app/own_technologies.h"
#include "app/presets_directory.h"
#include "app/store/store_worker.h"
#include "app/write_file.h"
#include "engine/base/build_info.h"
#include "engine/base/ranges.h"
#include "engine/io/network_sizes.h"
#include "engine/io/quantity.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/rewrite_accelerator.h"
#include "engine/io/trace_json.h"

#include <utility>

namespace nestloom::app {

namespace {

constexpr int kRefreshMs = 250;
constexpr int kPollMs = 2000;

template <typename Entry>
std::vector<Entry> entries(PresetKind kind)
{
    std::vector<Entry> found;
    for (const Preset& preset : presets(kind))
        if (const Result<std::string> yaml = readFile(preset.path))
            found.push_back({QString::fromStdString(preset.name), QString::fromStdString(preset.path.string()),
                             QString::fromStdString(*yaml), true});
    return found;
}

template <typename Unit>
Result<double> number(const Result<Unit>& value)
{
    return value ? Result<double>(double(value->count)) : Result<double>(value.error());
}

} // namespace

LocalSession::LocalSession(const std::filesystem::path& storePath, QObject* parent) : ui::Session(parent)
{
    readPresets();
    openStore(storePath);
    m_reader = std::make_unique<LocalRunReader>(m_store.get(), *this);
    m_runner = std::make_unique<jobs::JobRunner>(m_store.get());
    m_sweeps = std::make_unique<LocalSweeps>(m_store ? storePath : std::filesystem::path());
    connect(m_runner.get(), &jobs::JobRunner::changed, this, &LocalSession::jobChanged);
    connect(m_runner.get(), &jobs::JobRunner::layerFinished, this, &LocalSession::hearLayer);
    connect(m_runner.get(), &jobs::JobRunner::finished, this, &LocalSession::hearEnd);
    m_askers = std::make_unique<LocalAskers>();
    m_keptSimulations = new LocalKeptSimulations(m_store.get(), this);
    connect(m_keptSimulations, &ui::KeptSimulations::failed, this, &LocalSession::failed);
    m_runKeeper = new LocalRunKeeper(
        m_store.get(), [this] { refreshRuns(); }, this);
    m_importer = std::make_unique<LocalImporter>(storePath.string() + "-networks", ownTechnologiesFolder(storePath));
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(kRefreshMs);
    connect(&m_refresh, &QTimer::timeout, this, &LocalSession::refreshRuns);
    connect(&m_poll, &QTimer::timeout, this, &LocalSession::lookForForeignChanges);
    m_history = new LocalRunHistory(
        m_store.get(),
        {[this] { refreshRuns(); }, [this](const records::RunInputs& inputs) { return m_runner->submit(inputs); }},
        this);
    new LocalJobQueue(*m_runner, this);
    if (m_store) {
        m_poll.start(kPollMs);
        refreshRuns();
    }
}

LocalSession::~LocalSession()
{
    m_askers.reset();
    m_importer.reset();
    m_sweeps.reset(); // stops and waits
    m_runner.reset(); // stops and waits; its last layers are posted to the store
    m_store.reset();  // writes them
}

const std::vector<ui::RunSummary>& LocalSession::runs() const { return m_history->rows(); }

QString LocalSession::buildInfo() const { return QString::fromStdString(nestloom::buildInfo()); }
QString LocalSession::logTail() const { return QString::fromStdString(app::logTail()); }

void LocalSession::readPresets()
{
    m_accelerators = entries<ui::AcceleratorEntry>(PresetKind::Accelerator);
    m_networks = entries<ui::NetworkEntry>(PresetKind::Network);
    if (m_accelerators.empty() && m_networks.empty())
        failLater(tr("No presets were found; set NESTLOOM_PRESETS to their folder."));
}

void LocalSession::openStore(const std::filesystem::path& path)
{
    if (path.empty()) {
        failLater(tr("Runs are not stored: there is no home folder; set NESTLOOM_DATA."));
        return;
    }
    Result<store::RunStore> store = store::RunStore::open(path);
    if (!store) {
        const QString why = QString::fromStdString(store.error().text());
        store = store::RunStore::open(path, store::kForReading);
        failLater((store ? tr("Runs can be read, but not stored: %1") : tr("Runs are not stored: %1")).arg(why));
    }
    if (store)
        m_store = std::make_unique<store::StoreWorker>(*std::move(store));
}

void LocalSession::failLater(const QString& message)
{
    QMetaObject::invokeMethod(
        this, [this, message] { Q_EMIT failed(message); }, Qt::QueuedConnection);
}

Result<hardware::Accelerator> LocalSession::parseAccelerator(const QString& yaml, const QString& fileName) const
{
    return io::parseAccelerator(yaml.toStdString(), fileName.toStdString());
}

QString LocalSession::writeAccelerator(const hardware::Accelerator& accelerator) const
{
    return QString::fromStdString(io::writeAccelerator(accelerator));
}

QString LocalSession::rewriteAccelerator(const QString& yaml, const hardware::Accelerator& before,
                                         const hardware::Accelerator& after) const
{
    return QString::fromStdString(io::rewriteAccelerator(yaml.toStdString(), before, after));
}

std::vector<Error> LocalSession::acceleratorErrors(const QString& yaml, const QString& fileName) const
{
    return io::acceleratorErrors(yaml.toStdString(), fileName.toStdString());
}

std::vector<Error> LocalSession::networkErrors(const QString& yaml, const QString& fileName) const
{
    return io::networkErrors(yaml.toStdString(), fileName.toStdString());
}

Result<workload::Network> LocalSession::parseNetwork(const QString& yaml, const QString& fileName) const
{
    return m_importer->networks().parse(yaml.toStdString(), fileName.toStdString());
}

QString LocalSession::writeNetwork(const workload::Network& network) const
{
    return QString::fromStdString(io::writeNetwork(network));
}

std::vector<ui::NetworkSize> LocalSession::networkSizes(const QString& yaml) const
{
    return collect(io::networkSizes(yaml.toStdString()), [](const io::NetworkSize& size) {
        return ui::NetworkSize{QString::fromStdString(size.key), size.value, size.least, size.most, size.step};
    });
}

Result<QString> LocalSession::withSizes(const QString& yaml, const std::map<QString, qint64>& sizes) const
{
    io::NetworkSizes asked;
    for (const auto& [key, value] : sizes)
        asked[key.toStdString()] = value;
    TRY(const std::string text, io::withSizes(yaml.toStdString(), asked));
    return QString::fromStdString(text);
}

QByteArray LocalSession::traceJson(const trace::Trace& trace) const
{
    return QByteArray::fromStdString(io::traceJson(trace));
}

Result<double> LocalSession::parseQuantity(ui::QuantityKind kind, const QString& text) const
{
    const std::string typed = text.toStdString();
    switch (kind) {
    case ui::QuantityKind::Bytes: return number(io::parseBytes(typed));
    case ui::QuantityKind::Bits: return number(io::parseBits(typed));
    case ui::QuantityKind::Energy: return number(io::parseEnergy(typed));
    case ui::QuantityKind::Frequency: return number(io::parseFrequency(typed));
    case ui::QuantityKind::Area: return number(io::parseArea(typed));
    case ui::QuantityKind::Power: return number(io::parsePower(typed));
    }
    return Error{ErrorCode::Internal, "unknown kind of quantity", ""};
}

Result<Bytes> LocalSession::parseRoom(const QString& text) const { return io::parseRoom(text.toStdString()); }

QString LocalSession::quantityText(ui::QuantityKind kind, double value) const
{
    switch (kind) {
    case ui::QuantityKind::Bytes: return QString::fromStdString(io::text(Bytes{std::int64_t(value)}));
    case ui::QuantityKind::Bits: return QString::fromStdString(io::text(Bits{std::int64_t(value)}));
    case ui::QuantityKind::Energy: return QString::fromStdString(io::text(Picojoules{value}));
    case ui::QuantityKind::Frequency: return QString::fromStdString(io::text(Hertz{value}));
    case ui::QuantityKind::Area: return QString::fromStdString(io::text(SquareMicrometres{value}));
    case ui::QuantityKind::Power: return QString::fromStdString(io::text(Watts{value}));
    }
    return {};
}

Result<Bandwidth> LocalSession::parseBandwidth(const QString& text) const
{
    return io::parseBandwidth(text.toStdString());
}

QString LocalSession::bandwidthText(Bandwidth bandwidth) const { return QString::fromStdString(io::text(bandwidth)); }

const ui::Askers& LocalSession::askers() const { return m_askers->all(); }
ui::RunKeeper* LocalSession::runKeeper() { return m_runKeeper; }
ui::KeptSimulations* LocalSession::keptSimulations() { return m_keptSimulations; }
ui::Importer* LocalSession::importer() { return m_importer.get(); }
ui::Sweeps& LocalSession::sweeps() { return *m_sweeps; }

namespace {

struct RunList {
    std::vector<records::RunSummary> runs, bin;
};

Result<RunList> readList(store::RunStore& runs)
{
    TRY(auto stored, runs.list());
    TRY(auto deleted, runs.bin());
    return RunList{std::move(stored), std::move(deleted)};
}

} // namespace

ui::JobId LocalSession::submit(const ui::ScheduleRequest& request) { return m_runner->submit(request); }
void LocalSession::cancel(ui::JobId job) { m_runner->cancel(job); }

void LocalSession::loadRun(ui::RunId run)
{
    const quint64 request = ++m_newestLoad;
    if (!m_store)
        return failLater(tr("Run %1 cannot be loaded: runs are not stored.").arg(run));
    m_store->post([this, run, request](store::RunStore& runs) {
        const auto loaded = std::make_shared<const Result<records::RunRecord>>(runs.load(run));
        QMetaObject::invokeMethod(
            this,
            [this, request, loaded] {
                if (request != m_newestLoad)
                    return;
                if (*loaded) {
                    Q_EMIT runLoaded(**loaded);
                    if (const auto& damage = (*loaded)->damage; !damage.empty()) {
                        note("refused by the verifier: " + std::to_string(damage.size()) + " layers of the stored run "
                             + std::to_string((*loaded)->summary.id));
                        Q_EMIT failed(tr("%1 of the stored layers do not hold; the first: %2")
                                          .arg(damage.size())
                                          .arg(QString::fromStdString(damage.front())));
                    }
                } else
                    Q_EMIT failed(QString::fromStdString(loaded->error().text()));
            },
            Qt::QueuedConnection);
    });
}

void LocalSession::refreshRuns()
{
    if (!m_store)
        return;
    m_store->post([this](store::RunStore& runs) {
        const auto list = std::make_shared<const Result<RunList>>(readList(runs));
        QMetaObject::invokeMethod(
            this,
            [this, list] {
                if (!*list) {
                    Q_EMIT failed(QString::fromStdString(list->error().text()));
                    return;
                }
                m_history->take((*list)->runs, (*list)->bin);
                Q_EMIT runsChanged();
            },
            Qt::QueuedConnection);
    });
}

/// Every connection but the one that asks counts as foreign, those of this program that sweeps and lists have included.
void LocalSession::lookForForeignChanges()
{
    m_store->post([this](store::RunStore& runs) {
        const Result<std::int64_t> changes = runs.foreignChanges();
        const Result<std::size_t> interrupted = runs.markInterrupted();
        if (!changes)
            return; // the next look, or the next run, will tell
        QMetaObject::invokeMethod(
            this,
            [this, now = *changes, marked = interrupted && *interrupted > 0, undone = m_store->undone()] {
                const bool isForeign = std::exchange(m_foreignChanges, now) != now;
                const bool isStoredLate = std::exchange(m_undone, undone) > undone;
                if (isForeign || isStoredLate || marked)
                    refreshRuns();
                if (!isForeign)
                    return;
                m_sweeps->refresh();
                Q_EMIT storedElsewhere();
            },
            Qt::QueuedConnection);
    });
}

void LocalSession::hearLayer(jobs::JobId job, qint64 run, const schedule::LayerResult& layer)
{
    Q_EMIT layerFinished(job, run, layer);
    if (run > 0 && !m_refresh.isActive())
        m_refresh.start();
}

void LocalSession::hearEnd(const ui::JobState& job)
{
    Q_EMIT jobChanged(job);
    Q_EMIT jobFinished(job);
    if (!job.storeMessage.empty())
        Q_EMIT failed(tr("The run is not stored whole; that is tried again while the window is open: %1")
                          .arg(QString::fromStdString(job.storeMessage)));
    if (job.end == ui::JobState::End::Failed)
        Q_EMIT failed(QString::fromStdString(job.message));
    refreshRuns();
}

} // namespace nestloom::app
