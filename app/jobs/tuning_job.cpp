// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/tuning_job.h"

#include "app/jobs/experiment.h"
#include "app/jobs/latest_task.h"
#include "app/jobs/progress_throttle.h"
#include "engine/schedule/layer_cache.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <numeric>

namespace nestloom::jobs {

using schedule::LayerResult;

/// What the owner of a TuningJob hears at one tick.
struct TuningNews {
    TuningState state;
    std::vector<schedule::LayerResult> layers; // not told before
};

/// The thread behind a TuningJob: takes the newest request, maps its layers, and leaves news under a lock.
/// Thread rule: any thread, any call. The destructor stops what is at work and waits for it.
class TuningWorker {
public:
    /// `notify` is called on worker threads when there is news; not again before takeNews().
    explicit TuningWorker(std::function<void()> notify);
    ~TuningWorker();

    void begin(TuningId id, TuningRequest request); // what is at work stops, and nothing of it is told any more
    void stop();
    void learn(const workload::Layer& layer, const schedule::LayerResult& result);
    bool isRunning() const;
    /// Nothing when nothing happened since the last call.
    std::optional<TuningNews> takeNews();

private:
    using Clock = std::chrono::steady_clock;
    struct Order {
        TuningId id = 0;
        TuningRequest request; // with `layers` filled in
    };

    void perform(const Order& order, const std::stop_token& stop);
    void hear(const Order& order, schedule::LayerResult result);
    void end(const Order& order, std::string error);
    schedule::Hints hintsFor(const Order& order, schedule::Starts& starts);
    void remember(const workload::Layer& layer, const schedule::LayerResult& result); // m_mutex is held
    void announce(std::unique_lock<std::mutex>& lock);

    const std::function<void()> m_notify;
    schedule::SolverFactory m_makeSolver; // set once, by the first request
    schedule::LayerCache m_cache;

    mutable std::mutex m_mutex;          // guards all below
    TuningId m_newest = 0;               // 0 = none is wanted
    hardware::Accelerator m_accelerator; // of the newest request
    Clock::time_point m_begun{};
    TuningState m_state;
    std::vector<schedule::LayerResult> m_done;
    std::size_t m_told = 0; // of m_done
    bool m_isChanged = false, m_isAnnounced = false;
    schedule::Starts m_starts;
    std::map<std::uint64_t, std::int64_t> m_cycles; // shape fingerprint -> cycles of one layer, last seen

    LatestTask m_task; // last: ends before the rest goes
};

namespace {

constexpr std::size_t kMaxShapes = 5'000; // of which starts are kept

workload::Network chosenLayers(const TuningRequest& request)
{
    workload::Network part = request.network;
    part.layers.clear();
    part.graph = {}; // it holds all layers
    for (const std::size_t index : request.layers)
        part.layers.push_back(request.network.layers[index]);
    return part;
}

/// `layers` without what the network does not have; all of them when nothing was chosen.
std::vector<std::size_t> wanted(const TuningRequest& request)
{
    std::vector<std::size_t> layers = request.layers;
    std::erase_if(layers, [&](std::size_t index) { return index >= request.network.layers.size(); });
    if (request.layers.empty()) {
        layers.resize(request.network.layers.size());
        std::iota(layers.begin(), layers.end(), std::size_t(0));
    }
    return layers;
}

} // namespace

TuningWorker::TuningWorker(std::function<void()> notify) : m_notify(std::move(notify)) {}

TuningWorker::~TuningWorker() { stop(); }

void TuningWorker::begin(TuningId id, TuningRequest request)
{
    request.layers = wanted(request);
    {
        const std::scoped_lock lock(m_mutex);
        m_newest = id;
        m_begun = Clock::now();
        m_accelerator = request.accelerator;
        m_state = {};
        m_state.id = id;
        m_state.layerCount = int(request.layers.size());
        m_done.clear();
        m_told = 0;
        m_isChanged = false;
    }
    m_task.begin([this, order = Order{id, std::move(request)}](const std::stop_token& stop) { perform(order, stop); },
                 [this, order = Order{id, {}}](const Error& error) { end(order, error.text()); });
}

void TuningWorker::stop()
{
    m_task.stop();
    const std::scoped_lock lock(m_mutex);
    m_newest = 0;
    m_isChanged = false;
}

bool TuningWorker::isRunning() const
{
    const std::scoped_lock lock(m_mutex);
    return m_newest != 0 && m_state.end == TuningState::End::Running;
}

void TuningWorker::learn(const workload::Layer& layer, const LayerResult& result)
{
    const std::scoped_lock lock(m_mutex);
    remember(layer, result);
}

std::optional<TuningNews> TuningWorker::takeNews()
{
    const std::scoped_lock lock(m_mutex);
    m_isAnnounced = false;
    if (!std::exchange(m_isChanged, false))
        return std::nullopt;
    TuningNews news{m_state, {m_done.begin() + std::ptrdiff_t(m_told), m_done.end()}};
    m_told = m_done.size();
    news.state.totals = schedule::totals(m_accelerator, m_done);
    if (m_state.end == TuningState::End::Running)
        news.state.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - m_begun);
    return news;
}

void TuningWorker::perform(const Order& order, const std::stop_token& stop)
{
    if (!m_makeSolver) {
        const Result<schedule::SolverFactory> found = solverFactory();
        if (!found)
            return end(order, found.error().text());
        m_makeSolver = *found;
    }
    schedule::ScheduleOptions options = order.request.options;
    options.cosa.proveWithMip = false;
    schedule::Starts starts;
    const schedule::Hints hints = hintsFor(order, starts);
    const schedule::ScheduleEvents events{{}, [&](const LayerResult& result) { hear(order, result); }};
    const auto results = schedule::scheduleNetwork(order.request.accelerator, chosenLayers(order.request), options,
                                                   m_makeSolver, stop, events, hints);
    end(order, results ? std::string() : results.error().text());
}

/// The layers that cost most go first, by what they took last time or else by their MACs.
schedule::Hints TuningWorker::hintsFor(const Order& order, schedule::Starts& starts)
{
    std::vector<std::int64_t> shares;
    std::map<std::uint64_t, std::int64_t> ofShape;
    {
        const std::scoped_lock lock(m_mutex);
        starts = m_starts;
        for (const std::size_t index : order.request.layers) {
            const workload::Layer& layer = order.request.network.layers[index];
            const std::uint64_t shape = workload::shapeFingerprint(layer);
            const auto seen = m_cycles.find(shape);
            ofShape[shape] += seen != m_cycles.end() ? seen->second : workload::macs(layer) / 1000;
        }
    }
    for (const std::size_t index : order.request.layers)
        shares.push_back(ofShape.at(workload::shapeFingerprint(order.request.network.layers[index])));
    schedule::Hints hints{&starts, &m_cache, false, {}};
    hints.first.resize(shares.size());
    std::iota(hints.first.begin(), hints.first.end(), std::size_t(0));
    std::ranges::stable_sort(hints.first, [&](std::size_t a, std::size_t b) { return shares[a] > shares[b]; });
    return hints;
}

void TuningWorker::hear(const Order& order, LayerResult result)
{
    const std::vector<std::size_t>& layers = order.request.layers;
    std::unique_lock lock(m_mutex);
    remember(order.request.network.layers[layers[result.index]],
             result); // also of a request that nobody wants any more
    if (m_newest != order.id || result.cause == StopCause::Cancelled)
        return;
    result.index = layers[result.index];
    if (result.sameShapeAs)
        result.sameShapeAs = layers[*result.sameShapeAs];
    m_done.push_back(std::move(result));
    m_state.layersDone = int(m_done.size());
    announce(lock);
}

void TuningWorker::end(const Order& order, std::string error)
{
    std::unique_lock lock(m_mutex);
    if (m_newest != order.id)
        return;
    m_state.end = error.empty() ? TuningState::End::Finished : TuningState::End::Failed;
    m_state.message = std::move(error);
    m_state.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - m_begun);
    m_isAnnounced = false; // the last word is announced by itself
    announce(lock);
}

void TuningWorker::remember(const workload::Layer& layer, const LayerResult& result)
{
    if (!result.verified || !result.mapping || result.cause == StopCause::Cancelled)
        return;
    if (m_cycles.size() >= kMaxShapes) {
        m_starts.clear();
        m_cycles.clear();
    }
    m_starts.add(layer, *result.mapping);
    m_cycles[workload::shapeFingerprint(layer)] = result.cost->cycles.count;
}

void TuningWorker::announce(std::unique_lock<std::mutex>& lock)
{
    m_isChanged = true;
    const bool isFirst = !std::exchange(m_isAnnounced, true);
    lock.unlock();
    if (isFirst)
        m_notify();
}

TuningJob::TuningJob(QObject* parent) : QObject(parent)
{
    m_tick.setSingleShot(true);
    m_tick.setTimerType(Qt::PreciseTimer);
    connect(&m_tick, &QTimer::timeout, this, &TuningJob::tellNews);
    // The worker ends before this object does, and Qt drops calls that are still queued then.
    m_worker = std::make_unique<TuningWorker>(
        [this] { QMetaObject::invokeMethod(this, &TuningJob::tellSoon, Qt::QueuedConnection); });
}

TuningJob::~TuningJob() { m_worker.reset(); }

TuningId TuningJob::request(TuningRequest request)
{
    m_told = {}; // the first numbers of a request are told at once
    m_worker->begin(++m_lastId, std::move(request));
    return m_lastId;
}

void TuningJob::stop() { m_worker->stop(); }

void TuningJob::learn(const workload::Network& network, const std::vector<schedule::LayerResult>& layers)
{
    for (const schedule::LayerResult& result : layers)
        if (result.index < network.layers.size())
            m_worker->learn(network.layers[result.index], result);
}

bool TuningJob::isRunning() const { return m_worker->isRunning(); }

void TuningJob::tellSoon()
{
    const auto since = std::chrono::steady_clock::now() - m_told;
    if (since >= ProgressThrottle::kInterval || !isRunning()) // the last word need not wait
        return tellNews();
    if (!m_tick.isActive())
        m_tick.start(std::chrono::ceil<std::chrono::milliseconds>(ProgressThrottle::kInterval - since));
}

void TuningJob::tellNews()
{
    m_tick.stop();
    const std::optional<TuningNews> news = m_worker->takeNews();
    if (!news)
        return;
    m_told = std::chrono::steady_clock::now();
    if (!news->layers.empty())
        Q_EMIT layersFinished(news->state.id, news->layers);
    if (news->state.id == m_lastId) // a slot may have made a newer request
        Q_EMIT changed(news->state);
}

} // namespace nestloom::jobs
