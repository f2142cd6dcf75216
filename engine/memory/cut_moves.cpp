// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/cut_moves.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <tuple>

namespace nestloom::memory {

namespace {

constexpr std::size_t kFewWaysToFill = 2;
constexpr std::size_t kMostPartners = 62; // of one part
constexpr std::size_t kPartnersInEverySet = 8;

/// The slots of an event as tokens of the tree, the smallest first: few sets fit into these.
std::vector<std::int16_t> slotsOf(const CutState& state, std::uint32_t event)
{
    std::vector<std::int16_t> slots;
    for (const std::int16_t token : state.tree)
        if (CutState::isSlot(token) && state.slotOf(token).event == event)
            slots.push_back(token);
    std::stable_sort(slots.begin(), slots.end(),
                     [&](std::int16_t a, std::int16_t b) { return state.slotOf(a).size < state.slotOf(b).size; });
    return slots;
}

std::uint64_t lowestBit(std::uint64_t mask) { return mask & -mask; }

/// Other members of the part's pile that end at the event too.
std::vector<std::size_t> partnersOf(const std::vector<CutNode>& nodes, std::size_t part, std::uint32_t event)
{
    std::vector<std::size_t> partners;
    for (std::size_t i = 1; i < nodes.size(); ++i)
        if (i != part && nodes[i].parent == nodes[part].parent && nodes[i].end == event)
            partners.push_back(i);
    return partners;
}

/// Of many partners only small sets, and what is left of all but small ones.
std::vector<std::uint64_t> setsOf(std::size_t partners)
{
    std::vector<std::uint64_t> sets;
    const std::uint64_t all = (std::uint64_t{1} << partners) - 1;
    if (partners <= kPartnersInEverySet) {
        for (std::uint64_t set = 0; set <= all; ++set)
            sets.push_back(set);
        return sets;
    }
    for (std::size_t i = 0; i < partners; ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            const std::uint64_t set = std::uint64_t{1} << i | std::uint64_t{1} << j;
            sets.insert(sets.end(), {set, all & ~set});
        }
    sets.insert(sets.end(), {0, all});
    return sets;
}

} // namespace

CutMoves::CutMoves(const CutEvents& events) : m_events(events) {}

void CutMoves::begin(std::uint32_t event)
{
    std::vector<std::int64_t> sizes;
    for (const std::uint32_t buffer : m_events.arriving(event))
        sizes.push_back(m_events.size(buffer));
    m_fillings.emplace_back(std::move(sizes));
}

bool CutMoves::expand(const CutState& state, std::uint32_t event, std::vector<CutState>& next) const
{
    if (placeWaiting(state, event, next))
        return true;
    const std::vector<CutNode> nodes = cutNodes(m_events, state);
    const auto part = partToExchange(nodes, event);
    if (!part || nodes.front().end == event)
        return false;
    exchangesOf(state, nodes, *part, event, next);
    return true;
}

/// Gives a buffer that ends at the event and has no slot yet each of those it may have.
bool CutMoves::placeWaiting(const CutState& state, std::uint32_t event, std::vector<CutState>& next) const
{
    std::tuple best(std::numeric_limits<std::size_t>::max(), std::size_t{0}, std::uint64_t{0}); // slots, which, item
    for (std::size_t i = 0; i < state.waiting.size(); ++i) {
        const CutWaiting& waiting = state.waiting[i];
        if (waiting.event == event)
            continue;
        const std::size_t slots = slotsOf(state, waiting.event).size();
        for (std::uint64_t rest = waiting.items; rest != 0; rest &= rest - 1)
            if (m_events.end[m_events.arriving(waiting.event)[std::size_t(std::countr_zero(rest))]] == event)
                best = std::min(best, std::tuple(slots, i, lowestBit(rest)));
    }
    const auto [slots, which, item] = best;
    if (item == 0)
        return false;
    const std::uint32_t began = state.waiting[which].event;
    const std::uint32_t buffer = m_events.arriving(began)[std::size_t(std::countr_zero(item))];
    for (const std::int16_t slot : slotsOf(state, began)) {
        if (state.slotOf(slot).size < m_events.size(buffer))
            continue;
        CutState placed = state;
        placed.waiting[which].items &= ~item;
        placed.fill(slot, buffer, m_events.size(buffer));
        settle(std::move(placed), began, true, next);
    }
    return true;
}

/// The buffer that ends there with the fewest sets of partners; of these the largest one.
std::optional<std::size_t> CutMoves::partToExchange(const std::vector<CutNode>& nodes, std::uint32_t event) const
{
    std::vector<int> ending(nodes.size(), 0);
    for (std::size_t i = 1; i < nodes.size(); ++i)
        ending[std::size_t(nodes[i].parent)] += nodes[i].end == event;
    std::optional<std::size_t> best;
    std::pair<double, std::int64_t> least;
    for (std::size_t i = 1; i < nodes.size(); ++i) {
        if (nodes[i].end != event || !CutState::isBuffer(nodes[i].token))
            continue;
        double sets = 0;
        for (int pile = nodes[i].parent; pile >= 0; pile = nodes[std::size_t(pile)].parent) {
            sets += std::ldexp(1.0, ending[std::size_t(pile)]);
            if (nodes[std::size_t(pile)].end != event)
                break;
        }
        const std::pair cost(sets, -nodes[i].size);
        if (!best || cost < least) {
            best = i;
            least = cost;
        }
    }
    return best;
}

/// The part alone and with partners of its pile; then its pile, if all of it ends, in the same way.
void CutMoves::exchangesOf(const CutState& state, const std::vector<CutNode>& nodes, std::size_t part,
                           std::uint32_t event, std::vector<CutState>& next) const
{
    for (;; part = std::size_t(nodes[part].parent)) {
        std::vector<std::size_t> partners = partnersOf(nodes, part, event);
        partners.resize(std::min(partners.size(), kMostPartners));
        const bool pileEnds = nodes[std::size_t(nodes[part].parent)].end == event;
        const std::uint64_t all = (std::uint64_t{1} << partners.size()) - 1;
        for (const std::uint64_t set : setsOf(partners.size())) {
            if (pileEnds && set == all) // as the pile, next
                continue;
            std::vector<std::size_t> parts{part};
            std::int64_t size = nodes[part].size;
            for (std::uint64_t rest = set; rest != 0; rest &= rest - 1) {
                parts.push_back(partners[std::size_t(std::countr_zero(rest))]);
                size += nodes[parts.back()].size;
            }
            if (!m_fillings[event].mayFill(size))
                continue;
            std::sort(parts.begin(), parts.end());
            CutState after = exchanged(state, nodes, parts, event);
            const bool last = std::none_of(after.tree.begin(), after.tree.end(), [&](std::int16_t token) {
                return CutState::isBuffer(token) && m_events.end[std::uint32_t(token)] == event;
            });
            settle(std::move(after), event, last, next);
        }
        if (!pileEnds)
            return;
    }
}

/// The parts, in the order of the tree, leave for a new slot in a pile of its own.
CutState CutMoves::exchanged(const CutState& state, const std::vector<CutNode>& nodes,
                             const std::vector<std::size_t>& parts, std::uint32_t event) const
{
    CutState after;
    after.openSlots = state.openSlots;
    after.waiting = state.waiting;
    after.exchanges = state.exchanges + 1;
    CutSlot slot{event, 0, state.exchanges};
    Items left;
    std::size_t from = 0;
    const auto copyTo = [&](std::size_t end) {
        after.tree.insert(after.tree.end(), state.tree.begin() + std::ptrdiff_t(from),
                          state.tree.begin() + std::ptrdiff_t(end));
    };
    for (const std::size_t part : parts) {
        const CutNode& node = nodes[part];
        slot.size += node.size;
        copyTo(node.at);
        from = node.at + node.tokens;
        if (part == parts.front())
            after.tree.insert(after.tree.end(),
                              {CutState::kOpen, std::int16_t(CutState::kSlots - std::int16_t(after.openSlots.size())),
                               CutState::kClose});
        for (std::size_t at = node.at; at < from; ++at)
            if (CutState::isBuffer(state.tree[at]))
                left.push_back(std::uint32_t(state.tree[at]));
    }
    copyTo(state.tree.size());
    after.openSlots.push_back(slot);
    after.steps = std::make_shared<CutStep>(CutStep{state.steps, slot.exchange, true, std::move(left)});
    return after;
}

/// Leaves the state out when the slots of an event cannot be filled; fills them when there are few ways to.
void CutMoves::settle(CutState&& state, std::uint32_t slotEvent, bool everything, std::vector<CutState>& next) const
{
    const auto waiting = std::find_if(state.waiting.begin(), state.waiting.end(),
                                      [&](const CutWaiting& one) { return one.event == slotEvent; });
    const std::vector<std::int16_t> slots = slotsOf(state, slotEvent);
    std::vector<std::int64_t> sizes;
    for (const std::int16_t slot : slots)
        sizes.push_back(state.slotOf(slot).size);
    const auto ways =
        m_fillings[slotEvent].ways(sizes, waiting->items, everything, everything ? kFewWaysToFill + 1 : 1);
    if (!ways || (!ways->empty() && (!everything || ways->size() > kFewWaysToFill))) {
        next.push_back(std::move(state));
        return;
    }
    const auto which = waiting - state.waiting.begin();
    for (const std::vector<std::uint64_t>& way : *ways) {
        CutState filled = state;
        filled.waiting.erase(filled.waiting.begin() + which);
        for (std::size_t i = 0; i < slots.size(); ++i)
            for (std::uint64_t rest = way[i]; rest != 0; rest &= rest - 1) {
                const std::uint32_t buffer = m_events.arriving(slotEvent)[std::size_t(std::countr_zero(rest))];
                filled.fill(slots[i], buffer, m_events.size(buffer));
            }
        next.push_back(std::move(filled));
    }
}

} // namespace nestloom::memory
