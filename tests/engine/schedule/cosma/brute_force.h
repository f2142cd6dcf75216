// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/workload/operator_graph.h"

#include <algorithm>
#include <limits>
#include <map>
#include <queue>
#include <vector>

namespace nestloom::tests {

/// Least off-chip traffic of a small graph by trying every order and every choice of what leaves: shortest path over
/// what has run and where each tensor is ('-' not made or dead, 'n' on chip, 'b' on chip with a copy, 'e' off chip),
/// one arc per operator and per set of tensors that leave. Nothing is pruned. -1 = no schedule.
class BruteForce {
public:
    BruteForce(const workload::OperatorGraph& graph, std::int64_t budget, bool inputsBacked = false)
        : m_graph(graph), m_budget(budget), m_inputsBacked(inputsBacked)
    {
    }

    std::int64_t leastTraffic()
    {
        std::priority_queue<std::pair<std::int64_t, State>, std::vector<std::pair<std::int64_t, State>>, std::greater<>>
            queue;
        offer(queue, 0, {0, std::string(m_graph.tensors.size(), '-')});
        while (!queue.empty()) {
            const auto [cost, state] = queue.top();
            queue.pop();
            if (cost > m_best[state])
                continue;
            if (state.done + 1 == 1u << m_graph.operators.size())
                return cost;
            for (std::size_t o = 0; o < m_graph.operators.size(); ++o)
                if ((state.done >> o & 1) == 0 && inputsExist(state, o))
                    for (std::uint32_t all = onChip(state), leaving = all;; leaving = (leaving - 1) & all) {
                        run(queue, cost, state, o, leaving);
                        if (leaving == 0)
                            break;
                    }
        }
        return -1;
    }

    /// Least peak over all orders, nothing leaves.
    static std::int64_t leastPeak(const workload::OperatorGraph& graph)
    {
        std::vector<std::size_t> order(graph.operators.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::int64_t best = std::numeric_limits<std::int64_t>::max();
        do {
            if (const auto peak = peakOf(graph, order))
                best = std::min(best, *peak);
        } while (std::next_permutation(order.begin(), order.end()));
        return best;
    }

private:
    struct State {
        std::uint32_t done = 0;
        std::string places;
        friend auto operator<=>(const State&, const State&) = default;
    };

    bool inputsExist(const State& state, std::size_t o) const
    {
        for (const TensorId t : m_graph.operators[o].inputs)
            if ((state.done >> m_graph.tensors[t.value].producer.value & 1) == 0)
                return false;
        return true;
    }

    std::uint32_t onChip(const State& state) const
    {
        std::uint32_t tensors = 0;
        for (std::size_t t = 0; t < state.places.size(); ++t)
            tensors |= (state.places[t] == 'n' || state.places[t] == 'b' ? 1u : 0u) << t;
        return tensors;
    }

    template <typename Queue>
    void run(Queue& queue, std::int64_t cost, State state, std::size_t o, std::uint32_t leaving)
    {
        const workload::Operator& op = m_graph.operators[o];
        for (std::size_t t = 0; t < state.places.size(); ++t) {
            if ((leaving >> t & 1) == 0)
                continue;
            const bool isInput =
                std::find(op.inputs.begin(), op.inputs.end(), TensorId{std::uint32_t(t)}) != op.inputs.end();
            if (isInput)
                return;
            cost += m_graph.tensors[t].size.count * (state.places[t] == 'n' ? 2 : 1);
            state.places[t] = 'e';
        }
        for (const TensorId t : op.inputs)
            if (state.places[t.value] == 'e')
                state.places[t.value] = 'b';
        for (const TensorId t : op.outputs)
            state.places[t.value] = m_inputsBacked && op.inputs.empty() ? 'b' : 'n';
        std::int64_t used = 0;
        for (std::size_t t = 0; t < state.places.size(); ++t)
            used += state.places[t] == 'n' || state.places[t] == 'b' ? m_graph.tensors[t].size.count : 0;
        for (const Bytes parameter : op.parameters)
            used += parameter.count;
        if (used > m_budget)
            return;
        state.done |= 1u << o;
        for (std::size_t t = 0; t < state.places.size(); ++t) {
            bool waiting = false;
            for (const OperatorId c : m_graph.tensors[t].consumers)
                waiting = waiting || (state.done >> c.value & 1) == 0;
            if (!waiting)
                state.places[t] = '-';
        }
        offer(queue, cost, state);
    }

    template <typename Queue>
    void offer(Queue& queue, std::int64_t cost, const State& state)
    {
        const auto [it, isNew] = m_best.try_emplace(state, cost);
        if (!isNew && it->second <= cost)
            return;
        it->second = cost;
        queue.emplace(cost, state);
    }

    static std::optional<std::int64_t> peakOf(const workload::OperatorGraph& graph,
                                              const std::vector<std::size_t>& order)
    {
        std::vector<std::size_t> at(order.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            at[order[i]] = i;
        std::vector<std::int64_t> used(order.size());
        for (const workload::Tensor& tensor : graph.tensors) {
            std::size_t last = at[tensor.producer.value];
            for (const OperatorId c : tensor.consumers) {
                if (at[c.value] < at[tensor.producer.value])
                    return std::nullopt;
                last = std::max(last, at[c.value]);
            }
            for (std::size_t i = at[tensor.producer.value]; i <= last; ++i)
                used[i] += tensor.size.count;
        }
        for (std::size_t o = 0; o < order.size(); ++o)
            for (const Bytes parameter : graph.operators[o].parameters)
                used[at[o]] += parameter.count;
        return *std::max_element(used.begin(), used.end());
    }

    const workload::OperatorGraph& m_graph;
    const std::int64_t m_budget;
    const bool m_inputsBacked;
    std::map<State, std::int64_t> m_best;
};

} // namespace nestloom::tests
