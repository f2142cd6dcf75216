// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/skyline_search.h"

#include "engine/base/rng.h"
#include "engine/memory/luby.h"
#include "engine/memory/sections.h"

#include <algorithm>
#include <limits>
#include <unordered_set>

namespace nestloom::memory {

namespace {

constexpr std::int64_t kWall = std::numeric_limits<std::int64_t>::max(); // beside the first and the last section
constexpr std::int64_t kRestartUnit = 5'000;                             // nodes of the shortest try
constexpr std::int64_t kStopEvery = 256;                                 // nodes between two looks at the stop token

/// Sections first..last of height `height`; everything beside them is higher.
struct Valley {
    std::size_t first = 0, last = 0;
    std::int64_t height = 0;
    std::int64_t left = kWall, right = kWall; // heights of the walls
};

/// What to do next: one of `items` goes to one end of the valley, or room is left there.
struct Choice {
    Valley valley;
    bool atLeft = true;
    std::vector<std::size_t> items;
    std::vector<std::int64_t> gaps; // heights of room to leave, none of it used
};

class SkylineSearch {
public:
    SkylineSearch(const std::vector<Buffer>& buffers, std::int64_t capacity, const RunControl& control)
        : m_capacity(capacity), m_control(control), m_rng(control.seed), m_offsets(buffers.size())
    {
        Sections all = sections(buffers);
        m_items = std::move(all.items);
        m_load = std::move(all.load);
        makeSections();
        m_placed.resize(m_items.size());
    }

    SkylineSearchResult run(std::int64_t nodes)
    {
        SkylineSearchResult result;
        for (std::int64_t attempt = 1; m_nodes < nodes && !m_stopped; ++attempt) {
            m_limit = std::min(nodes, m_nodes + kRestartUnit * luby(attempt));
            m_failed.clear();
            for (std::size_t i = 0; i < m_items.size(); ++i)
                m_taste[i] = m_rng.unit();
            if (fill()) {
                result.offsets.emplace();
                for (const std::int64_t offset : m_offsets)
                    result.offsets->push_back({offset});
                break;
            }
            if (m_nodes < m_limit)
                break; // every choice was tried
        }
        result.nodes = m_nodes;
        result.cause = result.offsets || m_nodes < nodes ? (m_stopped ? StopCause::Cancelled : StopCause::Completed)
                                                         : StopCause::WorkLimit;
        return result;
    }

private:
    void makeSections()
    {
        const std::size_t count = m_load.size();
        m_height.assign(count, 0);
        m_top.assign(count, kNobody);
        m_startsAt.resize(count);
        m_endsAt.resize(count);
        for (std::size_t s = 0; s < count; ++s)
            m_spare.push_back(m_capacity - m_load[s]);
        for (std::size_t i = 0; i < m_items.size(); ++i) {
            m_itemHash.push_back(m_rng.next());
            if (m_items[i].size == 0)
                continue;
            ++m_left;
            m_startsAt[m_items[i].first].push_back(i);
            m_endsAt[m_items[i].last].push_back(i);
        }
        m_taste.resize(m_items.size());
    }

    bool mustStop()
    {
        if (++m_nodes % kStopEvery == 0 && m_control.stop.stop_requested())
            m_stopped = true;
        return m_stopped || m_nodes >= m_limit;
    }

    /// Fills what is left; true = done.
    bool fill()
    {
        if (m_left == 0)
            return true;
        if (mustStop() || m_failed.contains(m_hash))
            return false;
        Choice choice;
        if (!choose(choice)) {
            m_failed.insert(m_hash);
            return false;
        }
        for (const std::size_t item : choice.items) {
            place(item, choice.valley.height);
            if (fill())
                return true;
            remove(item);
            if (m_stopped || m_nodes >= m_limit)
                return false;
        }
        const std::size_t section = choice.atLeft ? choice.valley.first : choice.valley.last;
        for (const std::int64_t gap : choice.gaps) {
            leaveRoom(section, gap);
            if (fill())
                return true;
            leaveRoom(section, -gap);
            if (m_stopped || m_nodes >= m_limit)
                return false;
        }
        m_failed.insert(m_hash);
        return false;
    }

    void place(std::size_t i, std::int64_t offset)
    {
        const SectionItem& item = m_items[i];
        m_offsets[i] = offset;
        m_placed[i] = true;
        --m_left;
        m_hash ^= m_itemHash[i];
        for (std::size_t s = item.first; s <= item.last; ++s) {
            m_height[s] += item.size;
            m_tops.push_back(m_top[s]);
            m_top[s] = i;
        }
    }

    void remove(std::size_t i)
    {
        const SectionItem& item = m_items[i];
        m_placed[i] = false;
        ++m_left;
        m_hash ^= m_itemHash[i];
        for (std::size_t s = item.last + 1; s-- > item.first;) {
            m_height[s] -= item.size;
            m_top[s] = m_tops.back();
            m_tops.pop_back();
        }
    }

    void leaveRoom(std::size_t section, std::int64_t bytes)
    {
        m_hash ^= roomHash(section);
        m_height[section] += bytes;
        m_spare[section] -= bytes;
        m_hash ^= roomHash(section);
    }

    /// Heights follow from what is placed and from the room that was left.
    std::uint64_t roomHash(std::size_t section) const
    {
        std::uint64_t x = (static_cast<std::uint64_t>(m_spare[section]) + 0x9E3779B97F4A7C15ULL * (section + 1));
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
        return x ^ (x >> 27);
    }

    /// The valley end with the fewest ways on; false when some valley has none.
    bool choose(Choice& best)
    {
        std::size_t fewest = std::numeric_limits<std::size_t>::max();
        for (std::size_t s = 0; s < m_height.size();) {
            Valley valley{s, s, m_height[s], s == 0 ? kWall : m_height[s - 1], kWall};
            while (valley.last + 1 < m_height.size() && m_height[valley.last + 1] == valley.height)
                ++valley.last;
            s = valley.last + 1;
            valley.right = s == m_height.size() ? kWall : m_height[s];
            if (valley.left < valley.height || valley.right < valley.height || isFull(valley))
                continue;
            if (!canBeFilled(valley))
                return false;
            for (const bool atLeft : {true, false}) {
                Choice choice{valley, atLeft, {}, {}};
                listItems(choice);
                listGaps(choice);
                const std::size_t ways = choice.items.size() + choice.gaps.size();
                if (ways == 0)
                    return false;
                if (ways < fewest) {
                    fewest = ways;
                    best = std::move(choice);
                }
                if (fewest == 1)
                    return orderItems(best);
            }
        }
        return orderItems(best);
    }

    /// Nothing is left to come there.
    bool isFull(const Valley& valley) const
    {
        return valley.height + m_spare[valley.first] == m_capacity && valley.first == valley.last;
    }

    bool orderItems(Choice& choice) const
    {
        const auto worth = [&](std::size_t i) {
            const SectionItem& item = m_items[i];
            const double width = static_cast<double>(item.last - item.first + 1);
            return width * static_cast<double>(item.size) * (0.5 + m_taste[i]);
        };
        std::sort(choice.items.begin(), choice.items.end(),
                  [&](std::size_t a, std::size_t b) { return worth(a) > worth(b); });
        return true;
    }

    /// Is there enough within the valley to reach the lower wall in every section?
    bool canBeFilled(const Valley& valley)
    {
        const std::int64_t wall = std::min({valley.left, valley.right, m_capacity});
        m_supply.assign(valley.last - valley.first + 2, 0);
        for (std::size_t s = valley.first; s <= valley.last; ++s)
            for (const std::size_t i : m_startsAt[s])
                if (!m_placed[i] && m_items[i].last <= valley.last) {
                    m_supply[s - valley.first] += m_items[i].size;
                    m_supply[m_items[i].last + 1 - valley.first] -= m_items[i].size;
                }
        std::int64_t sum = 0;
        for (std::size_t s = valley.first; s <= valley.last; ++s) {
            sum += m_supply[s - valley.first];
            if (sum + m_spare[s] < wall - valley.height)
                return false;
        }
        return true;
    }

    void listItems(Choice& choice) const
    {
        const Valley& valley = choice.valley;
        for (const std::size_t i : choice.atLeft ? m_startsAt[valley.first] : m_endsAt[valley.last]) {
            const SectionItem& item = m_items[i];
            if (m_placed[i] || item.first < valley.first || item.last > valley.last
                || valley.height + item.size > m_capacity)
                continue;
            const std::size_t below = m_top[item.first];
            if (below != kNobody && below > i && sameSteps(m_items[below], item)
                && m_offsets[below] + m_items[below].size == valley.height)
                continue; // the other order of these two is tried
            const auto twin = [&](std::size_t other) {
                return m_items[other].size == item.size && sameSteps(m_items[other], item);
            };
            if (std::none_of(choice.items.begin(), choice.items.end(), twin))
                choice.items.push_back(i);
        }
    }

    static bool sameSteps(const SectionItem& a, const SectionItem& b) { return a.first == b.first && a.last == b.last; }

    /// Room is left up to the wall beside the end, or as high as one of the buffers further inside may reach.
    void listGaps(Choice& choice) const
    {
        const Valley& valley = choice.valley;
        const std::size_t section = choice.atLeft ? valley.first : valley.last;
        const std::int64_t spare = m_spare[section];
        if (spare <= 0)
            return;
        const std::int64_t wall = choice.atLeft ? valley.left : valley.right;
        const std::int64_t top = wall == kWall ? m_capacity : wall;
        const auto offer = [&](std::int64_t gap) {
            if (gap > 0 && gap <= spare && std::find(choice.gaps.begin(), choice.gaps.end(), gap) == choice.gaps.end())
                choice.gaps.push_back(gap);
        };
        offer(top - valley.height);
        if (valley.first != valley.last) {
            const std::size_t next = choice.atLeft ? section + 1 : section - 1;
            for (const std::size_t i : choice.atLeft ? m_startsAt[next] : m_endsAt[next])
                if (!m_placed[i] && m_items[i].first >= valley.first && m_items[i].last <= valley.last)
                    offer(m_items[i].size);
        }
        if (choice.gaps.empty())
            offer(spare);
    }

    static constexpr std::size_t kNobody = std::numeric_limits<std::size_t>::max();

    const std::int64_t m_capacity;
    const RunControl& m_control;
    Rng m_rng;
    std::vector<SectionItem> m_items;
    std::vector<std::uint64_t> m_itemHash;
    std::vector<std::int64_t> m_load; // by section, B
    std::vector<std::vector<std::size_t>> m_startsAt, m_endsAt; // by section
    std::vector<std::int64_t> m_height, m_spare;                // by section; spare: room that may stay unused
    std::vector<std::size_t> m_top;                             // by section: the buffer that ends at its height
    std::vector<std::size_t> m_tops;                            // to undo
    std::vector<bool> m_placed;
    std::vector<double> m_taste; // of this try
    std::vector<std::int64_t> m_supply;
    std::size_t m_left = 0;
    std::uint64_t m_hash = 0;
    std::unordered_set<std::uint64_t> m_failed; // of this try
    std::int64_t m_nodes = 0, m_limit = 0;
    bool m_stopped = false;
    std::vector<std::int64_t> m_offsets;
};

} // namespace

SkylineSearchResult searchSkyline(const std::vector<Buffer>& buffers, Bytes capacity, std::int64_t nodes,
                                  const RunControl& control)
{
    return SkylineSearch(buffers, capacity.count, control).run(nodes);
}

} // namespace nestloom::memory
