// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/sweep.h"

#include "engine/memory/beam.h"
#include "engine/memory/order_tree.h"
#include "engine/memory/sweep_addresses.h"
#include "engine/memory/sweep_events.h"

#include <map>

namespace nestloom::memory {

namespace {

constexpr std::size_t kAlternatives = 32;  // ways through one step that a tree is continued by
constexpr std::size_t kTries = 200;        // exchanges tried for one item
constexpr std::int64_t kTriesOfTree = 600; // for all items of one step
constexpr std::size_t kAnswers = 32;       // trees at the end that are made addresses of
constexpr std::int64_t kStopEvery = 32;    // exchanges between two looks at the stop token
constexpr std::int64_t kItemsPerNode = 32;

class Sweep {
public:
    Sweep(const std::vector<Buffer>& buffers, const SweepSettings& settings, std::int64_t limit,
          const RunControl& control, Rng& rng)
        : m_buffers(buffers), m_settings(settings), m_limit(limit), m_control(control), m_rng(rng),
          m_sweep(sweepEvents(buffers))
    {
        for (const Buffer& buffer : buffers)
            m_kind.push_back(twinOf(buffer));
    }

    SweepSearchResult run()
    {
        SweepSearchResult result;
        m_layers.push_back({{OrderTree(m_sweep.first), 0, 0, 0, 0, {}}});
        bool through = true;
        for (auto event = m_sweep.events.begin(); through && event != m_sweep.events.end(); ++event)
            through = goThrough(*event);
        if (through)
            result.offsets = lowest();
        result.nodes = m_nodes;
        return result;
    }

private:
    struct State {
        OrderTree tree;
        std::uint32_t from = 0; // in the layer before
        double worth = 0, chance = 0; // of all exchanges so far, as a logarithm
        std::uint64_t fingerprint = 0;
        std::vector<Exchange> exchanges; // of this step, buffers
    };

    bool goThrough(const SweepEvent& event)
    {
        std::vector<State> next;
        m_exchanges.clear();
        for (std::uint32_t i = 0; i < m_layers.back().size(); ++i) {
            const State& before = m_layers.back()[i];
            m_triesLeft = kTriesOfTree;
            exchangeRest({before.tree, i, 0, before.chance, 0, {}}, event, next, next.size() + kAlternatives);
        }
        if (m_stopped || next.empty())
            return false;
        keepBest(next, m_settings.width);
        for (State& state : m_layers.back())
            state.tree = {}; // the exchanges tell it again
        m_layers.push_back(std::move(next));
        return true;
    }

    /// Counts an exchange: one node, more when the tree is large.
    bool mustStop(const SweepEvent& event)
    {
        m_nodes += 1 + event.inUse / kItemsPerNode;
        if (m_nodes >= m_limit || (++m_exchanged % kStopEvery == 0 && m_control.stop.stop_requested()))
            m_stopped = true;
        return m_stopped || --m_triesLeft < 0;
    }

    /// Continues by every exchange of the first arriving buffer, until `next` has `limit` states.
    void exchangeRest(const State& state, const SweepEvent& rest, std::vector<State>& next, std::size_t limit)
    {
        if (rest.arriving.empty()) {
            if (rest.leaving.empty())
                add(state, next);
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
            State after{std::move(*tree), state.from, 0, state.chance + exchange.chance, 0, state.exchanges};
            after.exchanges.push_back(exchange);
            exchangeRest(after, without(rest, exchange), next, std::min(limit, next.size() + share));
        }
    }

    void add(const State& state, std::vector<State>& next)
    {
        next.push_back(state);
        const SweepTaste& taste = m_settings.taste;
        next.back().worth = state.tree.freedom() - taste.chance * state.chance + taste.random * m_rng.unit();
        next.back().fingerprint = state.tree.fingerprint(m_kind);
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

    /// The same for all trees, so they are looked up.
    const std::vector<Exchange>& exchanges(const SweepEvent& event)
    {
        const auto [entry, isNew] = m_exchanges.try_emplace({event.leaving, event.arriving});
        if (!isNew)
            return entry->second;
        std::vector<SweepItem> leaving, arriving;
        for (const std::uint32_t i : event.leaving)
            leaving.push_back({m_buffers[i].size.count, 0});
        for (const std::uint32_t i : event.arriving)
            arriving.push_back({m_buffers[i].size.count, m_kind[i]});
        entry->second = exchangesOfFirst(leaving, arriving, m_nodes, m_settings.match);
        for (Exchange& exchange : entry->second) {
            for (std::uint32_t& i : exchange.leaving)
                i = event.leaving[i];
            for (std::uint32_t& i : exchange.arriving)
                i = event.arriving[i];
        }
        return entry->second;
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
    std::vector<std::uint64_t> m_kind; // by buffer
    std::vector<std::vector<State>> m_layers;
    std::map<std::pair<Items, Items>, std::vector<Exchange>> m_exchanges; // of the present step
    std::int64_t m_nodes = 0, m_exchanged = 0, m_triesLeft = 0;
    bool m_stopped = false;
};

} // namespace

SweepSearchResult runSweep(const std::vector<Buffer>& buffers, const SweepSettings& settings, std::int64_t limit,
                           const RunControl& control, Rng& rng)
{
    return Sweep(buffers, settings, limit, control, rng).run();
}

} // namespace nestloom::memory
