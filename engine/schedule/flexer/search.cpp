// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/search.h"

#include "engine/base/parallel_for.h"
#include "engine/base/run_control.h"
#include "engine/schedule/flexer/static_scheduler.h"

#include <algorithm>
#include <limits>
#include <thread>
#include <tuple>

namespace nestloom::schedule::flexer {

namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();
constexpr double kSlack = 1.1; // tilings whose best static schedule is worse by more are not scheduled out of order
constexpr std::size_t kNobody = std::numeric_limits<std::size_t>::max();
constexpr std::chrono::milliseconds kBetweenTold{100};

template <typename T>
void lower(std::atomic<T>& least, T value)
{
    T seen = least.load();
    while (value < seen && !least.compare_exchange_weak(seen, value))
        ;
}

} // namespace

std::chrono::nanoseconds forEach(std::size_t count, int threads, const std::function<void(std::size_t)>& body)
{
    std::atomic<std::size_t> next = 0;
    std::atomic<std::int64_t> cpu = 0;
    const std::thread::id caller = std::this_thread::get_id();
    onThreads(std::min<int>(threads, int(count)), [&] {
        for (std::size_t i = next++; i < count; i = next++)
            body(i);
        if (std::this_thread::get_id() != caller)
            cpu += threadCpuTime().count();
    });
    return std::chrono::nanoseconds(cpu.load());
}

std::vector<Variant> variantsOf(const TiledLayer& tiled, const Extensions& extensions)
{
    std::vector<Dataflow> flows = dataflowsOf(tiled);
    const int longLoops = (tiled.pixels > 1) + (tiled.outputs > 1) + (tiled.reductions > 1);
    if (extensions.alternate && longLoops > 1)
        for (const Dataflow& flow : dataflowsOf(tiled, true))
            flows.push_back(flow);
    std::vector<int> windows;
    if (extensions.window)
        for (const int window : {tiled.machine.npus, 2 * tiled.machine.npus})
            if (window < tiled.outputTiles)
                windows.push_back(window);
    windows.push_back(0);
    std::vector<Variant> variants;
    for (const Dataflow& flow : flows)
        for (const int window : windows)
            if (window > 0 || !flow.alternating
                || windows.size() == 1) // the whole list is the slowest, and gains least from the order
                variants.push_back({flow, window, extensions.softPin});
    return variants;
}

Recipe outOfOrderRecipe(const Tiling& tiling, const Variant& variant, bool prefetch)
{
    return {false, tiling, variant.dataflow, variant.window, variant.softPin, false, {0, 0, 0}, prefetch};
}

bool Search::Found::comesBefore(const Found& other) const
{
    return std::tie(metric, tiling, variant) < std::tie(other.metric, other.tiling, other.variant);
}

Search::Search(const workload::Layer& layer, const Machine& machine, const FlexerParams& params,
               const RunControl& control, int threads, const OnBetter& onBetter)
    : m_layer(layer), m_machine(machine), m_params(params), m_control(control), m_threads(std::max(1, threads)),
      m_onBetter(onBetter), m_candidates(tilings(layer, machine, params)),
      m_bounds(boundLayer(layer, machine, params, m_candidates)), m_static(m_candidates.size()), m_staticCut(kNone),
      m_plainIncumbent(kNone), m_incumbent(kNone), m_firstGood(kNobody)
{
}

double Search::metric(const SchedulePoint& point) const
{
    return metricOf(m_params, double(point.latency.count), double(point.traffic.total().count));
}

bool Search::isOver() const
{
    return m_control.stop.stop_requested()
           || (m_control.timeLimit != std::chrono::milliseconds::max()
               && std::chrono::steady_clock::now() - m_begin > m_control.timeLimit);
}

FlexerOutcome Search::run()
{
    const auto cpuBegin = threadCpuTime();
    if (!m_candidates.empty()) {
        staticPass();
        if (m_params.extensions.seed && m_bestStatic)
            m_incumbent = m_bestStatic->metric;
        if (m_firstGood == kNobody || !m_params.extensions.seed)
            listPass(bestTilings());
        if (m_params.extensions.alternate && m_params.extensions.seed && m_firstGood == kNobody)
            blockPass();
    }
    FlexerOutcome result = outcome();
    result.stats.cpu = threadCpuTime() - cpuBegin + std::chrono::nanoseconds(m_workerCpu.load());
    result.stats.wall = std::chrono::steady_clock::now() - m_begin;
    result.stats.evaluations = m_schedules;
    return result;
}

void Search::staticPass()
{
    m_workerCpu += forEach(m_candidates.size(), m_threads, [this](std::size_t i) {
                       if (!isOver() || (i == 0 && !m_control.stop.stop_requested()))
                           tryStatic(i);
                   }).count();
    const std::size_t good = m_firstGood;
    if (good != kNobody) // what other threads found behind it depends on them
        m_bestStatic = Found{metric(*m_static[good]), good, 0, *m_static[good]};
}

void Search::tryStatic(std::size_t i)
{
    const TilingCandidate& candidate = m_candidates[i];
    const double mostStatic = std::max(m_staticCut.load(), m_bounds.metric * kGoodEnough), mostPlain = m_plainIncumbent;
    const bool wantsStatic = i < m_firstGood && candidate.metricBound <= mostStatic;
    if (!wantsStatic && candidate.metricBound > mostPlain)
        return;
    const TiledLayer tiled(m_layer, m_machine, candidate.tiling);
    const auto bestStatic = wantsStatic ? bestStaticPoint(tiled, candidate.tiling, m_params, mostStatic) : std::nullopt;
    const auto plain =
        candidate.metricBound > mostPlain ? std::nullopt : bestPlain(tiled, candidate.tiling, m_params, mostPlain);
    ++m_schedules;
    const std::scoped_lock lock(m_mutex);
    m_static[i] = bestStatic;
    if (bestStatic) {
        const bool isFirst = !m_bestStatic;
        keep(m_bestStatic, {metric(*bestStatic), i, 0, *bestStatic});
        lowerCut(metric(*bestStatic));
        if (metric(*bestStatic) <= m_bounds.metric * kGoodEnough)
            lower(m_firstGood, i);
        tell(m_bestStatic->point, isFirst);
    }
    if (plain) {
        keep(m_bestPlain, {metric(*plain), i, 0, *plain});
        lower(m_plainIncumbent, metric(*plain));
    }
    report("static schedules", 0.3 * double(i + 1) / double(m_candidates.size()));
}

/// No tiling whose static schedule is worse is scheduled out of order: neither is it among the best ones, nor near the
/// best.
void Search::lowerCut(double staticMetric)
{
    const std::size_t wanted =
        std::size_t(std::max(1, m_params.tilings)); // with all of them wanted, only the seed counts
    m_bestStaticMetrics.insert(std::upper_bound(m_bestStaticMetrics.begin(), m_bestStaticMetrics.end(), staticMetric),
                               staticMetric);
    if (m_bestStaticMetrics.size() > wanted)
        m_bestStaticMetrics.pop_back();
    lower(m_staticCut, m_bestStaticMetrics.front() * kSlack);
    if (m_bestStaticMetrics.size() == wanted)
        lower(m_staticCut, m_bestStaticMetrics.back());
}

void Search::keep(std::optional<Found>& best, Found found)
{
    if (!best || found.comesBefore(*best))
        best = found;
}

/// From any thread: keeps what is found if it is the best of its kind, and tells of it.
void Search::offer(std::optional<Found>& best, Found found)
{
    const std::scoped_lock lock(m_mutex);
    lower(m_incumbent, found.metric);
    keep(best, found);
    tell(best->point, false);
}

/// Tilings for the list scheduler: the best ones of the static pass, or all in the order of their bounds.
std::vector<Search::Ranked> Search::bestTilings() const
{
    std::vector<Ranked> ranked;
    if (const std::size_t good = m_firstGood; good != kNobody)
        return {{good, m_static[good], metric(*m_static[good])}};
    for (std::size_t i = 0; i < m_candidates.size(); ++i) {
        const double found = m_static[i] ? metric(*m_static[i]) : kNone;
        if (m_params.tilings == 0)
            ranked.push_back({i, m_static[i], m_candidates[i].metricBound});
        else if (found <= m_staticCut)
            ranked.push_back({i, m_static[i], found});
    }
    std::ranges::stable_sort(ranked, [](const Ranked& a, const Ranked& b) { return a.metric < b.metric; });
    if (m_params.tilings > 0 && ranked.size() > std::size_t(m_params.tilings))
        ranked.resize(std::size_t(m_params.tilings));
    if (ranked.empty()) // no static schedule has room for every NPU: the list scheduler may still find sets of fewer
        for (std::size_t i = 0;
             i < std::min<std::size_t>(m_candidates.size(), std::size_t(std::max(1, m_params.tilings))); ++i)
            ranked.push_back({i, std::nullopt, m_candidates[i].metricBound});
    return ranked;
}

void Search::listPass(const std::vector<Ranked>& ranked)
{
    std::atomic<std::size_t> done = 0;
    m_workerCpu += forEach(ranked.size(), m_threads, [&](std::size_t rank) {
                       if (!isOver() && m_candidates[ranked[rank].candidate].metricBound <= m_incumbent)
                           tryOutOfOrder(rank, ranked[rank]);
                       const std::scoped_lock lock(m_mutex);
                       report("out of order", 0.3 + 0.6 * double(++done) / double(ranked.size()));
                   }).count();
}

/// Static schedules whose loops run forth and back: what lies in the scratchpad at the turn is used again.
void Search::tryAlternating(std::size_t rank, const Tiling& tiling, const TiledLayer& tiled)
{
    StaticScheduler scheduler(tiled);
    std::size_t variant = 0;
    for (const Dataflow& flow : dataflowsOf(tiled, true)) {
        const OperationOrder order(tiled, flow);
        for (const Regions& regions : staticRegions(tiled, flow.unrolled)) {
            const Recipe recipe{true, tiling, flow, 0, false, false, regions, m_params.extensions.prefetch};
            const auto point = scheduler.run(order, recipe, m_params, m_incumbent);
            ++variant;
            ++m_schedules;
            if (!point || metric(*point) > m_incumbent)
                continue;
            offer(m_bestAlternating, {metric(*point), rank, variant, *point});
        }
    }
}

void Search::tryOutOfOrder(std::size_t rank, const Ranked& ranked)
{
    const Tiling& tiling = m_candidates[ranked.candidate].tiling;
    const TiledLayer tiled(m_layer, m_machine, tiling);
    ListScheduler scheduler(tiled, m_params);
    const Incumbent incumbent = [this] { return m_incumbent.load(std::memory_order_relaxed); };
    const std::vector<Variant> variants = variantsOf(tiled, m_params.extensions);
    if (m_params.extensions.alternate && m_params.extensions.seed)
        tryAlternating(rank, tiling, tiled);
    const bool isAmongFirst =
        rank * 3 < std::size_t(std::max(1, m_params.tilings)) || !m_params.extensions.window || m_params.tilings == 0;
    for (std::size_t v = 0; v < variants.size() && !isOver(); ++v) {
        if (variants[v].window == 0 && !isAmongFirst && tiled.outputTiles > 2 * tiled.machine.npus)
            continue; // the whole ready list takes most of the time, and rarely wins
        const Recipe recipe = outOfOrderRecipe(tiling, variants[v], m_params.extensions.prefetch);
        ++m_schedules;
        const auto point =
            scheduler.run(OperationOrder(tiled, variants[v].dataflow), recipe, incumbent, [this] { return isOver(); });
        if (!point)
            continue;
        offer(m_bestOutOfOrder, {metric(*point), rank, v, *point});
    }
}

/// Block after block: what outputs of one block need comes in once for the block. Tilings in the order of what they
/// would move.
void Search::blockPass()
{
    const std::vector<BlockedTiling> wanted = blockedTilings(m_layer, m_machine, m_params, m_candidates, m_incumbent);
    std::atomic<std::size_t> done = 0;
    m_workerCpu += forEach(wanted.size(), m_threads, [&](std::size_t rank) {
                       if (!isOver() && wanted[rank].metric <= m_incumbent)
                           tryBlocks(rank, wanted[rank]);
                       const std::scoped_lock lock(m_mutex);
                       report("blocks", 0.9 + 0.1 * double(++done) / double(wanted.size()));
                   }).count();
}

void Search::tryBlocks(std::size_t rank, const BlockedTiling& blocked)
{
    const Tiling& tiling = m_candidates[blocked.candidate].tiling;
    const TiledLayer tiled(m_layer, m_machine, tiling);
    StaticScheduler scheduler(tiled);
    std::size_t variant = 0;
    for (const Dataflow& flow : blockedDataflows()) {
        const OperationOrder order(tiled, flow, blocked.block);
        for (const Recipe& recipe :
             blockedRecipes(tiled, tiling, flow, blocked.block, order, m_params.extensions.prefetch)) {
            if (isOver())
                return;
            const auto point = scheduler.run(order, recipe, m_params, m_incumbent);
            ++variant;
            ++m_schedules;
            if (!point || metric(*point) > m_incumbent)
                continue;
            offer(m_bestBlocked, {metric(*point), rank, variant, *point});
        }
    }
}

/// Called under the mutex. The first schedule at once, later ones when they are better and not too often.
void Search::tell(const SchedulePoint& point, bool isFirst)
{
    if (!m_onBetter)
        return;
    const auto now = std::chrono::steady_clock::now();
    const bool isBetter = !m_toldMetric || metric(point) < *m_toldMetric;
    if (!isBetter || (!isFirst && m_toldMetric && now - m_toldAt < kBetweenTold))
        return;
    auto schedule = rebuild(m_layer, m_machine, m_params, point.recipe);
    if (!schedule)
        return;
    m_toldMetric = metric(point);
    TiledSummary told = summary();
    told.chosen = point;
    m_onBetter({told, *std::move(schedule)});
    m_toldAt = std::chrono::steady_clock::now();
}

void Search::report(std::string phase, double fraction)
{
    if (!m_control.onProgress)
        return;
    const TiledSummary now = summary();
    const bool hasAny = m_bestStatic || m_bestOutOfOrder || m_bestBlocked;
    m_control.report({std::move(phase), fraction,
                      hasAny ? std::optional(double(now.chosen.latency.count)) : std::nullopt, now.latencyBound});
}

TiledSummary Search::summary() const
{
    TiledSummary result;
    const auto pointOf = [](const std::optional<Found>& found) {
        return found ? std::optional(found->point) : std::nullopt;
    };
    result.outOfOrder = pointOf(m_bestOutOfOrder);
    result.bestStatic = pointOf(m_bestStatic);
    result.plain = pointOf(m_bestPlain);
    const auto isAsGood = [](const std::optional<Found>& a, const std::optional<Found>& b) {
        return a && (!b || a->metric <= b->metric);
    };
    const std::optional<Found>& seed = isAsGood(m_bestStatic, m_bestAlternating) ? m_bestStatic : m_bestAlternating;
    const bool keepsSeed = m_params.extensions.seed && isAsGood(seed, m_bestOutOfOrder);
    if (keepsSeed && m_bestOutOfOrder && seed->metric < m_bestOutOfOrder->metric)
        result.outOfOrder.reset(); // whether it was finished depends on the threads
    const std::optional<Found>& best = keepsSeed ? seed : m_bestOutOfOrder ? m_bestOutOfOrder : m_bestStatic;
    if (m_bestBlocked && (!best || m_bestBlocked->metric < best->metric)) {
        result.chosen = m_bestBlocked->point;
    } else if (best) {
        result.chosen = best->point;
    }
    result.latencyBound = m_bounds.latency;
    result.metricBound = m_bounds.metric;
    result.transferBound = {std::int64_t(m_bounds.transfer)};
    return result;
}

FlexerOutcome Search::outcome() const
{
    FlexerOutcome result;
    if (m_control.stop.stop_requested())
        result.cause = StopCause::Cancelled;
    else if (isOver())
        result.cause = StopCause::TimeLimit;
    if (m_candidates.empty()) {
        result.status = SolveStatus::Infeasible;
        result.reason = whyNoTiling(m_layer, m_machine, m_params);
        return result;
    }
    TiledSummary best = summary();
    result.stats.bound = best.latencyBound;
    if (!m_bestStatic && !m_bestOutOfOrder && !m_bestBlocked) {
        result.reason =
            result.cause == StopCause::Completed ? "no schedule was found" : "stopped before the first schedule";
        return result;
    }
    auto schedule = rebuild(m_layer, m_machine, m_params, best.chosen.recipe);
    if (!schedule) {
        result.reason = schedule.error().message;
        return result;
    }
    best.operations = std::int64_t(schedule->operations.size());
    result.status =
        metric(best.chosen) <= best.metricBound * kGoodEnough ? SolveStatus::Optimal : SolveStatus::Feasible;
    result.solution = FlexerSolution{best, *std::move(schedule)};
    return result;
}

} // namespace nestloom::schedule::flexer
