// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosma/spill_search.h"

#include "engine/base/rng.h"
#include "engine/schedule/cosma/spill_bound.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <optional>
#include <queue>
#include <unordered_map>

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
            m_behind[g] = m_behind[g + 1] + m_groups[g].size * std::int64_t(m_groups[g].members.size());
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

/// Calls `visit` with every inclusion-minimal choice of live tensors (positions in state.live) whose leaving makes room
/// for `op`, and with what that costs; choices dearer than `maxCost` are left out. Tensors that play the same part at
/// the same place are interchangeable: only how many of them leave is chosen. Nothing smaller than minimal is worth
/// trying: a tensor that may stay can still leave at the step where room is short, at the same price. `visit` returns
/// false to stop.
void forEachEviction(const GraphIndex& graph, const SpillState& state, std::uint32_t op, std::int64_t excess,
                     std::int64_t maxCost,
                     const std::function<bool(const std::vector<std::size_t>&, std::int64_t)>& visit)
{
    Enumeration(graph, state, op, maxCost, visit).choose(0, excess, 0);
}

constexpr std::int64_t kDefaultStates = 1'500'000;
constexpr std::int64_t kStopEvery = 64;           // states between two looks at the stop token
constexpr std::size_t kLargeGraph = 500;          // operators; each state takes long enough to look at once
constexpr std::int64_t kComparisonsPerState = 50; // of states with the same operators done
constexpr std::int64_t kWorkPerState = 300;       // operators and tensors looked at: large graphs get fewer states

/// A state and how it was reached: `op` from the state `from` after `leaving` left, then the free moves.
struct Node {
    SpillState state;
    std::size_t from = 0;
    std::uint32_t op = 0;
    std::vector<std::uint32_t> leaving; // tensors
    std::vector<std::uint32_t> freeMoves;
    bool canWait = false; // op freed nothing and nothing ran after it: see delay
    bool dropped = false; // a later state dominates it
};

class SpillSearch {
public:
    SpillSearch(const GraphIndex& graph, const SpillSearchParams& params, const RunControl& control)
        : m_graph(graph), m_params(params), m_control(control),
          m_limit(control.workLimit >= 0 ? control.workLimit : kDefaultStates), m_bound(graph, params.budget),
          m_rng(control.seed), m_below(params.below)
    {
    }

    SolveOutcome<SpillSchedule> run()
    {
        const auto cpu = threadCpuTime();
        const auto wall = std::chrono::steady_clock::now();
        Node root;
        root.state = startState(m_graph);
        root.freeMoves = runFreeMoves(m_graph, m_params.limits, root.state, m_params.budget);
        keep(std::move(root));
        SolveOutcome<SpillSchedule> outcome;
        while (!m_queue.empty() && m_queue.top().total < m_below) {
            if (const auto cause = mustStop()) {
                outcome.cause = *cause;
                break;
            }
            const Entry entry = m_queue.top();
            m_queue.pop();
            if (!m_nodes[entry.node].dropped)
                expand(entry.node);
            if (mustStop())
                m_queue.push(entry); // perhaps not expanded to the end: its bound still counts
        }
        const bool proven = outcome.cause == StopCause::Completed;
        if (m_best)
            outcome.solution = path(*m_best);
        outcome.status = m_best   ? (proven ? SolveStatus::Optimal : SolveStatus::Feasible)
                         : proven ? SolveStatus::Infeasible
                                  : SolveStatus::NoSolutionFound;
        outcome.stats.bound = double(proven ? m_below : std::min(m_below, m_queue.top().total));
        outcome.stats.nodes = m_generated;
        outcome.stats.cpu = threadCpuTime() - cpu;
        outcome.stats.wall = std::chrono::steady_clock::now() - wall;
        return outcome;
    }

private:
    struct Entry {
        std::int64_t total = 0; // cost and bound, B
        std::size_t depth = 0;
        std::int64_t resident = 0;
        std::uint64_t tie = 0;
        std::size_t node = 0;
        bool operator<(const Entry& other) const // the queue's top is the best
        {
            if (total != other.total)
                return total > other.total;
            if (depth != other.depth)
                return depth < other.depth;
            if (resident != other.resident)
                return resident > other.resident;
            return tie != other.tie ? tie > other.tie : node > other.node;
        }
    };

    std::optional<StopCause> mustStop()
    {
        const std::int64_t work = (m_bound.work() + m_touched) / kWorkPerState + m_compared / kComparisonsPerState;
        if (m_generated + work >= m_limit)
            return StopCause::WorkLimit;
        if (m_control.stop.stop_requested())
            return StopCause::Cancelled;
        return std::nullopt;
    }

    void expand(std::size_t at)
    {
        const SpillState state = m_nodes[at].state; // the list of nodes grows meanwhile
        m_touched += std::int64_t(state.ready.size() * state.live.size());
        for (const std::uint32_t op : state.ready) {
            if (!m_params.limits.allow(op, state))
                continue;
            const std::int64_t missing = excess(m_graph, state, op, m_params.budget);
            const auto tryOne = [&](const std::vector<std::size_t>& leaving, std::int64_t) {
                if (!canBeDelayed(m_nodes[at], state, op, leaving))
                    generate(at, state, op, leaving);
                return (++m_generated % kStopEvery != 0 && m_graph.operators() < kLargeGraph) || !mustStop();
            };
            if (missing <= 0)
                tryOne({}, 0);
            else
                forEachEviction(m_graph, state, op, missing, m_below - 1 - state.cost, tryOne);
        }
        m_nodes[at].state.ready = {}; // done with; the rest is needed for dominance
    }

    /// The last operator `o` of `node`, then `op`: would the other order do? See the header.
    bool canBeDelayed(const Node& node, const SpillState& state, std::uint32_t op,
                      const std::vector<std::size_t>& leaving) const
    {
        const std::uint32_t o = node.op;
        if (!node.canWait || !m_params.limits.together(o, op))
            return false;
        for (const std::uint32_t t : m_graph.outputs(o))
            if (m_graph.consumes(op, t))
                return false;
        std::int64_t gone = 0;
        for (const std::size_t i : leaving) {
            const LiveTensor& live = state.live[i];
            if (m_graph.consumes(o, live.tensor) || m_graph.producer(live.tensor) == o)
                return false;
            gone += live.size;
        }
        for (const std::uint32_t t : node.leaving)
            if (m_graph.consumes(op, t))
                return false;
        std::int64_t back = 0;
        for (const LiveTensor& live : state.live)
            if (live.place == Place::OffChip && m_graph.consumes(op, live.tensor))
                back += live.size;
        const std::int64_t freedFirst = freedBefore(state, op, o);
        if (freedFirst == 0 && op > o)
            return false;
        const std::int64_t need = state.resident - m_graph.keptOutputBytes(o) - gone + back
                                  + m_graph.keptOutputBytes(op) - freedFirst + m_graph.outputBytes(o)
                                  + m_graph.parameterBytes(o);
        return need <= m_params.budget;
    }

    /// Bytes that `op` frees when it runs while `o` has not.
    std::int64_t freedBefore(const SpillState& state, std::uint32_t op, std::uint32_t o) const
    {
        std::int64_t sum = 0;
        for (const std::uint32_t t : m_graph.inputs(op)) {
            const auto& consumers = m_graph.consumers(t);
            if (std::ranges::all_of(consumers,
                                    [&](std::uint32_t c) { return c == op || (c != o && state.done.contains(c)); }))
                sum += m_graph.size(t);
        }
        return sum;
    }

    void generate(std::size_t from, const SpillState& state, std::uint32_t op, const std::vector<std::size_t>& leaving)
    {
        m_touched += std::int64_t(state.done.words() + state.ready.size() + state.live.size());
        Node node{state, from, op, {}, {}, freed(m_graph, state, op) == 0, false};
        for (const std::size_t i : leaving)
            node.leaving.push_back(state.live[i].tensor);
        execute(m_graph, node.state, op, leaving);
        node.freeMoves = runFreeMoves(m_graph, m_params.limits, node.state, m_params.budget);
        node.canWait = node.canWait && node.freeMoves.empty();
        keep(std::move(node));
    }

    /// Enters a state unless it cannot lead to anything better.
    void keep(Node node)
    {
        const SpillState& state = node.state;
        const std::int64_t total = state.cost + m_bound(state);
        if (total >= m_below || isDominated(state))
            return;
        const std::size_t at = m_nodes.size();
        if (state.count == m_graph.operators()) {
            m_below = state.cost;
            m_best = at;
        } else {
            m_queue.push({total, state.count, state.resident, m_rng.next(), at});
            m_known[state.hash].push_back(at);
        }
        m_nodes.push_back(std::move(node));
    }

    bool isDominated(const SpillState& state)
    {
        const auto known = m_known.find(state.hash);
        if (known == m_known.end())
            return false;
        m_compared += 2 * std::int64_t(known->second.size());
        for (const std::size_t other : known->second)
            if (m_nodes[other].state.done == state.done && dominates(m_graph, m_nodes[other].state, state))
                return true;
        std::erase_if(known->second, [&](std::size_t other) {
            Node& node = m_nodes[other];
            if (node.state.done != state.done || !dominates(m_graph, state, node.state))
                return false;
            node.dropped = true;
            node.state = {};
            return true;
        });
        return false;
    }

    SpillSchedule path(std::size_t last) const
    {
        SpillSchedule schedule;
        std::vector<std::size_t> nodes;
        for (std::size_t at = last; at != 0; at = m_nodes[at].from)
            nodes.push_back(at);
        const auto addFree = [&](const Node& node) {
            for (const std::uint32_t op : node.freeMoves) {
                schedule.order.push_back(op);
                schedule.leaving.emplace_back();
            }
        };
        addFree(m_nodes[0]);
        for (auto it = nodes.rbegin(); it != nodes.rend(); ++it) {
            const Node& node = m_nodes[*it];
            schedule.order.push_back(node.op);
            schedule.leaving.push_back(node.leaving);
            addFree(node);
        }
        schedule.cost = m_nodes[last].state.cost;
        return schedule;
    }

    const GraphIndex& m_graph;
    const SpillSearchParams& m_params;
    const RunControl& m_control;
    const std::int64_t m_limit;
    SpillBound m_bound;
    Rng m_rng;
    std::int64_t m_below; // cost of the best schedule so far, B
    std::int64_t m_generated = 0, m_compared = 0, m_touched = 0;
    std::optional<std::size_t> m_best;
    std::deque<Node> m_nodes;
    std::priority_queue<Entry> m_queue;
    std::unordered_map<std::uint64_t, std::vector<std::size_t>>
        m_known; // hash of `done` -> states, dropped ones taken out
};

} // namespace

SolveOutcome<SpillSchedule> leastSpill(const GraphIndex& graph, const SpillSearchParams& params,
                                       const RunControl& control)
{
    return SpillSearch(graph, params, control).run();
}

} // namespace nestloom::schedule::cosma
