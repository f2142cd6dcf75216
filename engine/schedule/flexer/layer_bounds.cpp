// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/layer_bounds.h"

#include "engine/schedule/flexer/tiled_summary.h"
#include "engine/schedule/flexer/traffic_bound.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace nestloom::schedule::flexer {

namespace {

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
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return value(m_candidates[a]) < value(m_candidates[b]); });
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
        bound.cycles = std::max(bound.cycles, bound.bytes / m_machine.dma.count);
        candidate.metricBound = std::max(candidate.metricBound, metricOf(m_params, bound.cycles, bound.bytes));
    }

    const workload::Layer& m_layer;
    const Machine& m_machine;
    const FlexerParams& m_params;
    std::vector<TilingCandidate>& m_candidates;
};

} // namespace

LayerBounds boundLayer(const workload::Layer& layer, const Machine& machine, const FlexerParams& params,
                       std::vector<TilingCandidate>& candidates)
{
    Bounding bounding(layer, machine, params, candidates);
    const double bandwidth = machine.dma.count;
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
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const TilingCandidate& a, const TilingCandidate& b) { return a.metricBound < b.metricBound; });
    return bounds;
}

} // namespace nestloom::schedule::flexer
