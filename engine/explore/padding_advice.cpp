// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/padding_advice.h"

#include "engine/base/integers.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

namespace nestloom::explore {

namespace {

using workload::Layer;
using workload::LoopDimension;
using workload::PaddedDimension;
using workload::Padding;
using enum workload::LoopDimension;

constexpr std::int64_t kMostSizes = 1024; // that are looked at for one dimension

/// Places side by side that one dimension can fill: columns, rows, both of a level, and two neighbouring levels.
std::set<std::int64_t> places(const hardware::Accelerator& accelerator)
{
    std::set<std::int64_t> sizes;
    std::int64_t outer = 1;
    for (const hardware::BufferLevel& level : accelerator.levels) {
        const std::int64_t here = level.fanout.count();
        sizes.insert({level.fanout.columns, level.fanout.rows, here, outer * here});
        if (here > 1)
            outer = here;
    }
    sizes.erase(1);
    return sizes;
}

std::int64_t largestDivisorUpTo(const std::vector<std::int64_t>& ascending, std::int64_t most)
{
    return *std::prev(std::upper_bound(ascending.begin(), ascending.end(), most)); // 1 is always there
}

/// Ways to split a size, per MAC that it costs.
double splits(std::int64_t size) { return std::log2(1.0 + double(divisors(size).size())) / double(size); }

struct Candidate {
    std::int64_t size = 1;
    double fill = 1, split = 0;
};

/// Adds those with the largest `score`, the smaller size among equals.
template <typename Score>
void choose(std::set<std::int64_t>& chosen, std::vector<Candidate> candidates, std::size_t most, Score score)
{
    std::ranges::stable_sort(candidates, [&](const auto& a, const auto& b) { return score(a) > score(b); });
    for (const Candidate& candidate : candidates)
        if (chosen.size() < most)
            chosen.insert(candidate.size);
}

double macsFactor(const Padding& padding)
{
    double factor = 1;
    for (const PaddedDimension& one : padding)
        factor *= double(one.to) / double(one.from);
    return factor;
}

} // namespace

double fillGain(const hardware::Accelerator& accelerator, std::int64_t from, std::int64_t to)
{
    const auto before = divisors(from), after = divisors(to);
    double gain = 1;
    for (const std::int64_t place : places(accelerator))
        gain = std::max(gain, double(largestDivisorUpTo(after, place)) / double(to)
                                  / (double(largestDivisorUpTo(before, place)) / double(from)));
    return gain;
}

std::vector<std::int64_t> promisingSizes(const hardware::Accelerator& accelerator, std::int64_t size, double mostExtra,
                                         std::size_t most)
{
    const auto largest = std::int64_t(std::floor(double(size) * (1 + mostExtra) + 1e-9));
    // Of huge dimensions not every size is asked: the more even ones only.
    const auto step =
        std::int64_t(std::bit_floor(std::uint64_t(std::max<std::int64_t>(1, (largest - size) / kMostSizes))));
    std::vector<Candidate> candidates;
    for (std::int64_t to = (size / step + 1) * step; to <= largest; to += step)
        candidates.push_back({to, fillGain(accelerator, size, to), splits(to) / splits(size)});
    std::set<std::int64_t> chosen;
    std::vector<Candidate> fills = candidates;
    std::erase_if(fills, [](const Candidate& candidate) { return candidate.fill <= 1; });
    choose(chosen, fills, most - most / 3, [](const Candidate& candidate) { return candidate.fill; });
    std::erase_if(candidates,
                  [&](const Candidate& candidate) { return candidate.split <= 1 || chosen.count(candidate.size) > 0; });
    choose(chosen, candidates, most, [](const Candidate& candidate) { return candidate.split; });
    return {chosen.begin(), chosen.end()};
}

std::vector<Padding> promisingPaddings(const hardware::Accelerator& accelerator, const Layer& layer, double mostExtra)
{
    std::vector<Padding> paddings;
    const auto add = [&](Padding padding) {
        if (macsFactor(padding) <= 1 + mostExtra + 1e-9)
            paddings.push_back(std::move(padding));
    };
    for (const LoopDimension d : workload::kLoopDimensions) {
        const std::int64_t size = layer.bounds[d];
        if (size == 1)
            continue;
        for (const std::int64_t to : promisingSizes(accelerator, size, mostExtra)) {
            add({{d, size, to}});
            const bool square = (d == R && layer.bounds[S] == size) || (d == P && layer.bounds[Q] == size);
            if (square)
                add({{d, size, to}, {d == R ? S : Q, size, to}});
        }
    }
    return paddings;
}

namespace {

using schedule::LayerResult;
using workload::PaddedDimension;
using workload::Padding;

constexpr std::size_t kMostPairs = 8;

/// Both paddings together; nothing when they share a dimension.
std::optional<Padding> joined(const Padding& a, const Padding& b)
{
    Padding both = a;
    both.insert(both.end(), b.begin(), b.end());
    std::ranges::sort(both, [](const auto& x, const auto& y) { return x.dimension < y.dimension; });
    const auto same = std::adjacent_find(both.begin(), both.end(),
                                         [](const auto& x, const auto& y) { return x.dimension == y.dimension; });
    return same == both.end() ? std::optional(both) : std::nullopt;
}

class Advisor {
public:
    Advisor(const PaddingInputs& inputs, const schedule::SolverFactory& makeSolver, std::stop_token stop,
            const std::function<void(const PaddingAdvice&)>& onNews)
        : m_inputs(inputs), m_makeSolver(makeSolver), m_stop(std::move(stop)), m_onNews(onNews)
    {
    }

    Result<PaddingAdvice> advise()
    {
        const std::vector<Padding> first =
            promisingPaddings(m_inputs.accelerator, m_inputs.layer, m_inputs.mostExtraMacs);
        m_total = 1 + first.size() + kMostPairs;
        TRY_DO(map(first, true));
        const std::vector<Padding> second = m_stop.stop_requested() ? std::vector<Padding>{} : pairs();
        if (!second.empty())
            TRY_DO(map(second, false));
        m_advice.fraction = 1;
        m_advice.cancelled = m_stop.stop_requested();
        return std::move(m_advice);
    }

private:
    /// Maps the layer padded in each of these ways as the layers of one network, on all threads.
    Status map(const std::vector<Padding>& paddings, bool alsoUnpadded)
    {
        workload::Network network{"paddings of " + m_inputs.layer.name, {}, {}, {}};
        if (alsoUnpadded)
            network.layers.push_back(m_inputs.layer);
        for (const Padding& padding : paddings)
            network.layers.push_back(workload::padded(m_inputs.layer, padding));
        const std::size_t skipped = alsoUnpadded ? 1 : 0, before = m_advice.tried.size();
        std::vector<std::optional<LayerResult>> found(network.layers.size());
        const auto take = [&](const LayerResult& result) {
            found[result.index] = result;
            m_advice.tried.resize(before);
            for (std::size_t i = 0; i < found.size(); ++i)
                if (found[i] && i < skipped)
                    m_advice.unpadded = found[i];
                else if (found[i])
                    m_advice.tried.push_back({paddings[i - skipped], network.layers[i], *found[i]});
            m_advice.fraction = double(m_advice.tried.size() + (m_advice.unpadded ? 1 : 0)) / double(m_total);
            if (m_onNews)
                m_onNews(m_advice);
        };
        schedule::ScheduleEvents events;
        events.onLayer = take;
        schedule::ScheduleOptions options = m_inputs.options;
        options.largerSizes = false; // each size by itself
        TRY_DO(schedule::scheduleNetwork(m_inputs.accelerator, network, options, m_makeSolver, m_stop, events));
        return success();
    }

    /// The best padding of each dimension with the best of each other one.
    std::vector<Padding> pairs() const
    {
        std::vector<Padding> best; // of different dimensions
        for (const std::size_t i : ranked(m_advice, m_inputs.layer, m_inputs.options)) {
            const Padding& padding = m_advice.tried[i].padding;
            const bool isNew =
                std::ranges::all_of(best, [&](const Padding& one) { return joined(one, padding).has_value(); });
            if (isNew && best.size() < 4
                && relativeChange(m_advice, m_advice.tried[i], m_inputs.options).value_or(0) <= 0.02)
                best.push_back(padding);
        }
        std::vector<Padding> result;
        for (std::size_t i = 0; i < best.size(); ++i)
            for (std::size_t j = i + 1; j < best.size() && result.size() < kMostPairs; ++j) {
                const Padding both = *joined(best[i], best[j]);
                if (workload::extraMacs(m_inputs.layer, both) <= m_inputs.mostExtraMacs && !isTried(both))
                    result.push_back(both);
            }
        return result;
    }

    bool isTried(const Padding& padding) const
    {
        return std::ranges::any_of(m_advice.tried, [&](const auto& one) { return one.padding == padding; });
    }

    const PaddingInputs& m_inputs;
    const schedule::SolverFactory& m_makeSolver;
    const std::stop_token m_stop;
    const std::function<void(const PaddingAdvice&)>& m_onNews;
    PaddingAdvice m_advice;
    std::size_t m_total = 1;
};

} // namespace

double figureOf(const LayerResult& result, const schedule::ScheduleOptions& options)
{
    const auto cycles = double(result.cost->cycles.count);
    const double energy = result.cost->energy.count;
    switch (options.cosa.objective) {
    case schedule::Objective::Energy: return energy;
    case schedule::Objective::Edp: return energy * cycles;
    case schedule::Objective::Weighted: return energy + options.cosa.cyclePrice * cycles;
    case schedule::Objective::Latency:
    case schedule::Objective::CosaPaper: break;
    }
    return cycles;
}

std::optional<double> relativeChange(const PaddingAdvice& advice, const PaddingOutcome& outcome,
                                     const schedule::ScheduleOptions& options)
{
    if (!advice.unpadded || !advice.unpadded->cost || !outcome.result.cost)
        return std::nullopt;
    const double before = figureOf(*advice.unpadded, options);
    return before > 0 ? std::optional(figureOf(outcome.result, options) / before - 1) : std::nullopt;
}

double usefulUtilization(const workload::Layer& unpadded, const LayerResult& result)
{
    if (!result.cost || result.cost->macs == 0)
        return 0;
    return result.cost->utilization * double(workload::macs(unpadded)) / double(result.cost->macs);
}

std::vector<std::size_t> ranked(const PaddingAdvice& advice, const workload::Layer& layer,
                                const schedule::ScheduleOptions& options)
{
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < advice.tried.size(); ++i)
        if (advice.tried[i].result.cost)
            order.push_back(i);
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        const double left = figureOf(advice.tried[a].result, options),
                     right = figureOf(advice.tried[b].result, options);
        if (left != right)
            return left < right;
        return workload::extraMacs(layer, advice.tried[a].padding)
               < workload::extraMacs(layer, advice.tried[b].padding);
    });
    return order;
}

Result<PaddingAdvice> advisePadding(const PaddingInputs& inputs, const schedule::SolverFactory& makeSolver,
                                    std::stop_token stop, const std::function<void(const PaddingAdvice&)>& onNews)
{
    return Advisor(inputs, makeSolver, std::move(stop), onNews).advise();
}

} // namespace nestloom::explore
