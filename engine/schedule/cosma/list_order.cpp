// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosma/list_order.h"

#include <tuple>

namespace nestloom::schedule::cosma {

namespace {

class ListOrder {
public:
    explicit ListOrder(const GraphIndex& graph) : m_graph(graph)
    {
        for (std::size_t t = 0; t < graph.tensors(); ++t)
            m_waiting.push_back(graph.consumers(t).size());
        for (std::uint32_t o = 0; o < graph.operators(); ++o) {
            m_missing.push_back(graph.predecessors(o).size());
            if (m_missing.back() == 0)
                m_ready.push_back(o);
        }
    }

    std::vector<std::uint32_t> run()
    {
        std::vector<std::uint32_t> order;
        while (!m_ready.empty()) {
            std::size_t best = m_ready.size() - 1;
            for (std::size_t i = m_ready.size(); i-- > 0;)
                if (price(m_ready[i]) < price(m_ready[best]))
                    best = i;
            order.push_back(m_ready[best]);
            m_ready.erase(m_ready.begin() + std::ptrdiff_t(best));
            execute(order.back());
        }
        return order;
    }

private:
    /// B: growth of what is alive, then what the operator needs beyond it. Graph inputs wait until nothing else can
    /// run.
    std::tuple<bool, std::int64_t, std::int64_t> price(std::uint32_t op) const
    {
        std::int64_t growth = m_graph.keptOutputBytes(op);
        for (const std::uint32_t t : m_graph.inputs(op))
            growth -= m_waiting[t] == 1 ? m_graph.size(t) : 0;
        return {m_graph.isGraphInput(op), growth, m_graph.outputBytes(op) + m_graph.parameterBytes(op)};
    }

    void execute(std::uint32_t op)
    {
        for (const std::uint32_t t : m_graph.inputs(op))
            --m_waiting[t];
        for (const std::uint32_t s : m_graph.successors(op))
            if (--m_missing[s] == 0)
                m_ready.push_back(s);
    }

    const GraphIndex& m_graph;
    std::vector<std::size_t> m_waiting; // by tensor: consumers that have not run
    std::vector<std::size_t> m_missing; // by operator: predecessors that have not run
    std::vector<std::uint32_t> m_ready;
};

} // namespace

std::vector<std::uint32_t> listOrder(const GraphIndex& graph) { return ListOrder(graph).run(); }

} // namespace nestloom::schedule::cosma
