// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/cut_addresses.h"

#include <algorithm>
#include <iterator>

namespace nestloom::memory {

namespace {

constexpr std::size_t kNoBuffer = ~std::size_t{0};

/// What left at an exchange, and what came.
struct Exchanged {
    Items left, came;
};

std::vector<Exchanged> exchangesTo(const CutState& state)
{
    std::vector<Exchanged> exchanges(state.exchanges);
    for (const CutStep* step = state.steps.get(); step; step = step->before.get()) {
        Items& buffers = step->leave ? exchanges[step->exchange].left : exchanges[step->exchange].came;
        buffers.insert(buffers.end(), step->buffers.begin(), step->buffers.end());
    }
    return exchanges;
}

/// A part of the memory over time: one buffer, or piles of parts of equal height, one after the other.
class CutParts {
public:
    explicit CutParts(const CutEvents& events) : m_events(events), m_parts(1), m_offsets(events.buffers.size())
    {
        const std::vector<std::size_t> first = leaves(events.sweep.first);
        m_parts.front().piles.push_back(first);
    }

    /// The members of one pile that hold these buffers are followed by a pile of others.
    void exchange(const Exchanged& exchange)
    {
        std::vector<bool> leaves(m_offsets.size(), false);
        for (const std::uint32_t buffer : exchange.left)
            leaves[buffer] = true;
        std::size_t pile = 0;
        std::vector<std::size_t> members = membersWith(pile, leaves);
        while (members.size() == 1 && !holdsOnly(members.front(), leaves)) {
            pile = members.front();
            members = membersWith(pile, leaves);
        }
        follow(pile, members, exchange.came);
    }

    std::vector<Bytes> offsets()
    {
        place(0, 0);
        return std::move(m_offsets);
    }

private:
    struct Part {
        std::size_t buffer = kNoBuffer;
        std::vector<std::vector<std::size_t>> piles; // the last one is in use
    };

    std::vector<std::size_t> leaves(const Items& buffers)
    {
        std::vector<std::size_t> parts;
        for (const std::uint32_t buffer : buffers) {
            parts.push_back(m_parts.size());
            m_parts.push_back({buffer, {}});
        }
        return parts;
    }

    bool holds(std::size_t part, const std::vector<bool>& leave, bool leaving) const
    {
        if (m_parts[part].buffer != kNoBuffer)
            return leave[m_parts[part].buffer] == leaving;
        return std::ranges::any_of(m_parts[part].piles.back(),
                                   [&](std::size_t member) { return holds(member, leave, leaving); });
    }
    bool holdsOnly(std::size_t part, const std::vector<bool>& leave) const { return !holds(part, leave, false); }

    std::vector<std::size_t> membersWith(std::size_t part, const std::vector<bool>& leave) const
    {
        std::vector<std::size_t> members;
        std::ranges::copy_if(m_parts[part].piles.back(), std::back_inserter(members),
                             [&](std::size_t member) { return holds(member, leave, true); });
        return members;
    }

    void follow(std::size_t pile, const std::vector<std::size_t>& members, const Items& came)
    {
        const std::vector<std::size_t> next = leaves(came);
        std::vector<std::size_t>& present = m_parts[pile].piles.back();
        if (members.size() == present.size()) {
            m_parts[pile].piles.push_back(next);
            return;
        }
        std::erase_if(present, [&](std::size_t member) { return std::ranges::find(members, member) != members.end(); });
        present.push_back(m_parts.size());
        m_parts.push_back({kNoBuffer, {members, next}});
    }

    /// Returns the height.
    std::int64_t place(std::size_t part, std::int64_t low)
    {
        if (m_parts[part].buffer != kNoBuffer) {
            m_offsets[m_parts[part].buffer] = {low};
            return m_events.size(std::uint32_t(m_parts[part].buffer));
        }
        std::int64_t high = low;
        for (const std::vector<std::size_t>& pile : m_parts[part].piles) {
            high = low;
            for (const std::size_t member : pile)
                high += place(member, high);
        }
        return high - low;
    }

    const CutEvents& m_events;
    std::vector<Part> m_parts; // the first is the whole memory
    std::vector<Bytes> m_offsets;
};

} // namespace

std::vector<Bytes> cutAddresses(const CutEvents& events, const CutState& state)
{
    CutParts parts(events);
    for (const Exchanged& exchange : exchangesTo(state))
        parts.exchange(exchange);
    return parts.offsets();
}

} // namespace nestloom::memory
