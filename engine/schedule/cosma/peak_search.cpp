// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosma/peak_search.h"

#include <algorithm>
#include <queue>
#include <tuple>
#include <unordered_map>

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

namespace {

constexpr std::int64_t kDefaultPeakStates = 2'000'000;
constexpr std::int64_t kDefaultWork = 20'000'000; // about a second; a state of a large graph takes more of it
constexpr std::int64_t kWorkPerChild = 20;        // words that are touched for an operator that may come next
constexpr std::size_t kMaxSteps = 2'000'000;      // memory

/// What has run, and what that leaves on chip.
struct Front {
    OpSet done;
    std::vector<std::uint32_t> ready; // ascending
    std::int64_t live = 0;            // B
    std::uint64_t hash = 0;
};

class PeakSearch {
public:
    PeakSearch(const GraphIndex& graph, const RunControl& control)
        : m_graph(graph), m_control(control), m_limit(control.workLimit >= 0 ? control.workLimit : kDefaultPeakStates)
    {
    }

    SolveOutcome<PeakSchedule> run()
    {
        SolveOutcome<PeakSchedule> outcome;
        const auto cpu = threadCpuTime();
        m_steps.push_back({kNone, 0, {}, start(), 0});
        m_queue.push({0, 0, 0, 0});
        for (std::size_t o = 0; o < m_graph.operators(); ++o)
            m_theta = std::max(m_theta, m_graph.workingSet(o) + m_graph.forcedBytes(o));
        keepBest(withPeak(defaultOrder(m_graph.operators())));
        keepBest(withPeak(listOrder(m_graph)));
        std::optional<std::size_t> last;
        bool stopped = false;
        while (!m_queue.empty() && !last && m_theta < m_best.peak && !stopped) {
            if (const auto cause = mustStop()) {
                outcome.cause = *cause;
                stopped = true;
            } else {
                last = expand();
            }
        }
        if (last)
            keepBest(path(*last));
        outcome.solution = m_best;
        outcome.status = stopped ? SolveStatus::Feasible : SolveStatus::Optimal;
        outcome.stats.bound = double(stopped ? std::min(m_theta, m_best.peak) : m_best.peak);
        outcome.stats.nodes = m_expanded;
        outcome.stats.cpu = threadCpuTime() - cpu;
        return outcome;
    }

private:
    static constexpr std::size_t kNone = ~std::size_t{0};

    /// How a state was reached: `op` after the state `from`, then the free moves.
    struct Step {
        std::size_t from = kNone;
        std::uint32_t op = 0;
        std::vector<std::uint32_t> freeMoves;
        Front front; // after the free moves; of expanded states only
        std::size_t depth = 0;
    };
    struct Entry {
        std::int64_t peak = 0;
        std::size_t depth = 0;
        std::int64_t live = 0;
        std::size_t step = 0;                    // into m_steps
        bool operator<(const Entry& other) const // the queue's top is the best
        {
            if (peak != other.peak)
                return peak > other.peak;
            if (depth != other.depth)
                return depth < other.depth;
            return live != other.live ? live > other.live : step > other.step;
        }
    };

    std::optional<StopCause> mustStop() const
    {
        if (m_control.stop.stop_requested())
            return StopCause::Cancelled;
        if (m_expanded >= m_limit || m_work >= kDefaultWork || m_steps.size() >= kMaxSteps)
            return StopCause::WorkLimit;
        return std::nullopt;
    }

    void keepBest(PeakSchedule schedule)
    {
        if (m_best.order.empty() || schedule.peak < m_best.peak)
            m_best = std::move(schedule);
    }

    Front start() const
    {
        Front front{OpSet(m_graph.operators()), {}, 0, 0};
        for (std::size_t o = 0; o < m_graph.operators(); ++o)
            if (m_graph.predecessors(o).empty())
                front.ready.push_back(std::uint32_t(o));
        return front;
    }

    std::int64_t need(const Front& front, std::uint32_t op) const
    {
        return front.live + m_graph.outputBytes(op) + m_graph.parameterBytes(op);
    }

    /// Bytes of inputs that nobody else waits for.
    std::int64_t freed(const Front& front, std::uint32_t op) const
    {
        std::int64_t sum = 0;
        for (const std::uint32_t t : m_graph.inputs(op)) {
            const auto& consumers = m_graph.consumers(t);
            if (std::ranges::all_of(consumers, [&](std::uint32_t c) { return c == op || front.done.contains(c); }))
                sum += m_graph.size(t);
        }
        return sum;
    }

    void execute(Front& front, std::uint32_t op) const
    {
        front.live += m_graph.keptOutputBytes(op) - freed(front, op);
        front.done.insert(op);
        front.hash ^= m_graph.hashOf(op);
        front.ready.erase(std::lower_bound(front.ready.begin(), front.ready.end(), op));
        for (const std::uint32_t s : m_graph.successors(op)) {
            const auto& before = m_graph.predecessors(s);
            if (std::ranges::all_of(before, [&](std::uint32_t p) { return front.done.contains(p); }))
                front.ready.insert(std::lower_bound(front.ready.begin(), front.ready.end(), s), s);
        }
    }

    bool isFree(const Front& front, std::uint32_t op) const
    {
        return !m_graph.isGraphInput(op) && need(front, op) <= m_theta
               && m_graph.keptOutputBytes(op) <= freed(front, op);
    }

    void runFreeMoves(Step& step) const
    {
        for (bool moved = true; moved;) {
            moved = false;
            for (const std::uint32_t op : step.front.ready)
                if (isFree(step.front, op)) {
                    execute(step.front, op);
                    step.freeMoves.push_back(op);
                    moved = true;
                    break;
                }
        }
    }

    bool seen(const Front& front)
    {
        auto [it, end] = m_seen.equal_range(front.hash);
        for (; it != end; ++it)
            if (m_steps[it->second].front.done == front.done)
                return true;
        return false;
    }

    /// The state itself is made when its turn comes: most never have one.
    void push(std::size_t from, std::uint32_t op, std::int64_t live, std::int64_t peak)
    {
        const std::size_t depth = m_steps[from].depth + 1;
        m_queue.push({peak, depth, live, m_steps.size()});
        m_steps.push_back({from, op, {}, {}, depth});
    }

    /// The state when everything has run.
    std::optional<std::size_t> expand()
    {
        const Entry entry = m_queue.top();
        m_queue.pop();
        m_theta = std::max(m_theta, entry.peak);
        Step& step = m_steps[entry.step];
        if (step.from != kNone) {
            step.front = m_steps[step.from].front;
            execute(step.front, step.op);
        }
        runFreeMoves(step);
        if (seen(step.front)) {
            step.front = {};
            return std::nullopt;
        }
        step.depth += step.freeMoves.size();
        m_seen.emplace(step.front.hash, entry.step);
        ++m_expanded;
        m_work += std::int64_t(step.front.done.words()) + kWorkPerChild * std::int64_t(step.front.ready.size());
        if (step.front.ready.empty())
            return entry.step;
        const Front front = step.front;
        for (const std::uint32_t op : front.ready)
            if (const std::int64_t peak = std::max(entry.peak, need(front, op)); peak < m_best.peak)
                push(entry.step, op, front.live + m_graph.keptOutputBytes(op) - freed(front, op), peak);
        return std::nullopt;
    }

    PeakSchedule path(std::size_t last) const
    {
        std::vector<std::uint32_t> reversed;
        for (std::size_t at = last; at != kNone; at = m_steps[at].from) {
            const Step& step = m_steps[at];
            reversed.insert(reversed.end(), step.freeMoves.rbegin(), step.freeMoves.rend());
            if (step.from != kNone)
                reversed.push_back(step.op);
        }
        return withPeak({reversed.rbegin(), reversed.rend()});
    }

    PeakSchedule withPeak(std::vector<std::uint32_t> order) const
    {
        const std::int64_t peak = peakOf(m_graph, order);
        return {std::move(order), peak};
    }

    const GraphIndex& m_graph;
    const RunControl& m_control;
    const std::int64_t m_limit;
    std::int64_t m_theta = 0; // no order has a smaller peak
    std::int64_t m_expanded = 0, m_work = 0;
    PeakSchedule m_best;
    std::vector<Step> m_steps;
    std::priority_queue<Entry> m_queue;
    std::unordered_multimap<std::uint64_t, std::size_t> m_seen; // hash of an expanded state -> its step
};

} // namespace

std::int64_t peakOf(const GraphIndex& graph, const std::vector<std::uint32_t>& order)
{
    std::vector<std::size_t> waiting(graph.tensors());
    for (std::size_t t = 0; t < waiting.size(); ++t)
        waiting[t] = graph.consumers(t).size();
    std::int64_t live = 0, peak = 0;
    for (const std::uint32_t op : order) {
        peak = std::max(peak, live + graph.outputBytes(op) + graph.parameterBytes(op));
        live += graph.keptOutputBytes(op);
        for (const std::uint32_t t : graph.inputs(op))
            if (--waiting[t] == 0)
                live -= graph.size(t);
    }
    return peak;
}

SolveOutcome<PeakSchedule> leastPeak(const GraphIndex& graph, const RunControl& control)
{
    return PeakSearch(graph, control).run();
}

} // namespace nestloom::schedule::cosma
