// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/tilings.h"

#include "engine/base/number_words.h"
#include "engine/schedule/flexer/tiled_summary.h"
#include "engine/schedule/flexer/traffic_bound.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace nestloom::schedule::flexer {

namespace {

using enum workload::LoopDimension;

/// Tile sizes along a dimension, largest first: whole / n rounded up (to a multiple of `grain`), for n = 1, 2, ...
std::vector<std::int64_t> sizes(std::int64_t whole, std::int64_t grain, std::int64_t mostTiles)
{
    std::vector<std::int64_t> result;
    for (std::int64_t n = 1; n <= std::min(whole, mostTiles); ++n) {
        std::int64_t size = (whole + n - 1) / n;
        size = std::min(whole, (size + grain - 1) / grain * grain);
        if (result.empty() || result.back() != size)
            result.push_back(size);
    }
    return result;
}

/// Depthwise layers and the like: channel tiles of a group are whole, and several groups may share a tile.
struct ChannelTiles {
    std::vector<std::int64_t> groups, inputs, outputs;
};

std::vector<ChannelTiles> channelTiles(const workload::Layer& layer, const Machine& machine, std::int64_t mostTiles)
{
    std::vector<ChannelTiles> result{{{1},
                                      sizes(layer.bounds[C], machine.arrayRows, mostTiles),
                                      sizes(layer.bounds[K], machine.arrayColumns, mostTiles)}};
    if (layer.bounds[G] > 1) {
        std::vector<std::int64_t> groups = sizes(layer.bounds[G], 1, mostTiles);
        std::erase(groups, 1);
        result.push_back({groups, {layer.bounds[C]}, {layer.bounds[K]}});
    }
    return result;
}

Tiling smallest(const workload::Layer& layer, const Machine& machine)
{
    return {1, 1, 1, 1, std::min(layer.bounds[C], machine.arrayRows), std::min(layer.bounds[K], machine.arrayColumns)};
}

void addTilings(const workload::Layer& layer, const Machine& machine, const FlexerParams& params, std::int64_t limit,
                const ChannelTiles& channels, std::vector<TilingCandidate>& result)
{
    const auto consider = [&](const Tiling& tiling) {
        const TilingBound bound = boundOf(layer, machine, tiling);
        if (bound.fits && bound.operations <= limit)
            result.push_back({tiling, bound, metricOf(params, bound.cycles, bound.bytes)});
    };
    const auto tiles = [](std::int64_t whole, std::int64_t size) { return (whole + size - 1) / size; };
    for (const std::int64_t n : sizes(layer.bounds[N], 1, limit))
        for (const std::int64_t p : sizes(layer.bounds[P], 1, limit))
            for (const std::int64_t q : sizes(layer.bounds[Q], 1, limit)) {
                const std::int64_t pixels =
                    tiles(layer.bounds[N], n) * tiles(layer.bounds[P], p) * tiles(layer.bounds[Q], q);
                if (pixels > limit)
                    break;
                for (const std::int64_t g : channels.groups)
                    for (const std::int64_t c : channels.inputs) {
                        const std::int64_t outside = pixels * tiles(layer.bounds[G], g) * tiles(layer.bounds[C], c);
                        if (outside > limit) // smaller tiles are more
                            break;
                        for (const std::int64_t k : channels.outputs) {
                            if (outside * tiles(layer.bounds[K], k) > limit)
                                break;
                            consider({n, p, q, g, c, k});
                        }
                    }
            }
}

constexpr double kNoBound = std::numeric_limits<double>::infinity();

class Bounding {
public:
    Bounding(const workload::Layer& layer, const Machine& machine, const FlexerParams& params,
             std::vector<TilingCandidate>& candidates)
        : m_layer(layer), m_machine(machine), m_params(params), m_candidates(candidates)
    {
    }

    /// The least of `value` over all candidates. Looks at them in ascending order and raises each, until the next one
    /// is above the least so far anyway. `enough(candidate, least)`: bytes beyond which the candidate is above `least`.
    double least(const std::function<double(const TilingCandidate&)>& value,
                 const std::function<double(const TilingCandidate&, double)>& enough)
    {
        std::vector<std::size_t> order(m_candidates.size());
        std::iota(order.begin(), order.end(), std::size_t(0));
        std::ranges::stable_sort(
            order, [&](std::size_t a, std::size_t b) { return value(m_candidates[a]) < value(m_candidates[b]); });
        double found = kNoBound;
        for (const std::size_t i : order) {
            if (value(m_candidates[i]) >= found)
                break;
            raise(m_candidates[i], enough(m_candidates[i], found));
            found = std::min(found, value(m_candidates[i]));
        }
        return found;
    }

private:
    void raise(TilingCandidate& candidate, double enough) const
    {
        TilingBound& bound = candidate.bound;
        bound.bytes = std::max(bound.bytes, trafficBound(m_layer, m_machine, candidate.tiling, enough));
        bound.cycles = std::max(bound.cycles, bound.bytes / m_machine.mostBytes());
        candidate.metricBound = std::max(candidate.metricBound, metricOf(m_params, bound.cycles, bound.bytes));
    }

    const workload::Layer& m_layer;
    const Machine& m_machine;
    const FlexerParams& m_params;
    std::vector<TilingCandidate>& m_candidates;
};

} // namespace

std::int64_t operationLimit(const workload::Layer& layer, const Machine& machine, const FlexerParams& params)
{
    if (!machine.scratchpad)
        return params.maxOperations;
    double bytes = 0;
    for (const TensorRole role : kTensorRoles)
        bytes += double(workload::elements(layer, role)) * double(machine.onChip[role].count) / 8;
    const double wanted = 4.0 * machine.npus * bytes / double(machine.scratchpad->count);
    return std::max(params.maxOperations, std::int64_t(std::min(wanted, double(kMostOperations))));
}

std::vector<TilingCandidate> tilings(const workload::Layer& layer, const Machine& machine, const FlexerParams& params)
{
    std::vector<TilingCandidate> result;
    const std::int64_t limit = operationLimit(layer, machine, params);
    for (const ChannelTiles& channels : channelTiles(layer, machine, limit))
        addTilings(layer, machine, params, limit, channels, result);
    std::ranges::stable_sort(
        result, [](const TilingCandidate& a, const TilingCandidate& b) { return a.metricBound < b.metricBound; });
    return result;
}

std::string whyNoTiling(const workload::Layer& layer, const Machine& machine, const FlexerParams& params)
{
    const std::int64_t needed = boundOf(layer, machine, smallest(layer, machine)).together;
    if (machine.scratchpad && needed > machine.scratchpad->count)
        return "the smallest tiles need " + grouped(needed) + " B of scratchpad, but there are "
               + grouped(machine.scratchpad->count) + " B; raise its capacity to " + grouped(needed) + " B";
    return "every tiling that fits the scratchpad has more than "
           + std::to_string(operationLimit(layer, machine, params))
           + " operations; raise the limit of operations or the scratchpad's capacity";
}

LayerBounds boundLayer(const workload::Layer& layer, const Machine& machine, const FlexerParams& params,
                       std::vector<TilingCandidate>& candidates)
{
    Bounding bounding(layer, machine, params, candidates);
    const double bandwidth = machine.mostBytes();
    LayerBounds bounds;
    bounds.metric = bounding.least([](const TilingCandidate& c) { return c.metricBound; },
                                   [&](const TilingCandidate& c, double least) {
                                       switch (params.metric) {
                                       case Metric::Latency: return least * bandwidth;
                                       case Metric::Transfer: return least;
                                       case Metric::LatencyTimesTransfer: break;
                                       }
                                       return params.transferWeight > 0
                                                  ? std::pow(least / c.bound.cycles, 1 / params.transferWeight)
                                                  : least * bandwidth;
                                   });
    bounds.transfer = bounding.least([](const TilingCandidate& c) { return c.bound.bytes; },
                                     [](const TilingCandidate&, double least) { return least; });
    bounds.latency = bounding.least([](const TilingCandidate& c) { return c.bound.cycles; },
                                    [&](const TilingCandidate&, double least) { return least * bandwidth; });
    std::ranges::stable_sort(
        candidates, [](const TilingCandidate& a, const TilingCandidate& b) { return a.metricBound < b.metricBound; });
    return bounds;
}

} // namespace nestloom::schedule::flexer
