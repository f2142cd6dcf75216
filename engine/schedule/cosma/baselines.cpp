// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosma/baselines.h"

#include <algorithm>
#include <numeric>

namespace nestloom::schedule::cosma {

Baselines baselines(const GraphIndex& graph, const std::vector<std::uint32_t>& leastPeakOrder, Bytes budget)
{
    std::vector<std::uint32_t> defaultOrder(graph.operators());
    std::iota(defaultOrder.begin(), defaultOrder.end(), 0u);
    Baselines found{{{Order::Default, Replacement::Belady, {}, {}},
                     {Order::Default, Replacement::Greedy, {}, {}},
                     {Order::LeastPeak, Replacement::Belady, {}, {}},
                     {Order::LeastPeak, Replacement::Greedy, {}, {}}}};
    for (BaselineTraffic& baseline : found) {
        const auto& order = baseline.order == Order::Default ? defaultOrder : leastPeakOrder;
        const ArenaOutcome outcome = runArena(graph, order, budget.count, baseline.replacement);
        baseline.traffic = {outcome.traffic};
        baseline.relocated = {outcome.relocated};
    }
    return found;
}

const BaselineTraffic& bestOf(const Baselines& baselines)
{
    return *std::min_element(baselines.begin(), baselines.end(),
                             [](const BaselineTraffic& a, const BaselineTraffic& b) { return a.traffic < b.traffic; });
}

} // namespace nestloom::schedule::cosma
