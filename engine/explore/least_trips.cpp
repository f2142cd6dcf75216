// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/least_trips.h"

#include "engine/base/integers.h"

#include <algorithm>
#include <cmath>

namespace nestloom::explore {

namespace {

using enum workload::LoopDimension;
using Pair = std::pair<double, double>;

constexpr std::int64_t kFewTrips = 8; // up to these, each is a part of its own
constexpr double kMuchMore = 1.15;

/// The largest part of a tile that one step over pixels keeps, when `window` inputs belong to a pixel.
double keptFraction(std::int64_t pixels, std::int64_t stride, std::int64_t window)
{
    return double(std::max<std::int64_t>(0, window - stride)) / double((pixels - 1) * stride + window);
}

/// Leaves the pairs that no other one is nowhere above.
void keepLowest(std::vector<Pair>& pairs)
{
    std::ranges::sort(pairs);
    double lowest = std::numeric_limits<double>::infinity();
    std::erase_if(pairs, [&](const Pair& pair) {
        if (pair.second >= lowest)
            return true;
        lowest = pair.second;
        return false;
    });
}

} // namespace

LeastTrips::LeastTrips(const workload::Layer& layer, bool anyTile) : m_layer(layer)
{
    for (const workload::LoopDimension d : workload::kLoopDimensions)
        m_parts[d] = parts(layer.bounds[d], anyTile);
    m_hasHalo = (layer.bounds[R] - 1) * layer.dilationR + 1 > layer.strideP
                || (layer.bounds[S] - 1) * layer.dilationS + 1 > layer.strideQ;
}

/// Ascending: a larger tile is worth its room with fewer trips only. Of many trips those that differ little are one
/// part, with the smallest tile and the fewest trips of them all.
std::vector<LeastTrips::Part> LeastTrips::parts(std::int64_t own, bool anyTile)
{
    std::vector<Part> all; // fewest trips first
    for (std::int64_t trips = 1; trips <= own; ++trips) {
        const std::int64_t tile = ceilDivide(own, trips);
        if (anyTile ? ceilDivide(own, tile) != trips : own % trips != 0)
            continue;
        if (anyTile && !all.empty() && all.back().trips > kFewTrips
            && double(trips) < double(all.back().trips) * kMuchMore)
            all.back().tile = tile;
        else
            all.push_back({tile, trips});
    }
    std::ranges::reverse(all);
    return all;
}

/// All tiles that fit.
class LeastTrips::Search {
public:
    Search(const LeastTrips& of, const Key& key) : m_of(of), m_layer(of.m_layer), m_key(key) {}

    std::vector<Trips> run()
    {
        for (const Part& r : m_of.m_parts[R])
            for (const Part& s : m_of.m_parts[S])
                for (const Part& p : m_of.m_parts[P])
                    for (const Part& q : m_of.m_parts[Q])
                        plane(r, s, p, q);
        for (auto* pairs : {&m_weightsStay, &m_inputsStay, &m_outputsStay})
            keepLowest(*pairs);
        std::vector<Trips> all;
        for (const auto& [inputs, outputs] : m_weightsStay)
            all.push_back({{1, inputs, outputs}});
        for (const auto& [weights, outputs] : m_inputsStay)
            all.push_back({{weights, 1, outputs}});
        for (const auto& [weights, inputs] : m_outputsStay)
            all.push_back({{weights, inputs, 1}});
        return all;
    }

private:
    void plane(const Part& r, const Part& s, const Part& p, const Part& q)
    {
        // What all instances touch together; they cannot hold less.
        const auto lines = double(workload::touchedLines(p.tile, m_layer.strideP, r.tile, m_layer.dilationR))
                           * double(workload::touchedLines(q.tile, m_layer.strideQ, s.tile, m_layer.dilationS));
        const double again = refetched(r, s, p, q);
        for (const Part& g : m_of.m_parts[G])
            for (const Part& n : m_of.m_parts[N])
                for (const Part& c : m_of.m_parts[C]) {
                    const double ofK = bits(TensorRole::Weights) * double(g.tile * c.tile * r.tile * s.tile)
                                       + bits(TensorRole::Outputs) * double(n.tile * g.tile * p.tile * q.tile);
                    const double fixed = bits(TensorRole::Inputs) * double(n.tile * g.tile * c.tile) * lines;
                    const double most = ofK > 0 ? (double(m_key.room) - fixed) / ofK : double(m_layer.bounds[K]);
                    const auto& parts = m_of.m_parts[K];
                    const auto beyond =
                        std::ranges::upper_bound(parts, most, {}, [](const Part& k) { return double(k.tile); });
                    if (beyond == parts.begin() || fixed > double(m_key.room))
                        continue;
                    const double weights = double(n.trips * p.trips * q.trips);
                    const double inputs = 1 + double(std::prev(beyond)->trips - 1) * again;
                    const double outputs = double(c.trips * r.trips * s.trips);
                    m_weightsStay.emplace_back(inputs, outputs);
                    m_inputsStay.emplace_back(weights, outputs);
                    m_outputsStay.emplace_back(weights, inputs);
                }
    }

    double bits(TensorRole role) const { return double(m_key.bits[role]); }

    /// What part of the inputs every further trip over K fetches, when something inside moves them.
    double refetched(const Part& r, const Part& s, const Part& p, const Part& q) const
    {
        if (!m_of.m_hasHalo)
            return 1;
        if (r.trips > 1 || s.trips > 1)
            return 0; // a step over taps keeps nearly all
        const auto kept = [&](const Part& pixel, std::int64_t stride, std::int64_t taps, std::int64_t dilation) {
            const std::int64_t ofOneInstance = ceilDivide(pixel.tile, m_key.instances);
            return pixel.trips > 1 ? keptFraction(ofOneInstance, stride, (taps - 1) * dilation + 1) : 0.0;
        };
        const double x = std::max(kept(p, m_layer.strideP, r.tile, m_layer.dilationR),
                                  kept(q, m_layer.strideQ, s.tile, m_layer.dilationS));
        return 1 - x / (2 - x);
    }

    const LeastTrips& m_of;
    const workload::Layer& m_layer;
    const Key& m_key;
    std::vector<Pair> m_weightsStay, m_inputsStay, m_outputsStay; // trips of the other two
};

const std::vector<LeastTrips::Trips>& LeastTrips::of(const PerTensor<std::int64_t>& bits, std::int64_t room,
                                                     std::int64_t instances)
{
    const Key key{bits, room, instances};
    const auto [known, isNew] = m_known.try_emplace(key);
    if (isNew)
        known->second = Search(*this, key).run();
    return known->second;
}

} // namespace nestloom::explore
