// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/sweep_search.h"

#include "engine/memory/exchanges.h"
#include "engine/memory/fillers.h"
#include "engine/memory/luby.h"
#include "engine/memory/order_tree.h"

#include <algorithm>
#include <map>

namespace nestloom::memory {

namespace {

using Items = std::vector<std::uint32_t>; // buffers

constexpr std::size_t kAlternatives = 32; // ways through one step that a tree is continued by
constexpr std::size_t kTries = 200;       // exchanges tried for one item
constexpr std::int64_t kStopEvery = 32;   // exchanges between two looks at the stop token
constexpr std::int64_t kItemsPerNode = 32;

/// A step at which buffers begin or end.
struct Event {
    Items leaving, arriving;
    std::int64_t inUse = 0; // buffers after it
};

/// One attempt: buffers that fill the memory at every step, and a width of the beam.
class Sweep {
public:
    Sweep(const std::vector<Buffer>& buffers, std::size_t width, std::int64_t limit, const RunControl& control)
        : m_buffers(buffers), m_width(width), m_limit(limit), m_control(control)
    {
        makeEvents();
        for (const Buffer& buffer : buffers)
            m_kind.push_back(twin(buffer));
    }

    std::optional<std::vector<Bytes>> run()
    {
        std::vector<State> first;
        first.push_back({OrderTree(m_first), 0, 0, 0, {}});
        m_layers.push_back(std::move(first));
        for (const Event& event : m_events) {
            std::vector<State> next;
            m_exchanges.clear();
            for (std::size_t i = 0; i < m_layers.back().size(); ++i)
                extend(std::uint32_t(i), event, next);
            if (m_stopped || next.empty())
                return std::nullopt;
            keepBest(next);
            for (State& state : m_layers.back())
                state.tree = {}; // the exchanges tell it again
            m_layers.push_back(std::move(next));
        }
        return addresses();
    }

    std::int64_t nodes() const { return m_nodes; }
    bool cancelled() const { return m_control.stop.stop_requested(); }

private:
    struct State {
        OrderTree tree;
        std::uint32_t from = 0; // in the layer before
        double freedom = 0;
        std::uint64_t fingerprint = 0;
        std::vector<Exchange> exchanges; // of this step, buffers
    };

    static std::uint64_t twin(const Buffer& buffer)
    {
        Rng rng(std::uint64_t(buffer.size.count) * 0x9E3779B97F4A7C15ULL + buffer.last);
        return rng.next() | 1;
    }

    void makeEvents()
    {
        std::map<std::size_t, Event> byStep;
        std::size_t begin = m_buffers.front().first, end = 0;
        for (std::uint32_t i = 0; i < m_buffers.size(); ++i) {
            byStep[m_buffers[i].first].arriving.push_back(i);
            byStep[m_buffers[i].last + 1].leaving.push_back(i);
            begin = std::min(begin, m_buffers[i].first);
            end = std::max(end, m_buffers[i].last + 1);
        }
        m_first = byStep[begin].arriving;
        byStep.erase(begin);
        byStep.erase(end);
        const auto larger = [&](std::uint32_t a, std::uint32_t b) {
            return std::tuple(m_buffers[b].size, m_buffers[a].last, a) < std::tuple(m_buffers[a].size, m_buffers[b].last, b);
        };
        std::int64_t inUse = std::int64_t(m_first.size());
        for (auto& [step, event] : byStep) {
            event.inUse = inUse += std::int64_t(event.arriving.size()) - std::int64_t(event.leaving.size());
            std::sort(event.leaving.begin(), event.leaving.end(), larger);
            std::sort(event.arriving.begin(), event.arriving.end(), larger);
            m_events.push_back(std::move(event));
        }
    }

    /// Counts an exchange: one node, more when the tree is large.
    bool mustStop(const Event& event)
    {
        m_nodes += 1 + event.inUse / kItemsPerNode;
        if (m_nodes >= m_limit || (++m_exchanged % kStopEvery == 0 && m_control.stop.stop_requested()))
            m_stopped = true;
        return m_stopped;
    }

    void extend(std::uint32_t from, const Event& event, std::vector<State>& next)
    {
        State state{m_layers.back()[from].tree, from, 0, 0, {}};
        exchangeRest(state, event, next, next.size() + kAlternatives);
    }

    /// Continues by every exchange of the first arriving buffer, until `next` has `limit` states.
    void exchangeRest(const State& state, const Event& rest, std::vector<State>& next, std::size_t limit)
    {
        if (rest.arriving.empty()) {
            next.push_back(state);
            next.back().freedom = state.tree.freedom();
            next.back().fingerprint = state.tree.fingerprint(m_kind);
            return;
        }
        const std::size_t share = std::max<std::size_t>(1, (limit - std::min(limit, next.size())) / 4);
        std::size_t tries = 0;
        for (const Exchange& exchange : exchanges(rest)) {
            if (next.size() >= limit || ++tries > kTries || mustStop(rest))
                return;
            auto tree = state.tree.exchanged(exchange.leaving, exchange.arriving);
            if (!tree)
                continue;
            State after{std::move(*tree), state.from, 0, 0, state.exchanges};
            after.exchanges.push_back(exchange);
            exchangeRest(after, without(rest, exchange), next, std::min(limit, next.size() + share));
        }
    }

    static Event without(const Event& event, const Exchange& exchange)
    {
        const auto rest = [](const Items& all, const Items& gone) {
            Items left;
            std::copy_if(all.begin(), all.end(), std::back_inserter(left),
                         [&](std::uint32_t i) { return std::find(gone.begin(), gone.end(), i) == gone.end(); });
            return left;
        };
        return {rest(event.leaving, exchange.leaving), rest(event.arriving, exchange.arriving), event.inUse};
    }

    /// The same for all trees, so they are looked up.
    const std::vector<Exchange>& exchanges(const Event& event)
    {
        const auto [entry, isNew] = m_exchanges.try_emplace({event.leaving, event.arriving});
        if (!isNew)
            return entry->second;
        std::vector<SweepItem> leaving, arriving;
        for (const std::uint32_t i : event.leaving)
            leaving.push_back({m_buffers[i].size.count, 0});
        for (const std::uint32_t i : event.arriving)
            arriving.push_back({m_buffers[i].size.count, m_kind[i]});
        entry->second = exchangesOfFirst(leaving, arriving, m_nodes);
        for (Exchange& exchange : entry->second) {
            for (std::uint32_t& i : exchange.leaving)
                i = event.leaving[i];
            for (std::uint32_t& i : exchange.arriving)
                i = event.arriving[i];
        }
        return entry->second;
    }

    void keepBest(std::vector<State>& states) const
    {
        std::stable_sort(states.begin(), states.end(),
                         [](const State& a, const State& b) { return a.fingerprint < b.fingerprint; });
        const auto equal = [](const State& a, const State& b) { return a.fingerprint == b.fingerprint; };
        states.erase(std::unique(states.begin(), states.end(), equal), states.end());
        std::stable_sort(states.begin(), states.end(),
                         [](const State& a, const State& b) { return a.freedom > b.freedom; });
        if (states.size() > m_width)
            states.erase(states.begin() + std::ptrdiff_t(m_width), states.end());
    }

    /// The exchanges that led to the first state of the last layer, in order.
    std::vector<Exchange> path() const
    {
        std::vector<const State*> states;
        std::uint32_t at = 0;
        for (std::size_t layer = m_layers.size(); layer-- > 1; at = m_layers[layer][at].from)
            states.push_back(&m_layers[layer][at]);
        std::vector<Exchange> all;
        for (auto it = states.rbegin(); it != states.rend(); ++it)
            all.insert(all.end(), (*it)->exchanges.begin(), (*it)->exchanges.end());
        return all;
    }

    /// Chooses an order at the end and follows the exchanges back: what left stood where what arrived stands.
    std::optional<std::vector<Bytes>> addresses() const
    {
        OrderTree tree(m_first);
        std::vector<OrderTree> before; // each exchange, when its leaving buffers are neighbours
        const std::vector<Exchange> all = path();
        for (const Exchange& exchange : all) {
            auto gathered = tree.gathered(exchange.leaving);
            auto after = tree.exchanged(exchange.leaving, exchange.arriving);
            if (!gathered || !after)
                return std::nullopt;
            before.push_back(std::move(*gathered));
            tree = std::move(*after);
        }
        std::vector<Bytes> offsets(m_buffers.size());
        Items position(m_buffers.size());
        Items order = tree.ordered(position);
        pile(order, offsets);
        for (std::size_t i = all.size(); i-- > 0;) {
            for (std::uint32_t p = 0; p < order.size(); ++p)
                position[order[p]] = p;
            std::uint32_t place = position[all[i].arriving.front()];
            for (const std::uint32_t buffer : all[i].arriving)
                place = std::min(place, position[buffer]);
            for (const std::uint32_t buffer : all[i].leaving)
                position[buffer] = place;
            order = before[i].ordered(position);
            pile(order, offsets);
        }
        return offsets;
    }

    void pile(const Items& order, std::vector<Bytes>& offsets) const
    {
        Bytes top{};
        for (const std::uint32_t buffer : order) {
            offsets[buffer] = top;
            top += m_buffers[buffer].size;
        }
    }

    const std::vector<Buffer>& m_buffers;
    const std::size_t m_width;
    const std::int64_t m_limit;
    const RunControl& m_control;
    Items m_first;
    std::vector<Event> m_events;
    std::vector<std::uint64_t> m_kind; // by buffer
    std::vector<std::vector<State>> m_layers;
    std::map<std::pair<Items, Items>, std::vector<Exchange>> m_exchanges; // of the present step
    std::int64_t m_nodes = 0, m_exchanged = 0;
    bool m_stopped = false;
};

/// 1 1 4 1 1 4 16 ...: narrow beams are tried again with other fillers between wide ones.
std::size_t widthOf(std::int64_t attempt)
{
    const std::int64_t step = luby(attempt + 1);
    return static_cast<std::size_t>(step * step);
}

} // namespace

std::vector<Buffer> swept(const std::vector<Buffer>& buffers, std::vector<std::size_t>& from, bool backwards)
{
    std::size_t end = 0;
    for (const Buffer& buffer : buffers)
        end = std::max(end, buffer.last);
    std::vector<Buffer> result;
    for (std::size_t i = 0; i < buffers.size(); ++i)
        if (buffers[i].size.count > 0) {
            from.push_back(i);
            result.push_back(buffers[i]);
            if (backwards)
                std::tie(result.back().first, result.back().last)
                    = std::pair(end - buffers[i].last, end - buffers[i].first);
        }
    return result;
}

SweepSearchResult searchSweep(const std::vector<Buffer>& buffers, Bytes capacity, std::int64_t nodes,
                              const RunControl& control)
{
    SweepSearchResult result;
    Rng rng(control.seed);
    for (std::int64_t attempt = 0; result.nodes < nodes; ++attempt) {
        const bool backwards = attempt % 2 == 1;
        std::vector<std::size_t> from;
        std::vector<Buffer> all = swept(buffers, from, backwards);
        for (const Buffer& filler : fillers(all, capacity, rng))
            all.push_back(filler);
        if (all.empty())
            return result;
        Sweep sweep(all, widthOf(attempt / 2), nodes - result.nodes, control);
        const auto offsets = sweep.run();
        result.nodes += sweep.nodes() + 1;
        if (offsets) {
            result.offsets.emplace(buffers.size());
            for (std::size_t i = 0; i < from.size(); ++i)
                (*result.offsets)[from[i]] = (*offsets)[i];
            return result;
        }
        if (sweep.cancelled()) {
            result.cause = StopCause::Cancelled;
            return result;
        }
    }
    result.cause = StopCause::WorkLimit;
    return result;
}

} // namespace nestloom::memory
