// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/sweep.h"

#include "engine/memory/order_tree.h"
#include "engine/memory/sweep_addresses.h"
#include "engine/memory/sweep_events.h"

#include <map>

namespace nestloom::memory {

namespace {

constexpr std::size_t kAlternatives = 16; // exchanges of one item that a tree is continued by
constexpr std::size_t kTries = 200;       // exchanges tried for one item
constexpr std::size_t kWithin = 2;        // times as many trees go on within a step as from step to step
constexpr std::size_t kAnswers = 32;      // trees at the end that are made addresses of
constexpr std::int64_t kStopEvery = 32;   // exchanges between two looks at the stop token
constexpr std::int64_t kItemsPerNode = 32;
constexpr std::size_t kAhead = 4; // events, this one included, whose leaving buffers should be neighbours

class Sweep {
public:
    Sweep(const std::vector<Buffer>& buffers, const SweepSettings& settings, std::int64_t limit,
          const RunControl& control, Rng& rng)
        : m_buffers(buffers), m_settings(settings), m_limit(limit), m_control(control), m_rng(rng),
          m_sweep(sweepEvents(buffers))
    {
        for (const Buffer& buffer : buffers)
            m_kind.push_back(twinOf(buffer));
        for (const SweepEvent& event : m_sweep.events)
            m_leaving.push_back(marked(event.leaving));
    }

    SweepSearchResult run()
    {
        SweepSearchResult result;
        m_layers.push_back({{OrderTree(m_sweep.first), 0, 0, 0, 0, {}, {}}});
        const auto next = [&](std::size_t layer, std::size_t width) { return after(m_sweep.events[layer], width); };
        if (goThrough(m_layers, m_sweep.events.size(), m_settings.beam, next))
            result.offsets = lowest();
        result.nodes = m_nodes;
        return result;
    }

private:
    struct State {
        OrderTree tree;
        std::uint32_t from = 0;       // in the layer before
        double worth = 0, chance = 0; // of all exchanges so far, as a logarithm
        std::uint64_t fingerprint = 0;
        std::vector<Exchange> exchanges; // of this step, buffers
        SweepEvent rest;                 // of this step: what is not exchanged yet
    };

    /// One exchange after the other, and the best trees go on each time: those that are in the middle of a step compete
    /// with each other when as many buffers are still to arrive.
    std::optional<std::vector<State>> after(const SweepEvent& event, std::size_t width)
    {
        if (mustStop(event)) // a dead end counts, too
            return std::nullopt;
        m_subsets.clear();
        std::vector<std::vector<State>> byLeft(event.arriving.size() + 1);
        for (std::uint32_t i = 0; i < m_layers.back().size(); ++i) {
            const State& before = m_layers.back()[i];
            add({before.tree, i, 0, before.chance, 0, {}, event}, byLeft);
        }
        for (std::size_t left = event.arriving.size(); left > 0; --left) {
            keepBest(byLeft[left], kWithin * width);
            for (const State& state : byLeft[left])
                exchangeFirst(state, byLeft);
            byLeft[left].clear();
        }
        if (m_stopped)
            return std::nullopt;
        keepBest(byLeft.front(), width);
        return std::move(byLeft.front());
    }

    /// Counts an exchange: one node, more when the tree is large.
    bool mustStop(const SweepEvent& event)
    {
        m_nodes += 1 + event.inUse / kItemsPerNode;
        if (m_nodes >= m_limit || (++m_exchanged % kStopEvery == 0 && m_control.stop.stop_requested()))
            m_stopped = true;
        return m_stopped;
    }

    /// Continues by the likeliest exchanges of the first arriving buffer.
    void exchangeFirst(const State& state, std::vector<std::vector<State>>& byLeft)
    {
        std::size_t tries = 0, exchanged = 0;
        if (m_stopped)
            return;
        for (const Exchange& exchange : likelyExchanges(state)) {
            if (exchanged >= kAlternatives || ++tries > kTries || mustStop(state.rest))
                return;
            SweepEvent rest = without(state.rest, exchange);
            if (rest.arriving.empty() != rest.leaving.empty())
                continue;
            auto tree = state.tree.exchanged(exchange.leaving, exchange.arriving);
            if (!tree)
                continue;
            ++exchanged;
            State after{std::move(*tree), state.from,     0, state.chance + exchange.chance, 0,
                        state.exchanges,  std::move(rest)};
            after.exchanges.push_back(exchange);
            add(std::move(after), byLeft);
        }
    }

    void add(State state, std::vector<std::vector<State>>& byLeft)
    {
        const SweepTaste& taste = m_settings.taste;
        const std::optional<int> apart = taste.apart > 0 ? runsTooMany(state) : 0;
        if (!apart)
            return;
        state.worth =
            state.tree.freedom() - taste.chance * state.chance - taste.apart * *apart + taste.random * m_rng.unit();
        state.fingerprint = state.tree.fingerprint(m_kind);
        byLeft[state.rest.arriving.size()].push_back(std::move(state));
    }

    std::vector<bool> marked(const Items& items) const
    {
        std::vector<bool> result(m_buffers.size(), false);
        for (const std::uint32_t item : items)
            result[item] = true;
        return result;
    }

    /// Runs of neighbours that the buffers of the next events make beyond one each; nothing when those of this step are
    /// more than what arrives, each in the place of one run at least.
    std::optional<int> runsTooMany(const State& state) const
    {
        const std::size_t event = m_layers.size() - 1;
        const int here = state.rest.leaving.empty() ? 0 : state.tree.leastRuns(marked(state.rest.leaving));
        if (here > int(state.rest.arriving.size()))
            return std::nullopt;
        int sum = std::max(0, here - 1);
        for (std::size_t next = event + 1; next < m_leaving.size() && next < event + kAhead; ++next)
            sum += std::max(0, state.tree.leastRuns(m_leaving[next]) - 1);
        return sum;
    }

    static SweepEvent without(const SweepEvent& event, const Exchange& exchange)
    {
        const auto rest = [](const Items& all, const Items& gone) {
            Items left;
            std::copy_if(all.begin(), all.end(), std::back_inserter(left),
                         [&](std::uint32_t i) { return std::find(gone.begin(), gone.end(), i) == gone.end(); });
            return left;
        };
        return {rest(event.leaving, exchange.leaving), rest(event.arriving, exchange.arriving), event.inUse};
    }

    std::vector<Exchange> likelyExchanges(const State& state)
    {
        std::vector<SweepItem> leaving, arriving;
        for (const std::uint32_t i : state.rest.leaving)
            leaving.push_back({m_buffers[i].size.count, 0});
        for (const std::uint32_t i : state.rest.arriving)
            arriving.push_back({m_buffers[i].size.count, m_kind[i]});
        const auto [subsets, isNew] = m_subsets.try_emplace(state.rest.arriving);
        if (isNew)
            subsets->second = subsetsWithFirst(arriving);
        std::vector<Exchange> result = exchanges(leaving, state.tree.neighbourSets(state.rest.leaving), arriving,
                                                 subsets->second, m_nodes, m_settings.match);
        for (Exchange& exchange : result) {
            for (std::uint32_t& i : exchange.leaving)
                i = state.rest.leaving[i];
            for (std::uint32_t& i : exchange.arriving)
                i = state.rest.arriving[i];
        }
        return result;
    }

    std::optional<std::vector<Bytes>> lowest() const
    {
        std::optional<std::vector<Bytes>> best;
        for (std::size_t i = 0; i < m_layers.back().size() && i < kAnswers; ++i) {
            std::vector<Exchange> all;
            for (const State* state : pathTo(i, m_layers))
                all.insert(all.end(), state->exchanges.begin(), state->exchanges.end());
            auto offsets = sweepAddresses(m_buffers, m_sweep.first, all, m_buffers.size());
            if (offsets && (!best || topOf(m_buffers, *offsets) < topOf(m_buffers, *best)))
                best = std::move(offsets);
        }
        return best;
    }

    const std::vector<Buffer>& m_buffers;
    const SweepSettings& m_settings;
    const std::int64_t m_limit;
    const RunControl& m_control;
    Rng& m_rng;
    const SweepEvents m_sweep;
    std::vector<std::uint64_t> m_kind;        // by buffer
    std::vector<std::vector<bool>> m_leaving; // by event and buffer
    std::vector<std::vector<State>> m_layers;
    std::map<Items, std::vector<Subset>> m_subsets; // of buffers that arrive at the present step
    std::int64_t m_nodes = 0, m_exchanged = 0;
    bool m_stopped = false;
};

} // namespace

SweepSearchResult runSweep(const std::vector<Buffer>& buffers, const SweepSettings& settings, std::int64_t limit,
                           const RunControl& control, Rng& rng)
{
    return Sweep(buffers, settings, limit, control, rng).run();
}

} // namespace nestloom::memory
