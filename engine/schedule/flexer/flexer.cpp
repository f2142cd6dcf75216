// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/flexer.h"

#include "engine/schedule/flexer/search.h"
#include "engine/schedule/flexer/static_scheduler.h"
#include "engine/workload/network.h"

#include <algorithm>
#include <limits>

namespace nestloom::schedule::flexer {

namespace {

constexpr std::int64_t kMostRebuilt = 4'000'000;
constexpr double kNoLimit = std::numeric_limits<double>::infinity();

std::optional<Error> whyNot(const workload::Layer& layer, const Machine& machine, const Recipe& recipe)
{
    using enum workload::LoopDimension;
    const Tiling& t = recipe.tiling;
    const auto isWithin = [&](std::int64_t tile, workload::LoopDimension d) { return tile >= 1 && tile <= layer.bounds[d]; };
    if (!isWithin(t.batch, N) || !isWithin(t.rows, P) || !isWithin(t.columns, Q) || !isWithin(t.groups, G)
        || !isWithin(t.inputChannels, C) || !isWithin(t.outputChannels, K)
        || (t.groups > 1 && (t.inputChannels != layer.bounds[C] || t.outputChannels != layer.bounds[K])))
        return Error{ErrorCode::InvalidInput, "the tiling does not fit the layer: " + describe(t), "layer " + layer.name};
    const TilingBound bound = boundOf(layer, machine, t);
    if (!bound.fits)
        return Error{ErrorCode::InvalidInput, "the tiles of one operation do not fit the scratchpad: " + describe(t), "layer " + layer.name};
    if (bound.operations > kMostRebuilt)
        return Error{ErrorCode::InvalidInput, "the tiling has more than " + std::to_string(kMostRebuilt) + " operations", "layer " + layer.name};
    return std::nullopt;
}

} // namespace

Result<FlexerOutcome> solve(const workload::Layer& layer, const Machine& machine, const FlexerParams& params,
                            const RunControl& control, int threads, const OnBetter& onBetter)
{
    if (const auto findings = workload::check(layer); !findings.empty())
        return Error{ErrorCode::InvalidInput, findings.front().message, "layer " + layer.name + ": " + findings.front().key};
    return Search(layer, machine, params, control, threads, onBetter).run();
}

Result<TiledSchedule> rebuild(const workload::Layer& layer, const Machine& machine, const FlexerParams& params, const Recipe& recipe,
                              bool withDecisions)
{
    if (const auto reason = whyNot(layer, machine, recipe))
        return *reason;
    const TiledLayer tiled(layer, machine, recipe.tiling);
    const OperationOrder order(tiled, recipe.dataflow);
    ScheduleRecorder recorder(tiled, withDecisions && !recipe.isStatic);
    std::optional<SchedulePoint> point;
    if (recipe.isStatic) {
        std::int64_t bytes = 0;
        for (std::size_t kind = 0; kind < 3; ++kind)
            bytes += std::max(0, recipe.regions[kind]) * tiled.largest[kind];
        if (bytes <= tiled.scratchpad() && *std::min_element(recipe.regions.begin(), recipe.regions.end()) > 0)
            point = StaticScheduler(tiled).run(order, recipe, params, kNoLimit, &recorder);
    } else {
        point = ListScheduler(tiled, params).run(order, recipe, [] { return kNoLimit; }, {}, &recorder);
    }
    if (!point)
        return Error{ErrorCode::InvalidInput, "the regions do not fit: " + describe(recipe), "layer " + layer.name};
    return recorder.finish(layer, recipe.tiling, recipe.dataflow, describe(recipe), point->latency.count, point->traffic);
}

namespace {

/// Best schedules of one tiling; each is cut short by the best of its own kind only.
TilingPoint pointOf(const workload::Layer& layer, const Machine& machine, const FlexerParams& params, const TilingCandidate& candidate,
                    const RunControl& control)
{
    const TiledLayer tiled(layer, machine, candidate.tiling);
    TilingPoint result{candidate.tiling, candidate.bound.operations, bestStrong(tiled, candidate.tiling, params, kNoLimit), std::nullopt};
    ListScheduler scheduler(tiled, params);
    double least = kNoLimit;
    for (const Variant& variant : variantsOf(tiled, params.extensions)) {
        const Recipe recipe = outOfOrderRecipe(candidate.tiling, variant, params.extensions.prefetch);
        const auto found = scheduler.run(OperationOrder(tiled, variant.dataflow), recipe, [&] { return least; }, control.stop);
        if (!found)
            continue;
        const double metric = metricOf(params, double(found->latency.count), double(found->traffic.total().count));
        if (metric < least) {
            least = metric;
            result.outOfOrder = found;
        }
    }
    return result;
}

} // namespace

std::vector<TilingPoint> tilingPoints(const workload::Layer& layer, const Machine& machine, const FlexerParams& params,
                                      const RunControl& control, int threads, std::size_t limit)
{
    const std::vector<TilingCandidate> candidates = tilings(layer, machine, params);
    const std::size_t stride = std::max<std::size_t>(1, (candidates.size() + limit - 1) / std::max<std::size_t>(1, limit));
    std::vector<std::optional<TilingPoint>> found((candidates.size() + stride - 1) / stride);
    std::mutex mutex;
    std::size_t done = 0;
    forEach(found.size(), threads, [&](std::size_t i) {
        if (control.stop.stop_requested())
            return;
        TilingPoint point = pointOf(layer, machine, params, candidates[i * stride], control);
        const std::scoped_lock lock(mutex);
        found[i] = std::move(point);
        control.report({"all tilings", double(++done) / double(found.size()), std::nullopt, std::nullopt});
    });
    std::vector<TilingPoint> points;
    for (std::optional<TilingPoint>& point : found)
        if (point)
            points.push_back(*std::move(point));
    return points;
}

Traffic compulsoryTraffic(const workload::Layer& layer, const Machine& machine, const Tiling& tiling)
{
    const TiledLayer tiled(layer, machine, tiling);
    Traffic traffic;
    for (std::int32_t t = 0; t < tiled.tiles(); ++t) {
        const int kind = tiled.kind(t);
        (kind == 0 ? traffic.inputs : kind == 1 ? traffic.weights : traffic.outputs) += {tiled.finished[std::size_t(t)]};
    }
    return traffic;
}

} // namespace nestloom::schedule::flexer
