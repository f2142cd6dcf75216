// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/offset_search.h"

#include "engine/memory/sections.h"

#include <algorithm>
#include <limits>

namespace nestloom::memory {

namespace {

constexpr std::int64_t kStopEvery = 256; // nodes between two looks at the stop token
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

class OffsetSearch {
public:
    OffsetSearch(const std::vector<Buffer>& buffers, std::int64_t capacity, std::int64_t nodes,
                 const RunControl& control)
        : m_capacity(capacity), m_limit(nodes), m_control(control), m_offset(buffers.size(), 0),
          m_placed(buffers.size(), 0)
    {
        Sections all = sections(buffers);
        m_items = std::move(all.items);
        m_remaining = std::move(all.load);
        order();
    }

    OffsetSearchResult run()
    {
        OffsetSearchResult result;
        const bool found = fill(0, 0);
        result.nodes = m_nodes;
        result.proven = !found && !m_stopped;
        if (found) {
            result.offsets.emplace();
            for (const std::int64_t offset : m_offset)
                result.offsets->push_back({offset});
        }
        return result;
    }

private:
    void order()
    {
        m_height.assign(m_remaining.size(), 0);
        m_floor.assign(m_remaining.size(), 0);
        for (std::size_t i = 0; i < m_items.size(); ++i) {
            m_placed[i] = m_items[i].size == 0 ? 1 : 0; // takes no room
            m_left += m_placed[i] ? 0 : 1;
            m_byArea.push_back(i);
        }
        const auto area = [&](std::size_t i) {
            return double(m_items[i].size) * double(m_items[i].last - m_items[i].first + 1);
        };
        std::stable_sort(m_byArea.begin(), m_byArea.end(),
                         [&](std::size_t a, std::size_t b) { return area(a) > area(b); });
    }

    bool mustStop()
    {
        if (++m_nodes >= m_limit || (m_nodes % kStopEvery == 0 && m_control.stop.stop_requested()))
            m_stopped = true;
        return m_stopped;
    }

    /// Lowest offset that is left for a buffer.
    std::int64_t lowest(std::size_t i, std::int64_t last) const
    {
        const auto begin = m_height.begin() + std::ptrdiff_t(m_items[i].first);
        return std::max(last, *std::max_element(begin, begin + std::ptrdiff_t(m_items[i].last - m_items[i].first + 1)));
    }

    /// Places what is left at `last` or above; at `last` itself only buffers from place `from` of m_byArea on.
    bool fill(std::int64_t last, std::size_t from)
    {
        if (m_left == 0)
            return true;
        if (mustStop())
            return false;
        std::int64_t top = kNever;
        std::vector<Candidate> candidates;
        if (!list(last, from, candidates, top))
            return false;
        for (const Candidate& candidate : candidates) {
            if (candidate.offset >= top)
                break;
            place(candidate.item, candidate.offset);
            if (fill(candidate.offset, candidate.rank + 1))
                return true;
            remove(candidate.item, candidate.below);
            if (m_stopped)
                return false;
        }
        return false;
    }

    struct Candidate {
        std::int64_t offset = 0;
        std::size_t rank = 0, item = 0;
        std::vector<std::int64_t> below{}; // heights of its sections
    };

    /// Buffers that may be next, the lowest ones first; false when some section cannot hold what is left. `top`: where
    /// the lowest of all that are left would end.
    bool list(std::int64_t last, std::size_t from, std::vector<Candidate>& candidates, std::int64_t& top)
    {
        std::fill(m_floor.begin(), m_floor.end(), kNever);
        for (std::size_t rank = 0; rank < m_byArea.size(); ++rank) {
            const std::size_t i = m_byArea[rank];
            if (m_placed[i])
                continue;
            // one that rests on nothing as high as `last` may only come there as if it floated: not next, but later
            const std::int64_t rests = lowest(i, 0), offset = std::max(rests, last);
            top = std::min(top, offset + m_items[i].size);
            for (std::size_t s = m_items[i].first; s <= m_items[i].last; ++s)
                m_floor[s] = std::min(m_floor[s], offset);
            if (rests > last || (rests == last && rank >= from))
                if (!hasEarlierTwin(rank))
                    candidates.push_back({rests, rank, i, {}});
        }
        for (std::size_t s = 0; s < m_floor.size(); ++s)
            if (m_remaining[s] > 0 && m_floor[s] + m_remaining[s] > m_capacity)
                return false;
        std::stable_sort(candidates.begin(), candidates.end(),
                         [](const Candidate& a, const Candidate& b) { return a.offset < b.offset; });
        for (Candidate& candidate : candidates) {
            const SectionItem& item = m_items[candidate.item];
            candidate.below.assign(m_height.begin() + std::ptrdiff_t(item.first),
                                   m_height.begin() + std::ptrdiff_t(item.last) + 1);
        }
        return true;
    }

    bool hasEarlierTwin(std::size_t rank) const
    {
        const SectionItem& mine = m_items[m_byArea[rank]];
        for (std::size_t other = rank; other-- > 0;) {
            const SectionItem& item = m_items[m_byArea[other]];
            if (!m_placed[m_byArea[other]] && item.size == mine.size && item.first == mine.first
                && item.last == mine.last)
                return true;
        }
        return false;
    }

    void place(std::size_t i, std::int64_t offset)
    {
        m_offset[i] = offset;
        m_placed[i] = 1;
        --m_left;
        for (std::size_t s = m_items[i].first; s <= m_items[i].last; ++s) {
            m_height[s] = offset + m_items[i].size;
            m_remaining[s] -= m_items[i].size;
        }
    }

    void remove(std::size_t i, const std::vector<std::int64_t>& below)
    {
        m_placed[i] = 0;
        ++m_left;
        for (std::size_t s = m_items[i].first; s <= m_items[i].last; ++s) {
            m_height[s] = below[s - m_items[i].first];
            m_remaining[s] += m_items[i].size;
        }
    }

    const std::int64_t m_capacity, m_limit;
    const RunControl& m_control;
    std::vector<SectionItem> m_items;
    std::vector<std::size_t> m_byArea; // the largest first
    std::vector<std::int64_t> m_offset;
    std::vector<char> m_placed;
    std::vector<std::int64_t> m_height, m_remaining, m_floor; // by section, B
    std::size_t m_left = 0;
    std::int64_t m_nodes = 0;
    bool m_stopped = false;
};

} // namespace

OffsetSearchResult searchOffsets(const std::vector<Buffer>& buffers, Bytes capacity, std::int64_t nodes,
                                 const RunControl& control)
{
    return OffsetSearch(buffers, capacity.count, nodes, control).run();
}

} // namespace nestloom::memory
