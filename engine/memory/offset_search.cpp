// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/offset_search.h"

#include "engine/memory/stacking.h"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

namespace nestloom::memory {

namespace {

constexpr std::int64_t kStopEvery = 256;     // placements between two looks at the stop token
constexpr std::int64_t kFirstPerBuffer = 8;  // placements of the first turn
constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// Which of the buffers of equal offset come first, besides those that share a step with most bytes.
enum class OffsetTaste { LongFirst, LargeFirst };
constexpr OffsetTaste kOffsetTastes[] = {OffsetTaste::LongFirst, OffsetTaste::LargeFirst};

/// What lasts long is measured in steps, what is large in sections: of all that was tried these two find most between them.
struct OffsetItem {
    double steps = 0, area = 0; // area: B times sections
    std::uint32_t twin = kNone; // an earlier buffer like it
};

std::vector<OffsetItem> offsetItems(const Sections& sections)
{
    std::vector<OffsetItem> result;
    for (std::uint32_t i = 0; i < sections.items.size(); ++i) {
        const SectionItem& item = sections.items[i];
        OffsetItem own;
        for (std::size_t s = item.first; s <= item.last; ++s)
            own.steps += double(sections.steps[s]);
        own.area = double(item.size) * double(item.last - item.first + 1);
        for (std::uint32_t other = 0; other < i; ++other) {
            const SectionItem& o = sections.items[other];
            if (std::tie(o.first, o.last, o.size) == std::tie(item.first, item.last, item.size))
                own.twin = other;
        }
        result.push_back(own);
    }
    return result;
}

/// One turn: every order with one taste, as far as the placements go.
class OffsetSearch {
public:
    OffsetSearch(const Sections& sections, const std::vector<OffsetItem>& items, std::int64_t capacity,
                 OffsetTaste taste, std::int64_t limit, const RunControl& control)
        : m_stacking(sections, capacity), m_items(items), m_taste(taste), m_limit(limit), m_control(control),
          m_rank(items.size(), 0)
    {
    }

    bool run()
    {
        Ids all;
        for (std::uint32_t i = 0; i < m_items.size(); ++i)
            if (m_stacking.item(i).size > 0)
                all.push_back(i);
            else
                m_stacking.place(i); // takes no room
        return fillParts(all, 0);
    }

    bool stopped() const { return m_stopped; }
    std::int64_t nodes() const { return m_nodes; }
    std::vector<Bytes> offsets() const
    {
        std::vector<Bytes> result;
        for (std::size_t i = 0; i < m_stacking.count(); ++i)
            result.push_back({m_stacking.offset(i)});
        return result;
    }

private:
    using Ids = std::vector<std::uint32_t>;
    struct Part {
        Ids left;
        std::size_t first = 0, last = 0; // sections
    };
    struct Candidate {
        std::int64_t offset = 0;
        std::uint32_t rank = 0, buffer = 0;
    };

    /// Places all of these at `last` or above, one independent part after the other.
    bool fillParts(const Ids& buffers, std::int64_t last)
    {
        for (Part& part : partsOf(buffers)) {
            Ids ranks;
            for (const std::uint32_t i : part.left)
                ranks.push_back(m_rank[i]);
            const Ids all = part.left;
            rank(all);
            const bool filled = fill(part, last, 0);
            for (std::size_t k = 0; k < all.size(); ++k)
                m_rank[all[k]] = ranks[k];
            if (!filled)
                return false;
        }
        return true;
    }

    std::vector<Part> partsOf(Ids buffers) const
    {
        std::vector<Part> parts;
        std::sort(buffers.begin(), buffers.end(), [this](std::uint32_t a, std::uint32_t b) {
            return std::tuple(m_stacking.item(a).first, a) < std::tuple(m_stacking.item(b).first, b);
        });
        for (const std::uint32_t i : buffers) {
            const SectionItem& item = m_stacking.item(i);
            if (parts.empty() || item.first > parts.back().last)
                parts.push_back({{}, item.first, item.last});
            parts.back().left.push_back(i);
            parts.back().last = std::max(parts.back().last, item.last);
        }
        return parts;
    }

    void rank(const Ids& buffers)
    {
        std::vector<std::pair<std::array<double, 3>, std::uint32_t>> keys; // the greatest first
        for (const std::uint32_t i : buffers) {
            const OffsetItem& item = m_items[i];
            std::int64_t load = 0;
            for (std::size_t s = m_stacking.item(i).first; s <= m_stacking.item(i).last; ++s)
                load = std::max(load, m_stacking.left(s));
            const bool longFirst = m_taste == OffsetTaste::LongFirst;
            const double size = double(m_stacking.item(i).size);
            keys.push_back({{-double(load), longFirst ? -item.steps : -item.area, -size}, i});
        }
        std::sort(keys.begin(), keys.end());
        for (std::uint32_t k = 0; k < keys.size(); ++k)
            m_rank[keys[k].second] = k;
    }

    /// Places what is left at `last` or above; at `last` itself only buffers of rank `from` on.
    bool fill(Part& part, std::int64_t last, std::uint32_t from)
    {
        if (part.left.empty())
            return true;
        for (const Candidate& candidate : candidates(part, last, from)) {
            if (mustStop())
                return false;
            const std::size_t before = m_stacking.placedCount();
            const auto placed = m_stacking.place(candidate.buffer);
            if (m_stacking.fits(part.first, part.last, candidate.offset) && fillRest(part, candidate, placed.cuts))
                return true;
            m_stacking.takeAwayTo(before);
            if (m_stopped || !placed.covers)
                return false;
        }
        return false;
    }

    bool fillRest(Part& part, const Candidate& placed, bool cut)
    {
        const auto place = std::find(part.left.begin(), part.left.end(), placed.buffer) - part.left.begin();
        std::swap(part.left[std::size_t(place)], part.left.back());
        part.left.pop_back();
        if (cut ? fillParts(part.left, placed.offset) : fill(part, placed.offset, placed.rank + 1))
            return true;
        part.left.push_back(placed.buffer);
        std::swap(part.left[std::size_t(place)], part.left.back());
        return false;
    }

    /// Buffers that may be next, the lowest ones first.
    std::vector<Candidate> candidates(const Part& part, std::int64_t last, std::uint32_t from) const
    {
        std::int64_t top = std::numeric_limits<std::int64_t>::max(); // where the lowest of all would end
        for (const std::uint32_t i : part.left)
            top = std::min(top, m_stacking.offset(i) + m_stacking.item(i).size);
        std::vector<Candidate> result;
        for (const std::uint32_t i : part.left) {
            const Candidate own{m_stacking.offset(i), m_rank[i], i};
            const std::uint32_t twin = m_items[i].twin;
            if (own.offset < top && std::tie(own.offset, own.rank) >= std::tie(last, from)
                && (twin == kNone || m_stacking.isPlaced(twin)))
                result.push_back(own);
        }
        std::sort(result.begin(), result.end(), [](const Candidate& a, const Candidate& b) {
            return std::tie(a.offset, a.rank) < std::tie(b.offset, b.rank);
        });
        return result;
    }

    bool mustStop()
    {
        if (++m_nodes >= m_limit || (m_nodes % kStopEvery == 0 && m_control.stop.stop_requested()))
            m_stopped = true;
        return m_stopped;
    }

    Stacking m_stacking;
    const std::vector<OffsetItem>& m_items;
    const OffsetTaste m_taste;
    const std::int64_t m_limit;
    const RunControl& m_control;
    Ids m_rank; // by buffer, in its part
    std::int64_t m_nodes = 0;
    bool m_stopped = false;
};

} // namespace

OffsetSearchResult searchOffsets(const std::vector<Buffer>& buffers, Bytes capacity, std::int64_t nodes,
                                 const RunControl& control)
{
    OffsetSearchResult result;
    const Sections all = sections(buffers);
    const std::vector<OffsetItem> items = offsetItems(all);
    for (std::int64_t limit = kFirstPerBuffer * std::int64_t(buffers.size() + 1);; limit *= 2)
        for (const OffsetTaste taste : kOffsetTastes) {
            OffsetSearch search(all, items, capacity.count, taste, std::min(limit, nodes - result.nodes), control);
            const bool found = search.run();
            result.nodes += search.nodes();
            result.proven = !found && !search.stopped();
            if (found)
                result.offsets = search.offsets();
            if (found || result.proven || result.nodes >= nodes || control.stop.stop_requested())
                return result;
        }
}

} // namespace nestloom::memory
