// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/hole_sweep.h"

#include "engine/base/rng.h"
#include "engine/memory/exchanges.h"
#include "engine/memory/hole_choices.h"
#include "engine/memory/luby.h"
#include "engine/memory/order_tree.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace nestloom::memory {

namespace {

using Items = std::vector<std::uint32_t>; // buffers, and holes from the number of buffers on

constexpr std::size_t kAlternatives = 8;  // ways to place one buffer that a state is continued by
constexpr std::size_t kTries = 20;        // choices tried for one buffer
constexpr std::int64_t kStopEvery = 32;   // choices between two looks at the stop token
constexpr std::int64_t kItemsPerNode = 32;
constexpr std::int64_t kWidth = 8;        // states of the narrowest beam

/// What makes one state better than another, besides the orders that are left. No taste is best for all memories, so
/// they take turns.
struct Taste {
    double hole = 0;     // what a hole more is worth less: many small ones are of little use
    double evidence = 0; // what it is worth when sizes matched that would not by chance
    double random = 0;
};
constexpr Taste kTastes[] = {{2, 0.1, 0}, {0.7, 0.1, 0}, {2, 0, 1}, {0.1, 0.3, 1}, {4, 0.1, 1}};

struct Event {
    Items leaving, arriving;
};

/// Some items took the place of others; or an item was cut into parts, which are `arriving` then.
struct Change {
    Items leaving, arriving;
    bool cut = false;
};

class HoleSweep {
public:
    HoleSweep(const std::vector<Buffer>& buffers, std::int64_t capacity, std::size_t width, const Taste& taste,
              std::int64_t limit, const RunControl& control, Rng& rng)
        : m_buffers(buffers), m_capacity(capacity), m_count(std::uint32_t(buffers.size())), m_width(width),
          m_taste(taste), m_limit(limit), m_control(control), m_rng(rng)
    {
        makeEvents();
        for (const Buffer& buffer : buffers)
            m_kind.push_back(mixed(std::uint64_t(buffer.size.count), buffer.last + 1));
    }

    std::optional<std::vector<Bytes>> run()
    {
        m_layers.push_back({firstState()});
        for (const Event& event : m_events) {
            std::vector<State> next = through(event);
            if (m_stopped || next.empty())
                return std::nullopt;
            for (State& state : m_layers.back())
                state.tree = {}; // the changes tell it again
            m_layers.push_back(std::move(next));
        }
        return addresses();
    }

    std::int64_t nodes() const { return m_nodes; }

private:
    struct State {
        OrderTree tree;
        std::uint32_t from = 0; // in the layer before
        double evidence = 0; // of sizes that matched so far, as a logarithm
        double worth = 0;
        std::uint64_t fingerprint = 0;
        std::vector<std::int64_t> holes; // sizes, B
        std::vector<Change> changes{};   // of this step
        Items arriving{}, fresh{};       // of this step: to be placed, and holes that were left and not used yet
    };

    static std::uint64_t mixed(std::uint64_t a, std::uint64_t b)
    {
        return Rng(a * 0x9E3779B97F4A7C15ULL + b).next() | 1;
    }

    void makeEvents()
    {
        std::map<std::size_t, Event> byStep;
        std::size_t begin = m_buffers.front().first, end = 0;
        for (std::uint32_t i = 0; i < m_count; ++i) {
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
        for (auto& [step, event] : byStep) {
            std::sort(event.leaving.begin(), event.leaving.end(), larger);
            std::sort(event.arriving.begin(), event.arriving.end(), larger);
            m_events.push_back(std::move(event));
        }
    }

    State firstState()
    {
        State state;
        Items items = m_first;
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
    std::vector<State> through(const Event& event)
    {
        std::vector<std::vector<State>> byLeft(event.arriving.size() + 1); // by the number of buffers still to place
        for (std::uint32_t i = 0; i < m_layers.back().size(); ++i)
            byLeft.back().push_back(begun(i, event));
        for (std::size_t left = event.arriving.size(); left > 0; --left) {
            keepBest(byLeft[left]);
            for (const State& state : byLeft[left]) {
                placeFirst(state, byLeft);
                if (m_stopped)
                    return {};
            }
            byLeft[left].clear();
        }
        keepBest(byLeft[0]);
        return std::move(byLeft[0]);
    }

    State begun(std::uint32_t from, const Event& event)
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
        for (const HoleChoice& choice : choices(holes, leaves.size(), state.arriving)) {
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

    std::vector<HoleChoice> choices(const std::vector<Hole>& holes, std::size_t leaves, const Items& arriving)
    {
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
        std::vector<HoleChoice> found = exact(holes, arriving);
        const std::vector<HoleChoice> others = holeChoices(holes, sizes, m_capacity);
        found.insert(found.end(), others.begin(), others.end());
        std::stable_sort(found.begin(), found.end(),
                         [](const HoleChoice& a, const HoleChoice& b) { return a.chance < b.chance; });
        return found;
    }

    /// Several buffers together for fresh holes of just their size.
    std::vector<HoleChoice> exact(const std::vector<Hole>& holes, const Items& arriving)
    {
        std::vector<SweepItem> leaving, coming;
        std::vector<std::uint32_t> at;
        for (std::uint32_t i = 0; i < holes.size(); ++i)
            if (holes[i].fresh) {
                at.push_back(i);
                leaving.push_back({holes[i].size, 0});
            }
        for (const std::uint32_t buffer : arriving)
            coming.push_back({m_buffers[buffer].size.count, m_kind[buffer]});
        std::vector<HoleChoice> found;
        for (Exchange& exchange : exchangesOfFirst(leaving, coming, m_nodes)) {
            for (std::uint32_t& i : exchange.leaving)
                i = at[i];
            const auto ways = [](std::size_t of, std::size_t taken) {
                return std::lgamma(double(of) + 1) - std::lgamma(double(taken) + 1) - std::lgamma(double(of - taken) + 1);
            };
            const double chance = ways(leaving.size(), exchange.leaving.size())
                                  + ways(coming.size(), exchange.arriving.size()) - std::log(double(m_capacity));
            found.push_back({std::move(exchange.leaving), std::move(exchange.arriving), 0, chance});
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
            kind.push_back(mixed(std::uint64_t(size), 0));
        state.fingerprint = state.tree.fingerprint(kind);
        std::size_t holes = 0;
        for (const OrderTree::Leaf& leaf : state.tree.leaves())
            holes += leaf.item >= m_count ? 1 : 0;
        state.worth = state.tree.freedom(m_count) - m_taste.hole * double(holes) + m_taste.evidence * state.evidence
                      + m_taste.random * m_rng.unit();
    }

    void keepBest(std::vector<State>& states) const
    {
        std::stable_sort(states.begin(), states.end(),
                         [](const State& a, const State& b) { return a.fingerprint < b.fingerprint; });
        const auto equal = [](const State& a, const State& b) { return a.fingerprint == b.fingerprint; };
        states.erase(std::unique(states.begin(), states.end(), equal), states.end());
        std::stable_sort(states.begin(), states.end(), [](const State& a, const State& b) { return a.worth > b.worth; });
        if (states.size() > m_width)
            states.erase(states.begin() + std::ptrdiff_t(m_width), states.end());
    }

    std::vector<Change> path() const
    {
        std::vector<const State*> states;
        std::uint32_t at = 0;
        for (std::size_t layer = m_layers.size(); layer-- > 0; at = m_layers[layer][at].from)
            states.push_back(&m_layers[layer][at]);
        std::vector<Change> all;
        for (auto it = states.rbegin(); it != states.rend(); ++it)
            all.insert(all.end(), (*it)->changes.begin(), (*it)->changes.end());
        return all;
    }

    /// The changes as if every hole had fallen into its parts from the beginning.
    std::vector<Change> withoutCuts(const std::vector<Change>& changes) const
    {
        std::map<std::uint32_t, Items> parts;
        for (auto it = changes.rbegin(); it != changes.rend(); ++it)
            if (it->cut)
                parts[it->leaving.front()] = resolved(it->arriving, parts);
        std::vector<Change> result;
        for (const Change& change : changes)
            if (!change.cut)
                result.push_back({resolved(change.leaving, parts), resolved(change.arriving, parts), false});
        return result;
    }

    static Items resolved(const Items& items, const std::map<std::uint32_t, Items>& parts)
    {
        Items result;
        for (const std::uint32_t item : items)
            if (const auto cut = parts.find(item); cut == parts.end())
                result.push_back(item);
            else
                result.insert(result.end(), cut->second.begin(), cut->second.end());
        return result;
    }

    /// Follows the changes once more, chooses an order at the end and follows them back: what left stood where what
    /// arrived stands.
    std::optional<std::vector<Bytes>> addresses() const
    {
        const State& last = m_layers.back().front();
        const std::vector<Change> all = withoutCuts(path());
        OrderTree tree(all.front().arriving);
        std::vector<OrderTree> before; // each change but the first, when its leaving items are neighbours
        for (std::size_t i = 1; i < all.size(); ++i) {
            auto gathered = tree.gathered(all[i].leaving);
            auto after = tree.exchanged(all[i].leaving, all[i].arriving);
            if (!gathered || !after)
                return std::nullopt;
            before.push_back(std::move(*gathered));
            tree = std::move(*after);
        }
        std::vector<Bytes> offsets(m_count);
        Items position(m_count + last.holes.size());
        Items order = tree.ordered(position);
        pile(order, last.holes, offsets);
        for (std::size_t i = all.size(); i-- > 1;) {
            for (std::uint32_t p = 0; p < order.size(); ++p)
                position[order[p]] = p;
            std::uint32_t place = position[all[i].arriving.front()];
            for (const std::uint32_t item : all[i].arriving)
                place = std::min(place, position[item]);
            for (const std::uint32_t item : all[i].leaving)
                position[item] = place;
            order = before[i - 1].ordered(position);
            pile(order, last.holes, offsets);
        }
        return offsets;
    }

    void pile(const Items& order, const std::vector<std::int64_t>& holes, std::vector<Bytes>& offsets) const
    {
        Bytes top{};
        for (const std::uint32_t item : order)
            if (item < m_count) {
                offsets[item] = top;
                top += m_buffers[item].size;
            } else {
                top += Bytes{holes[item - m_count]};
            }
    }

    const std::vector<Buffer>& m_buffers;
    const std::int64_t m_capacity;
    const std::uint32_t m_count;
    const std::size_t m_width;
    const Taste m_taste;
    const std::int64_t m_limit;
    const RunControl& m_control;
    Rng& m_rng;
    Items m_first;
    std::vector<Event> m_events;
    std::vector<std::uint64_t> m_kind; // by buffer
    std::vector<std::vector<State>> m_layers;
    std::int64_t m_nodes = 0, m_placed = 0;
    bool m_stopped = false;
};

} // namespace

SweepSearchResult searchHoleSweep(const std::vector<Buffer>& buffers, Bytes capacity, std::int64_t nodes,
                                  const RunControl& control)
{
    SweepSearchResult result;
    Rng rng(control.seed);
    for (std::int64_t attempt = 0; result.nodes < nodes; ++attempt) {
        std::vector<std::size_t> from;
        const std::vector<Buffer> all = swept(buffers, from, attempt % 2 == 1);
        if (all.empty())
            return result;
        const std::int64_t step = luby(attempt / 2 + 1);
        const Taste& taste = kTastes[std::size_t(attempt / 2) % std::size(kTastes)];
        HoleSweep sweep(all, capacity.count, std::size_t(kWidth * step * step), taste, nodes - result.nodes, control, rng);
        const auto offsets = sweep.run();
        result.nodes += sweep.nodes() + 1;
        if (offsets) {
            result.offsets.emplace(buffers.size());
            for (std::size_t i = 0; i < from.size(); ++i)
                (*result.offsets)[from[i]] = (*offsets)[i];
            return result;
        }
        if (control.stop.stop_requested()) {
            result.cause = StopCause::Cancelled;
            return result;
        }
    }
    result.cause = StopCause::WorkLimit;
    return result;
}

} // namespace nestloom::memory
