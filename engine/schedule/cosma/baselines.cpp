// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosma/baselines.h"

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

} // namespace nestloom::schedule::cosma
