// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosma/spill_bound.h"

#include <algorithm>

namespace nestloom::schedule::cosma {

namespace {

/// What it costs at least to have `excess` leave, when `backed` bytes of what may leave need no write.
std::int64_t costOf(std::int64_t excess, std::int64_t backed)
{
    return std::min(excess, backed) + 2 * std::max<std::int64_t>(0, excess - backed);
}

} // namespace

SpillBound::SpillBound(const GraphIndex& graph, std::int64_t budget)
    : m_graph(graph), m_budget(budget), m_meets(graph.operators()), m_around(graph.operators())
{
    for (std::size_t o = 0; o < graph.operators(); ++o)
        if (graph.workingSet(o) + graph.forcedBytes(o) > budget)
            m_heavy.push_back(std::uint32_t(o));
    const auto excessOf = [&](std::uint32_t o) { return graph.workingSet(o) + graph.forcedBytes(o); };
    std::stable_sort(m_heavy.begin(), m_heavy.end(), [&](auto a, auto b) { return excessOf(a) > excessOf(b); });
    chooseMembers();
}

/// Heaviest first, as long as their forced tensors are disjoint.
void SpillBound::chooseMembers()
{
    std::vector<std::vector<std::uint32_t>> membersOf(m_graph.tensors());
    std::vector<bool> taken(m_graph.tensors());
    for (const std::uint32_t o : m_heavy) {
        const auto& forced = m_graph.forced(o);
        if (std::any_of(forced.begin(), forced.end(), [&](std::uint32_t t) { return taken[t]; }))
            continue;
        Member member{o, costOf(m_graph.workingSet(o) + m_graph.forcedBytes(o) - m_budget, m_graph.backedForcedBytes(o)),
                      OpSet(m_graph.operators())};
        for (const std::uint32_t t : forced) {
            taken[t] = true;
            membersOf[t].push_back(std::uint32_t(m_members.size()));
            member.makers.insert(m_graph.producer(t));
        }
        m_members.push_back(std::move(member));
    }
    for (std::size_t o = 0; o < m_graph.operators() && !m_members.empty(); ++o) {
        for (const std::uint32_t t : m_graph.forced(o))
            m_meets[o].insert(m_meets[o].end(), membersOf[t].begin(), membersOf[t].end());
        std::sort(m_meets[o].begin(), m_meets[o].end());
        m_meets[o].erase(std::unique(m_meets[o].begin(), m_meets[o].end()), m_meets[o].end());
    }
}

void SpillBound::touch(std::size_t op)
{
    if (m_around[op].touched)
        return;
    m_around[op].touched = true;
    m_touched.push_back(std::uint32_t(op));
}

void SpillBound::addLive(const SpillState& state, const LiveTensor& live)
{
    m_before = OpSet(m_graph.operators());
    for (const std::uint32_t c : m_graph.consumers(live.tensor))
        if (!state.done.contains(c))
            m_before |= m_graph.ancestors(c);
    const std::uint32_t producer = m_graph.producer(live.tensor);
    m_before.forEachExcept(state.done, [&](std::size_t o) {
        ++m_work;
        if (m_graph.consumes(o, live.tensor))
            return;
        touch(o);
        Around& around = m_around[o];
        if (live.place == Place::Fresh)
            around.fresh += live.size;
        else if (live.place == Place::Backed)
            around.backed += live.size;
        if (m_graph.ancestors(o).contains(producer)) {
            around.made += live.size;
            around.backedMade += m_graph.isBacked(live.tensor) ? live.size : 0;
        }
    });
}

std::int64_t SpillBound::operator()(const SpillState& state)
{
    for (const LiveTensor& live : state.live)
        addLive(state, live);
    std::int64_t open = 0; // of members whose forced tensors are all still to be made
    for (Member& member : m_members)
        if (!state.done.contains(member.op) && !member.makers.intersects(state.done))
            open += member.bound;
    std::int64_t best = open;
    for (const std::uint32_t o : m_touched) {
        Around& around = m_around[o];
        const std::int64_t unmade = m_graph.forcedBytes(o) - around.made;
        const std::int64_t excess = m_graph.workingSet(o) + unmade + around.fresh + around.backed - m_budget;
        if (excess > 0) {
            const std::int64_t backed = around.backed + m_graph.backedForcedBytes(o) - around.backedMade;
            std::int64_t bound = open + costOf(excess, backed);
            for (const std::uint32_t m : m_meets[o])
                if (!state.done.contains(m_members[m].op) && !m_members[m].makers.intersects(state.done))
                    bound -= m_members[m].bound;
            best = std::max(best, bound);
        }
        around = {};
    }
    m_touched.clear();
    for (const std::uint32_t o : m_heavy)
        if (!state.done.contains(o) && !m_graph.ancestors(o).intersects(state.done)) {
            best = std::max(best, costOf(m_graph.workingSet(o) + m_graph.forcedBytes(o) - m_budget,
                                         m_graph.backedForcedBytes(o)));
            break;
        }
    return best;
}

} // namespace nestloom::schedule::cosma
