// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/tuning_worker.h"

#include "app/jobs/solver_factory.h"

#include <algorithm>
#include <numeric>

namespace nestloom::jobs {

using schedule::LayerResult;

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
    std::stable_sort(hints.first.begin(), hints.first.end(),
                     [&](std::size_t a, std::size_t b) { return shares[a] > shares[b]; });
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

} // namespace nestloom::jobs
