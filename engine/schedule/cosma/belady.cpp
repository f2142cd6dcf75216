// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosma/belady.h"

#include <algorithm>

namespace nestloom::schedule::cosma {

namespace {

/// A tensor between two uses that have a step between them.
struct Absence {
    std::uint32_t tensor = 0;
    std::size_t first = 0, last = 0; // steps at which it may be off chip
};

class Belady {
public:
    Belady(const GraphIndex& graph, const std::vector<std::uint32_t>& order, std::int64_t budget)
        : m_graph(graph), m_order(order), m_uses(graph.tensors()), m_next(graph.tensors()), m_room(order.size())
    {
        for (std::size_t step = 0; step < order.size(); ++step) {
            m_room[step] = std::max(budget, graph.workingSet(order[step])) - graph.parameterBytes(order[step]);
            for (const std::uint32_t t : graph.outputs(order[step]))
                m_uses[t].push_back(step);
            for (const std::uint32_t t : graph.inputs(order[step]))
                if (m_uses[t].back() != step) // an operator may use a tensor twice
                    m_uses[t].push_back(step);
        }
    }

    SpillSchedule run()
    {
        for (std::size_t step = 0; step < m_order.size(); ++step)
            execute(step);
        takeBack();
        return schedule();
    }

private:
    std::size_t nextUse(std::uint32_t t) const { return m_uses[t][m_next[t]]; }

    void execute(std::size_t step)
    {
        const auto& inputs = m_graph.inputs(m_order[step]);
        for (const std::uint32_t t : inputs)
            enter(t); // back from off chip, unless it is here
        for (const std::uint32_t t : m_graph.outputs(m_order[step]))
            enter(t);
        while (m_used > m_room[step])
            evict(step);
        m_room[step] -= m_used;
        for (const std::uint32_t t : m_resident)
            m_next[t] += nextUse(t) == step ? 1 : 0;
        std::erase_if(m_resident, [&](std::uint32_t t) {
            const bool dead = m_next[t] == m_uses[t].size();
            m_used -= dead ? m_graph.size(t) : 0;
            return dead;
        });
    }

    void enter(std::uint32_t t)
    {
        if (std::ranges::find(m_resident, t) != m_resident.end())
            return;
        m_resident.push_back(t);
        m_used += m_graph.size(t);
    }

    /// The operator's own tensors fit, so there is one of another use.
    void evict(std::size_t step)
    {
        const auto price = [&](std::uint32_t t) { return m_graph.size(t) > 0 ? nextUse(t) : 0; };
        const auto furthest = std::ranges::max_element(m_resident, [&](auto a, auto b) {
            return std::pair(price(a), m_graph.size(a)) < std::pair(price(b), m_graph.size(b));
        });
        const std::uint32_t t = *furthest;
        const std::size_t since = m_uses[t][m_next[t] - 1] + 1; // nothing used it from there on
        for (std::size_t s = since; s < step; ++s)
            m_room[s] += m_graph.size(t);
        m_absences.push_back({t, since, nextUse(t) - 1});
        m_used -= m_graph.size(t);
        m_resident.erase(furthest);
    }

    void takeBack()
    {
        std::ranges::stable_sort(m_absences, [&](const Absence& a, const Absence& b) {
            return m_graph.size(a.tensor) > m_graph.size(b.tensor);
        });
        std::erase_if(m_absences, [&](const Absence& absence) {
            const auto begin = m_room.begin() + std::ptrdiff_t(absence.first);
            const auto end = m_room.begin() + std::ptrdiff_t(absence.last) + 1;
            const std::int64_t size = m_graph.size(absence.tensor);
            if (std::any_of(begin, end, [&](std::int64_t room) { return room < size; }))
                return false;
            std::for_each(begin, end, [&](std::int64_t& room) { room -= size; });
            return true;
        });
    }

    SpillSchedule schedule() const
    {
        SpillSchedule result{m_order, std::vector<std::vector<std::uint32_t>>(m_order.size()), 0};
        std::vector<bool> written;
        for (std::size_t t = 0; t < m_graph.tensors(); ++t)
            written.push_back(m_graph.isBacked(t));
        for (const Absence& absence : m_absences) {
            result.leaving[absence.first].push_back(absence.tensor);
            result.cost += m_graph.size(absence.tensor) * (written[absence.tensor] ? 1 : 2);
            written[absence.tensor] = true;
        }
        return result;
    }

    const GraphIndex& m_graph;
    const std::vector<std::uint32_t>& m_order;
    std::vector<std::vector<std::size_t>> m_uses; // steps, by tensor; the first one makes it
    std::vector<std::size_t> m_next;              // into m_uses, by tensor: first use that is still to come
    std::vector<std::int64_t> m_room;             // B to spare, by step
    std::vector<std::uint32_t> m_resident;
    std::int64_t m_used = 0; // B of m_resident
    std::vector<Absence> m_absences;
};

} // namespace

SpillSchedule beladySchedule(const GraphIndex& graph, const std::vector<std::uint32_t>& order, std::int64_t budget)
{
    return Belady(graph, order, budget).run();
}

} // namespace nestloom::schedule::cosma
