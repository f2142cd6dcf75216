// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/padding_advice.h"

#include "engine/explore/promising_paddings.h"

#include <algorithm>

namespace nestloom::explore {

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
    std::sort(both.begin(), both.end(), [](const auto& x, const auto& y) { return x.dimension < y.dimension; });
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
        if (const Status mapped = map(first, true); !mapped)
            return mapped.error();
        const std::vector<Padding> second = m_stop.stop_requested() ? std::vector<Padding>{} : pairs();
        if (!second.empty())
            if (const Status mapped = map(second, false); !mapped)
                return mapped.error();
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
        const auto mapped =
            schedule::scheduleNetwork(m_inputs.accelerator, network, m_inputs.options, m_makeSolver, m_stop, events);
        if (!mapped)
            return mapped.error();
        return success();
    }

    /// The best padding of each dimension with the best of each other one.
    std::vector<Padding> pairs() const
    {
        std::vector<Padding> best; // of different dimensions
        for (const std::size_t i : ranked(m_advice, m_inputs.layer, m_inputs.options)) {
            const Padding& padding = m_advice.tried[i].padding;
            const bool isNew =
                std::all_of(best.begin(), best.end(), [&](const Padding& one) { return joined(one, padding); });
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
        return std::any_of(m_advice.tried.begin(), m_advice.tried.end(),
                           [&](const auto& one) { return one.padding == padding; });
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
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
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
