// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/hole_sweep.h"

#include "engine/base/rng.h"
#include "engine/memory/beam.h"
#include "engine/memory/exchanges.h"
#include "engine/memory/hole_changes.h"
#include "engine/memory/hole_choices.h"
#include "engine/memory/order_tree.h"
#include "engine/memory/sweep_addresses.h"
#include "engine/memory/sweep_events.h"

#include <algorithm>
#include <iterator>

namespace nestloom::memory {

namespace {

constexpr std::size_t kAlternatives = 8; // ways to place one buffer that a state is continued by
constexpr std::size_t kTries = 20;       // choices tried for one buffer
constexpr std::int64_t kStopEvery = 32;  // choices between two looks at the stop token
constexpr std::int64_t kItemsPerNode = 32;
constexpr std::size_t kWidth = 8; // states of the narrowest beam

/// What makes one state better than another, besides the orders that are left. No taste is best for all memories, so
/// they take turns.
struct Taste {
    double hole = 0;     // what a hole more is worth less: many small ones are of little use
    double evidence = 0; // what it is worth when sizes matched that would not by chance
    double random = 0;
};
constexpr Taste kTastes[] = {{2, 0.1, 0}, {0.7, 0.1, 0}, {2, 0, 1}, {0.1, 0.3, 1}, {4, 0.1, 1}};

class HoleSweep {
public:
    HoleSweep(const std::vector<Buffer>& buffers, std::int64_t capacity, const BeamShape& beam, const Taste& taste,
              std::int64_t limit, const RunControl& control, Rng& rng)
        : m_buffers(buffers), m_capacity(capacity), m_count(std::uint32_t(buffers.size())), m_beam(beam),
          m_taste(taste), m_limit(limit), m_control(control), m_rng(rng), m_sweep(sweepEvents(buffers))
    {
        for (const Buffer& buffer : buffers)
            m_kind.push_back(twinOf(buffer));
    }

    SweepSearchResult run()
    {
        SweepSearchResult result;
        m_layers.push_back({firstState()});
        const auto next = [&](std::size_t layer, std::size_t width) { return after(m_sweep.events[layer], width); };
        if (goThrough(m_layers, m_sweep.events.size(), m_beam, next))
            result.offsets = addresses();
        result.nodes = m_nodes;
        return result;
    }

private:
    struct State {
        OrderTree tree;
        std::uint32_t from = 0; // in the layer before
        double evidence = 0;    // of sizes that matched so far, as a logarithm
        double worth = 0;
        std::uint64_t fingerprint = 0;
        std::vector<std::int64_t> holes;   // sizes, B
        std::vector<HoleChange> changes{}; // of this step
        Items arriving{}, fresh{};         // of this step: to be placed, and holes that were left and not used yet
    };

    State firstState()
    {
        State state;
        Items items = m_sweep.first;
        std::int64_t room = m_capacity;
        for (const std::uint32_t i : items)
            room -= m_buffers[i].size.count;
        if (room > 0)
            items.push_back(addHole(state, room));
        state.tree = OrderTree(items);
        if (room > 0)
            state.tree.loosen(items.back());
        state.changes.push_back({{}, items, false});
        return state;
    }

    std::uint32_t addHole(State& state, std::int64_t size) const
    {
        state.holes.push_back(size);
        return m_count + std::uint32_t(state.holes.size()) - 1;
    }

    bool mustStop(std::size_t items)
    {
        m_nodes += 1 + std::int64_t(items) / kItemsPerNode;
        if (m_nodes >= m_limit || (++m_placed % kStopEvery == 0 && m_control.stop.stop_requested()))
            m_stopped = true;
        return m_stopped;
    }

    /// States after the event: one buffer after the other is placed, and the best states go on each time.
    std::optional<std::vector<State>> after(const SweepEvent& event, std::size_t width)
    {
        if (mustStop(event.arriving.size())) // a dead end counts, too
            return std::nullopt;
        std::vector<std::vector<State>> byLeft(event.arriving.size() + 1); // by the number of buffers still to place
        for (std::uint32_t i = 0; i < m_layers.back().size(); ++i)
            byLeft.back().push_back(begun(i, event));
        for (std::size_t left = event.arriving.size(); left > 0; --left) {
            keepBest(byLeft[left], width);
            for (const State& state : byLeft[left]) {
                placeFirst(state, byLeft);
                if (m_stopped)
                    return std::nullopt;
            }
            byLeft[left].clear();
        }
        keepBest(byLeft[0], width);
        return std::move(byLeft[0]);
    }

    State begun(std::uint32_t from, const SweepEvent& event)
    {
        const State& before = m_layers.back()[from];
        State state{before.tree, from, before.evidence, 0, 0, before.holes, {}, event.arriving, {}};
        for (const std::uint32_t buffer : event.leaving) {
            state.fresh.push_back(addHole(state, m_buffers[buffer].size.count));
            state.tree.rename(buffer, state.fresh.back());
            state.changes.push_back({{buffer}, {state.fresh.back()}, false});
        }
        judge(state);
        return state;
    }

    /// Adds the states in which the first arriving buffer, and perhaps others, have a place.
    void placeFirst(const State& state, std::vector<std::vector<State>>& byLeft)
    {
        const std::vector<OrderTree::Leaf> leaves = state.tree.leaves();
        const std::vector<Hole> holes = holesOf(state, leaves);
        std::size_t tries = 0, placed = 0;
        for (const HoleChoice& choice : choices(state, holes, leaves.size())) {
            if (placed >= kAlternatives || ++tries > kTries || mustStop(leaves.size()))
                return;
            State after = state;
            if (!take(after, holes, choice))
                continue;
            ++placed;
            after.evidence += std::max(0.0, -choice.chance);
            judge(after);
            byLeft[after.arriving.size()].push_back(std::move(after));
        }
    }

    std::vector<Hole> holesOf(const State& state, const std::vector<OrderTree::Leaf>& leaves) const
    {
        std::vector<Hole> holes;
        for (const OrderTree::Leaf& leaf : leaves)
            if (leaf.item >= m_count)
                holes.push_back({leaf, state.holes[leaf.item - m_count],
                                 std::find(state.fresh.begin(), state.fresh.end(), leaf.item) != state.fresh.end()});
        return holes;
    }

    std::vector<HoleChoice> choices(const State& state, const std::vector<Hole>& holes, std::size_t leaves)
    {
        const Items& arriving = state.arriving;
        std::vector<std::int64_t> sizes;
        for (const std::uint32_t buffer : arriving)
            sizes.push_back(m_buffers[buffer].size.count);
        if (holes.size() == leaves) { // nothing else is in use
            HoleChoice all;
            for (std::uint32_t i = 0; i < holes.size(); ++i) {
                all.holes.push_back(i);
                all.rest += holes[i].size;
            }
            for (std::uint32_t i = 0; i < arriving.size(); ++i) {
                all.arriving.push_back(i);
                all.rest -= sizes[i];
            }
            return {all};
        }
        std::vector<HoleChoice> found = exact(state, holes);
        const std::vector<HoleChoice> others = holeChoices(holes, sizes, m_capacity);
        found.insert(found.end(), others.begin(), others.end());
        std::stable_sort(found.begin(), found.end(),
                         [](const HoleChoice& a, const HoleChoice& b) { return a.chance < b.chance; });
        return found;
    }

    /// Several buffers together for fresh holes of just their size.
    std::vector<HoleChoice> exact(const State& state, const std::vector<Hole>& holes)
    {
        std::vector<SweepItem> leaving, coming;
        Items at, items;
        for (std::uint32_t i = 0; i < holes.size(); ++i)
            if (holes[i].fresh) {
                at.push_back(i);
                items.push_back(holes[i].leaf.item);
                leaving.push_back({holes[i].size, 0});
            }
        for (const std::uint32_t buffer : state.arriving)
            coming.push_back({m_buffers[buffer].size.count, m_kind[buffer]});
        std::vector<HoleChoice> found;
        for (Exchange& exchange : exchanges(leaving, state.tree.neighbourSets(items), coming, subsetsWithFirst(coming),
                                            m_nodes, {0, m_capacity})) {
            for (std::uint32_t& i : exchange.leaving)
                i = at[i];
            found.push_back({std::move(exchange.leaving), std::move(exchange.arriving), 0, exchange.chance});
        }
        return found;
    }

    /// False when the holes cannot be neighbours.
    bool take(State& state, const std::vector<Hole>& holes, const HoleChoice& choice) const
    {
        Items leaving, coming;
        for (const std::uint32_t i : choice.arriving)
            coming.push_back(state.arriving[i]);
        std::int64_t rest = choice.rest;
        for (const std::uint32_t i : choice.holes) {
            leaving.push_back(holes[i].leaf.item);
            std::erase(state.fresh, leaving.back());
            if (rest > 0 && holes[i].size > rest && (holes[i].leaf.loose || choice.holes.size() == 1)) {
                const std::uint32_t used = addHole(state, holes[i].size - rest), left = addHole(state, rest);
                state.tree.cut(leaving.back(), {used, left});
                state.changes.push_back({{leaving.back()}, {used, left}, true});
                leaving.back() = used;
                rest = 0;
            }
        }
        if (rest > 0)
            coming.push_back(addHole(state, rest));
        auto tree = state.tree.exchanged(leaving, coming);
        if (!tree)
            return false;
        state.tree = std::move(*tree);
        if (rest > 0)
            state.tree.loosen(coming.back());
        state.changes.push_back({std::move(leaving), std::move(coming), false});
        for (auto it = choice.arriving.rbegin(); it != choice.arriving.rend(); ++it)
            state.arriving.erase(state.arriving.begin() + std::ptrdiff_t(*it));
        return true;
    }

    void judge(State& state)
    {
        std::vector<std::uint64_t> kind = m_kind;
        for (const std::int64_t size : state.holes)
            kind.push_back(twinOf({0, 0, {size}}));
        state.fingerprint = state.tree.fingerprint(kind);
        std::size_t holes = 0;
        for (const OrderTree::Leaf& leaf : state.tree.leaves())
            holes += leaf.item >= m_count ? 1 : 0;
        state.worth = state.tree.freedom(m_count) - m_taste.hole * double(holes) + m_taste.evidence * state.evidence
                      + m_taste.random * m_rng.unit();
    }

    std::optional<std::vector<Bytes>> addresses() const
    {
        std::vector<HoleChange> all;
        for (const State* state : pathTo(0, m_layers))
            all.insert(all.end(), state->changes.begin(), state->changes.end());
        std::vector<Exchange> exchanges = withoutCuts(all);
        const Items first = exchanges.front().arriving;
        exchanges.erase(exchanges.begin());
        return sweepAddresses(m_buffers, first, exchanges, m_count + m_layers.back().front().holes.size());
    }

    const std::vector<Buffer>& m_buffers;
    const std::int64_t m_capacity;
    const std::uint32_t m_count;
    const BeamShape m_beam;
    const Taste m_taste;
    const std::int64_t m_limit;
    const RunControl& m_control;
    Rng& m_rng;
    const SweepEvents m_sweep;
    std::vector<std::uint64_t> m_kind; // by buffer
    std::vector<std::vector<State>> m_layers;
    std::int64_t m_nodes = 0, m_placed = 0;
    bool m_stopped = false;
};

} // namespace

SweepSearchResult searchHoleSweep(const std::vector<Buffer>& buffers, Bytes capacity, std::int64_t nodes,
                                  const RunControl& control)
{
    Rng rng(control.seed);
    const auto attempt = [&](const std::vector<Buffer>& all, std::int64_t number, std::int64_t limit) {
        const Taste& taste = kTastes[std::size_t(number) % std::size(kTastes)];
        return HoleSweep(all, capacity.count, beamOf(number, kWidth), taste, limit, control, rng).run();
    };
    return attemptSweeps(buffers, capacity, nodes, control, attempt);
}

} // namespace nestloom::memory
