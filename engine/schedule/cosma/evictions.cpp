// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosma/evictions.h"

#include <algorithm>

namespace nestloom::schedule::cosma {

namespace {

class Enumeration {
public:
    Enumeration(const GraphIndex& graph, const SpillState& state, std::uint32_t op, std::int64_t maxCost,
                const std::function<bool(const std::vector<std::size_t>&, std::int64_t)>& visit)
        : m_state(state), m_maxCost(maxCost), m_visit(visit)
    {
        for (std::size_t i = state.live.size(); i-- > 0;) { // largest first
            const LiveTensor& live = state.live[i];
            if (live.place == Place::OffChip || graph.consumes(op, live.tensor))
                continue;
            if (!m_groups.empty() && interchangeable(graph, state.live[m_groups.back().first], live))
                m_groups.back().members.push_back(i);
            else
                m_groups.push_back({i, live.size, leavingCost(live), {i}});
        }
        m_behind.resize(m_groups.size() + 1);
        for (std::size_t g = m_groups.size(); g-- > 0;)
            m_behind[g] = m_behind[g + 1] + m_groups[g].size * static_cast<std::int64_t>(m_groups[g].members.size());
    }

    /// Chooses from group `g` on; false = stopped.
    bool choose(std::size_t g, std::int64_t missing, std::int64_t cost)
    {
        if (m_behind[g] < missing)
            return true;
        const Group& group = m_groups[g];
        std::size_t taken = 0;
        bool goOn = choose(g + 1, missing, cost);
        while (goOn && taken < group.members.size() && group.size > 0) {
            m_chosen.push_back(group.members[taken++]);
            missing -= group.size;
            cost += group.cost;
            if (cost > m_maxCost)
                break;
            if (missing <= 0) { // sizes fall, so the last one chosen is the smallest: leaving it out is too little
                goOn = m_visit(m_chosen, cost);
                break;
            }
            goOn = choose(g + 1, missing, cost);
        }
        m_chosen.resize(m_chosen.size() - taken);
        return goOn;
    }

private:
    struct Group {
        std::size_t first = 0;
        std::int64_t size = 0, cost = 0; // B, of one member
        std::vector<std::size_t> members;
    };
    bool interchangeable(const GraphIndex& graph, const LiveTensor& a, const LiveTensor& b) const
    {
        return a.place == b.place && playSamePart(graph, m_state, a, b);
    }

    const SpillState& m_state;
    const std::int64_t m_maxCost;
    const std::function<bool(const std::vector<std::size_t>&, std::int64_t)>& m_visit;
    std::vector<Group> m_groups;        // sizes falling
    std::vector<std::int64_t> m_behind; // B of the groups from here on
    std::vector<std::size_t> m_chosen;
};

} // namespace

void forEachEviction(const GraphIndex& graph, const SpillState& state, std::uint32_t op, std::int64_t excess,
                     std::int64_t maxCost,
                     const std::function<bool(const std::vector<std::size_t>&, std::int64_t)>& visit)
{
    Enumeration(graph, state, op, maxCost, visit).choose(0, excess, 0);
}

} // namespace nestloom::schedule::cosma
