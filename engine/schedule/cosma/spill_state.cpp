// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosma/spill_state.h"

#include <algorithm>

namespace nestloom::schedule::cosma {

namespace {

bool isLastConsumer(const GraphIndex& graph, const SpillState& state, std::uint32_t tensor, std::uint32_t op)
{
    const auto& consumers = graph.consumers(tensor);
    return std::ranges::all_of(consumers, [&](std::uint32_t c) { return c == op || state.done.contains(c); });
}

void refreshReady(const GraphIndex& graph, SpillState& state, std::uint32_t op)
{
    state.ready.erase(std::lower_bound(state.ready.begin(), state.ready.end(), op));
    for (const std::uint32_t s : graph.successors(op)) {
        const auto& before = graph.predecessors(s);
        if (std::ranges::all_of(before, [&](std::uint32_t p) { return state.done.contains(p); }))
            state.ready.insert(std::lower_bound(state.ready.begin(), state.ready.end(), s), s);
    }
}

LiveTensor born(const GraphIndex& graph, std::uint32_t tensor)
{
    LiveTensor live{graph.size(tensor), 0, graph.isBacked(tensor) ? Place::Backed : Place::Fresh, tensor};
    for (const std::uint32_t c : graph.consumers(tensor))
        live.future ^= graph.hashOf(c);
    return live;
}

bool isFree(const GraphIndex& graph, const SpillState& state, std::uint32_t op, std::int64_t budget)
{
    const std::int64_t kept = graph.keptOutputBytes(op);
    std::int64_t room = 0; // largest output that can stand in for an input
    for (const LiveTensor& live : state.live) {
        if (!graph.consumes(op, live.tensor))
            continue;
        if (live.place == Place::OffChip)
            return false;
        if (isLastConsumer(graph, state, live.tensor, op))
            room = std::max(room, live.place == Place::Fresh ? live.size : live.size / 2);
    }
    return kept <= room && excess(graph, state, op, budget) <= 0;
}

} // namespace

OrderLimits::OrderLimits(const std::vector<std::uint32_t>& order, const std::vector<std::size_t>& ends)
    : m_segmentOf(order.size()), m_segmentAt(order.size() + 1)
{
    std::uint32_t segment = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i == ends[segment])
            ++segment;
        m_segmentOf[order[i]] = m_segmentAt[i] = segment;
    }
}

OrderLimits OrderLimits::fixed(const std::vector<std::uint32_t>& order)
{
    std::vector<std::size_t> ends;
    for (std::size_t i = 1; i <= order.size(); ++i)
        ends.push_back(i);
    return {order, ends};
}

bool playSamePart(const GraphIndex& graph, const SpillState& state, const LiveTensor& a, const LiveTensor& b)
{
    if (a.tensor == b.tensor)
        return true;
    if (a.size != b.size || a.future != b.future)
        return false;
    const auto &first = graph.consumers(a.tensor), &second = graph.consumers(b.tensor);
    auto i = first.begin(), j = second.begin();
    while (true) {
        while (i != first.end() && state.done.contains(*i))
            ++i;
        while (j != second.end() && state.done.contains(*j))
            ++j;
        if (i == first.end() || j == second.end())
            return i == first.end() && j == second.end();
        if (*i++ != *j++)
            return false;
    }
}

SpillState startState(const GraphIndex& graph)
{
    SpillState state;
    state.done = OpSet(graph.operators());
    for (std::size_t o = 0; o < graph.operators(); ++o)
        if (graph.predecessors(o).empty())
            state.ready.push_back(std::uint32_t(o));
    return state;
}

std::int64_t excess(const GraphIndex& graph, const SpillState& state, std::uint32_t op, std::int64_t budget)
{
    std::int64_t need = state.resident + graph.outputBytes(op) + graph.parameterBytes(op);
    for (const LiveTensor& live : state.live)
        if (live.place == Place::OffChip && graph.consumes(op, live.tensor))
            need += live.size;
    return need - budget;
}

std::int64_t freed(const GraphIndex& graph, const SpillState& state, std::uint32_t op)
{
    std::int64_t sum = 0;
    for (const std::uint32_t t : graph.inputs(op))
        if (isLastConsumer(graph, state, t, op))
            sum += graph.size(t);
    return sum;
}

void execute(const GraphIndex& graph, SpillState& state, std::uint32_t op, const std::vector<std::size_t>& leaving)
{
    for (const std::size_t i : leaving) {
        LiveTensor& live = state.live[i];
        state.cost += leavingCost(live);
        state.resident -= live.size;
        live.place = Place::OffChip;
    }
    state.done.insert(op);
    state.hash ^= graph.hashOf(op);
    ++state.count;
    for (LiveTensor& live : state.live) {
        if (!graph.consumes(op, live.tensor))
            continue;
        if (live.place == Place::OffChip) {
            live.place = Place::Backed;
            state.resident += live.size;
        }
        live.future ^= graph.hashOf(op);
    }
    std::erase_if(state.live, [&](const LiveTensor& live) {
        const bool dead = graph.consumes(op, live.tensor) && isLastConsumer(graph, state, live.tensor, op);
        state.resident -= dead ? live.size : 0;
        return dead;
    });
    for (const std::uint32_t t : graph.outputs(op))
        if (!graph.consumers(t).empty()) {
            state.live.push_back(born(graph, t));
            state.resident += graph.size(t);
        }
    std::ranges::sort(state.live);
    refreshReady(graph, state, op);
}

std::vector<std::uint32_t> runFreeMoves(const GraphIndex& graph, const OrderLimits& limits, SpillState& state,
                                        std::int64_t budget)
{
    std::vector<std::uint32_t> moves;
    for (std::size_t i = 0; i < state.ready.size();) {
        const std::uint32_t op = state.ready[i];
        if (graph.isGraphInput(op) || !limits.allow(op, state) || !isFree(graph, state, op, budget)) {
            ++i;
            continue;
        }
        execute(graph, state, op, {});
        moves.push_back(op);
        i = 0; // others may have become free
    }
    return moves;
}

bool dominates(const GraphIndex& graph, const SpillState& a, const SpillState& b)
{
    std::int64_t cost = a.cost;
    if (cost > b.cost)
        return false;
    for (std::size_t i = 0; i < a.live.size(); ++i) {
        const LiveTensor &mine = a.live[i], &other = b.live[i];
        if (!playSamePart(graph, a, mine, other))
            return false;
        if (mine.place > other.place) // Fresh to Backed costs the write; either to OffChip costs leaving
            cost += other.place == Place::OffChip ? leavingCost(mine) : mine.size;
        if (cost > b.cost)
            return false;
    }
    return true;
}

namespace {

/// Bytes that are alive between position i - 1 and i of the default order.
std::vector<std::int64_t> aliveAt(const GraphIndex& graph)
{
    std::vector<std::int64_t> change(graph.operators() + 1);
    for (std::size_t t = 0; t < graph.tensors(); ++t)
        if (!graph.consumers(t).empty()) {
            change[graph.producer(t) + 1] += graph.size(t);
            change[graph.consumers(t).back() + 1] -= graph.size(t);
        }
    for (std::size_t i = 1; i < change.size(); ++i)
        change[i] += change[i - 1];
    return change;
}

void cut(const std::vector<std::int64_t>& alive, std::size_t begin, std::size_t end, std::size_t least,
         std::vector<std::size_t>& ends)
{
    if (end - begin >= 2 * least) {
        const auto at = std::min_element(alive.begin() + std::ptrdiff_t(begin + least),
                                         alive.begin() + std::ptrdiff_t(end - least + 1));
        const auto middle = std::size_t(at - alive.begin());
        cut(alive, begin, middle, least, ends);
        cut(alive, middle, end, least, ends);
        return;
    }
    ends.push_back(end);
}

} // namespace

std::vector<std::size_t> breakPositions(const GraphIndex& graph, std::size_t least)
{
    std::vector<std::size_t> ends;
    cut(aliveAt(graph), 0, graph.operators(), std::max<std::size_t>(1, least), ends);
    return ends;
}

} // namespace nestloom::schedule::cosma
