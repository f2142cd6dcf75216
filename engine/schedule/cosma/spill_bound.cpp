// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosma/spill_bound.h"

#include <algorithm>

namespace nestloom::schedule::cosma {

namespace {

constexpr int kMostSteps = 200; // of the search for the least price

/// What it costs at least to have `excess` leave, when `backed` bytes of what may leave need no write.
std::int64_t costOf(std::int64_t excess, std::int64_t backed)
{
    return std::min(excess, backed) + 2 * std::max<std::int64_t>(0, excess - backed);
}

bool needsWrite(const Leaver& leaver) { return leaver.price > leaver.size; }

/// Tries every choice, cheap and large ones first.
class LeastPrice {
public:
    explicit LeastPrice(const std::vector<Leaver>& leavers) : m_leavers(leavers)
    {
        for (const Leaver& leaver : leavers) {
            m_best += leaver.price;
            (needsWrite(leaver) ? m_fresh : m_backed) += leaver.size;
        }
    }

    std::int64_t of(std::int64_t excess)
    {
        const std::int64_t parts = costOf(excess, m_backed); // if tensors could leave in part
        choose(0, excess, 0, m_backed, m_fresh);
        return m_steps > kMostSteps ? parts : m_best;
    }

private:
    /// `backed` and `fresh`: bytes of the tensors from `at` on.
    void choose(std::size_t at, std::int64_t missing, std::int64_t price, std::int64_t backed, std::int64_t fresh)
    {
        if (missing <= 0) {
            m_best = std::min(m_best, price);
            return;
        }
        if (backed + fresh < missing || price + costOf(missing, backed) >= m_best || ++m_steps > kMostSteps)
            return;
        const Leaver& leaver = m_leavers[at];
        std::int64_t& part = needsWrite(leaver) ? fresh : backed;
        part -= leaver.size;
        choose(at + 1, missing - leaver.size, price + leaver.price, backed, fresh);
        for (++at; at < m_leavers.size() && m_leavers[at].price == leaver.price && m_leavers[at].size == leaver.size;
             ++at)
            part -= leaver.size; // as good as the one that stays
        choose(at, missing, price, backed, fresh);
    }

    const std::vector<Leaver>& m_leavers;
    std::int64_t m_best = 0, m_backed = 0, m_fresh = 0; // B
    int m_steps = 0;
};

} // namespace

std::int64_t leastPrice(std::vector<Leaver>& leavers, std::int64_t excess)
{
    std::ranges::sort(leavers, [](const Leaver& a, const Leaver& b) {
        return needsWrite(a) != needsWrite(b) ? needsWrite(b) : a.size > b.size;
    });
    return LeastPrice(leavers).of(excess);
}

SpillBound::SpillBound(const GraphIndex& graph, std::int64_t budget)
    : m_graph(graph), m_budget(budget), m_meets(graph.operators()), m_around(graph.operators())
{
    for (std::size_t o = 0; o < graph.operators(); ++o)
        if (graph.workingSet(o) + graph.forcedBytes(o) > budget)
            m_heavy.push_back(std::uint32_t(o));
    const auto excessOf = [&](std::uint32_t o) { return graph.workingSet(o) + graph.forcedBytes(o); };
    std::ranges::stable_sort(m_heavy, [&](auto a, auto b) { return excessOf(a) > excessOf(b); });
    chooseMembers();
}

/// Heaviest first, as long as their forced tensors are disjoint.
void SpillBound::chooseMembers()
{
    std::vector<std::vector<std::uint32_t>> membersOf(m_graph.tensors());
    std::vector<bool> taken(m_graph.tensors());
    for (const std::uint32_t o : m_heavy) {
        const auto& forced = m_graph.forced(o);
        if (std::ranges::any_of(forced, [&](std::uint32_t t) { return taken[t]; }))
            continue;
        Member member{o, heavyBound(o), OpSet(m_graph.operators())};
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
        std::ranges::sort(m_meets[o]);
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
        if (live.place != Place::OffChip) {
            around.live.push_back({live.size, leavingCost(live)});
            around.liveBytes += live.size;
        }
        if (m_graph.ancestors(o).contains(producer))
            around.made += live.size;
    });
}

void SpillBound::addUnmade(std::uint32_t op, const OpSet& done, std::vector<Leaver>& leavers) const
{
    for (const std::uint32_t t : m_graph.forced(op))
        if (!done.contains(m_graph.producer(t)))
            leavers.push_back({m_graph.size(t), m_graph.isBacked(t) ? m_graph.size(t) : 2 * m_graph.size(t)});
}

/// When none of its forced tensors has been made.
std::int64_t SpillBound::heavyBound(std::uint32_t op)
{
    m_leavers.clear();
    addUnmade(op, OpSet(m_graph.operators()), m_leavers);
    return leastPrice(m_leavers, m_graph.workingSet(op) + m_graph.forcedBytes(op) - m_budget);
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
        const std::int64_t excess = m_graph.workingSet(o) + unmade + around.liveBytes - m_budget;
        if (excess > 0) {
            addUnmade(o, state.done, around.live);
            std::int64_t bound = open + leastPrice(around.live, excess);
            for (const std::uint32_t m : m_meets[o])
                if (!state.done.contains(m_members[m].op) && !m_members[m].makers.intersects(state.done))
                    bound -= m_members[m].bound;
            best = std::max(best, bound);
        }
        around.live.clear();
        around.liveBytes = around.made = 0;
        around.touched = false;
    }
    m_touched.clear();
    for (const std::uint32_t o : m_heavy)
        if (!state.done.contains(o) && !m_graph.ancestors(o).intersects(state.done)) {
            best = std::max(best, heavyBound(o));
            break;
        }
    return best;
}

} // namespace nestloom::schedule::cosma
