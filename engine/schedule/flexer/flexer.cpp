// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/flexer.h"

#include "engine/schedule/flexer/search.h"
#include "engine/schedule/flexer/static_scheduler.h"
#include "engine/workload/network.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace nestloom::schedule::flexer {

namespace {

constexpr std::int64_t kMostRebuilt = 4'000'000;
constexpr double kNoLimit = std::numeric_limits<double>::infinity();

std::optional<Error> whyNot(const workload::Layer& layer, const Machine& machine, const Recipe& recipe)
{
    using enum workload::LoopDimension;
    const Tiling& t = recipe.tiling;
    const auto isWithin = [&](std::int64_t tile, workload::LoopDimension d) {
        return tile >= 1 && tile <= layer.bounds[d];
    };
    if (!isWithin(t.batch, N) || !isWithin(t.rows, P) || !isWithin(t.columns, Q) || !isWithin(t.groups, G)
        || !isWithin(t.inputChannels, C) || !isWithin(t.outputChannels, K)
        || (t.groups > 1 && (t.inputChannels != layer.bounds[C] || t.outputChannels != layer.bounds[K])))
        return Error{ErrorCode::InvalidInput, "the tiling does not fit the layer: " + describe(t),
                     "layer " + layer.name};
    const TilingBound bound = boundOf(layer, machine, t);
    if (!bound.fits)
        return Error{ErrorCode::InvalidInput, "the tiles of one operation do not fit the scratchpad: " + describe(t),
                     "layer " + layer.name};
    if (bound.operations > kMostRebuilt)
        return Error{ErrorCode::InvalidInput,
                     "the tiling has more than " + std::to_string(kMostRebuilt) + " operations", "layer " + layer.name};
    if (const auto block = blockOf(recipe); block && (block->outputs < 1 || recipe.regions[2] % block->pixels != 0))
        return Error{ErrorCode::InvalidInput,
                     "room for " + std::to_string(recipe.regions[2]) + " outputs is not a block of "
                         + std::to_string(block->pixels) + " pixel tiles and some output tiles",
                     "layer " + layer.name};
    return std::nullopt;
}

} // namespace

Result<FlexerOutcome> solve(const workload::Layer& layer, const Machine& machine, const FlexerParams& params,
                            const RunControl& control, int threads, const OnBetter& onBetter)
{
    TRY_DO(noFindings(workload::check(layer), "layer " + layer.name));
    return Search(layer, machine, params, control, threads, onBetter).run();
}

Result<TiledSchedule> rebuild(const workload::Layer& layer, const Machine& machine, const FlexerParams& params,
                              const Recipe& recipe, bool withDecisions)
{
    if (const auto reason = whyNot(layer, machine, recipe))
        return *reason;
    const TiledLayer tiled(layer, machine, recipe.tiling);
    const OperationOrder order = orderOf(tiled, recipe);
    ScheduleRecorder recorder(tiled, withDecisions && !recipe.isStatic);
    std::optional<SchedulePoint> point;
    if (recipe.isStatic) {
        std::int64_t bytes = 0;
        for (std::size_t kind = 0; kind < 3; ++kind)
            bytes += std::max(0, recipe.regions[kind]) * tiled.largest[kind];
        if (bytes <= tiled.scratchpad() && *std::ranges::min_element(recipe.regions) > 0)
            point = StaticScheduler(tiled).run(order, recipe, params, kNoLimit, &recorder);
    } else {
        point = ListScheduler(tiled, params)
                    .run(
                        order, recipe, [] { return kNoLimit; }, {}, &recorder);
    }
    if (!point)
        return Error{ErrorCode::InvalidInput, "the regions do not fit: " + describe(recipe), "layer " + layer.name};
    return recorder.finish(layer, recipe.tiling, recipe.dataflow, describe(recipe), point->latency.count,
                           point->traffic);
}

namespace {

/// All tilings of a layer, static schedules first.
class TilingSurvey {
public:
    TilingSurvey(const workload::Layer& layer, const Machine& machine, const FlexerParams& params,
                 const RunControl& control, int threads, std::size_t limit, const OnTilings& onMore)
        : m_layer(layer), m_machine(machine), m_params(params), m_control(control), m_threads(threads), m_onMore(onMore)
    {
        const std::vector<TilingCandidate> candidates = tilings(layer, machine, params);
        const std::size_t stride =
            std::max<std::size_t>(1, (candidates.size() + limit - 1) / std::max<std::size_t>(1, limit));
        for (std::size_t i = 0; i < candidates.size(); i += stride)
            m_points.push_back({candidates[i].tiling, candidates[i].bound.operations, std::nullopt, std::nullopt});
        m_isKnown.assign(m_points.size(), false);
    }

    std::vector<TilingPoint> run()
    {
        std::vector<std::size_t> order(m_points.size());
        std::iota(order.begin(), order.end(), std::size_t(0));
        pass(order, [this](std::size_t i) { lookStatic(i); });
        const auto metric = [this](std::size_t i) {
            return m_points[i].bestStatic ? metricOfPoint(*m_points[i].bestStatic) : kNoLimit;
        };
        std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return metric(a) < metric(b); });
        pass(order, [this](std::size_t i) { lookOutOfOrder(i); });
        return known();
    }

private:
    double metricOfPoint(const SchedulePoint& point) const
    {
        return metricOf(m_params, double(point.latency.count), double(point.traffic.total().count));
    }
    std::vector<TilingPoint> known() const
    {
        std::vector<TilingPoint> result;
        for (std::size_t i = 0; i < m_points.size(); ++i)
            if (m_isKnown[i])
                result.push_back(m_points[i]);
        return result;
    }
    template <typename Look>
    void pass(const std::vector<std::size_t>& order, Look look)
    {
        forEach(order.size(), m_threads, [&](std::size_t i) {
            if (!m_control.stop.stop_requested())
                look(order[i]);
        });
    }
    void put(std::size_t i, std::optional<SchedulePoint> TilingPoint::*which, const std::optional<SchedulePoint>& found)
    {
        const std::scoped_lock lock(m_mutex);
        m_points[i].*which = found;
        m_isKnown[i] = true;
        m_control.report({"all tilings", double(++m_done) / double(2 * m_points.size()), std::nullopt, std::nullopt});
        if (m_onMore)
            m_onMore([this] { return known(); });
    }
    void lookStatic(std::size_t i)
    {
        const TiledLayer tiled(m_layer, m_machine, m_points[i].tiling);
        put(i, &TilingPoint::bestStatic, bestStaticPoint(tiled, m_points[i].tiling, m_params, kNoLimit));
    }
    /// Each variant is cut short by the best of its own tiling only.
    void lookOutOfOrder(std::size_t i)
    {
        const Tiling tiling = m_points[i].tiling;
        const TiledLayer tiled(m_layer, m_machine, tiling);
        ListScheduler scheduler(tiled, m_params);
        std::optional<SchedulePoint> best;
        double least = kNoLimit;
        for (const Dataflow& flow : dataflowsOf(tiled)) {
            const Extensions& with = m_params.extensions;
            const Variant variant{flow, with.window && m_machine.npus < tiled.outputTiles ? m_machine.npus : 0,
                                  with.softPin};
            const auto found = scheduler.run(
                OperationOrder(tiled, flow), outOfOrderRecipe(tiling, variant, with.prefetch), [&] { return least; },
                [this] { return m_control.stop.stop_requested(); });
            if (found && metricOfPoint(*found) < least) {
                least = metricOfPoint(*found);
                best = found;
            }
        }
        if (!m_control.stop.stop_requested())
            put(i, &TilingPoint::outOfOrder, best);
    }

    const workload::Layer& m_layer;
    const Machine& m_machine;
    const FlexerParams& m_params;
    const RunControl& m_control;
    const int m_threads;
    const OnTilings& m_onMore;
    std::mutex m_mutex; // guards what follows, while threads run
    std::vector<TilingPoint> m_points;
    std::vector<bool> m_isKnown;
    std::size_t m_done = 0;
};

} // namespace

std::vector<TilingPoint> tilingPoints(const workload::Layer& layer, const Machine& machine, const FlexerParams& params,
                                      const RunControl& control, int threads, std::size_t limit,
                                      const OnTilings& onMore)
{
    return TilingSurvey(layer, machine, params, control, threads, limit, onMore).run();
}

Traffic compulsoryTraffic(const workload::Layer& layer, const Machine& machine, const Tiling& tiling)
{
    const TiledLayer tiled(layer, machine, tiling);
    Traffic traffic;
    for (std::int32_t t = 0; t < tiled.tiles(); ++t) {
        const int kind = tiled.kind(t);
        (kind == 0   ? traffic.inputs
         : kind == 1 ? traffic.weights
                     : traffic.outputs) += {tiled.finished[std::size_t(t)]};
    }
    return traffic;
}

} // namespace nestloom::schedule::flexer
