// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/offset_search.h"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

namespace nestloom::memory {

namespace {

using Item = OffsetSearch::Item;

constexpr std::int64_t kStopEvery = 256; // placements between two looks at the stop token
constexpr std::int64_t kFirst = 20'000;  // placements of an attempt by the figures as they are
constexpr std::int64_t kShortest = 1000; // placements of an attempt
constexpr double kVaried = 0.5;          // at most so much longer or larger

/// 1 1 2 1 1 2 4 1 1 2 ... for i = 1, 2, ...: within a constant factor of the best restarts for any search (Luby et al.
/// 1993).
constexpr std::int64_t luby(std::int64_t i)
{
    std::int64_t size = 1;
    while (2 * size - 1 < i)
        size *= 2;
    return 2 * size - 1 == i ? size : luby(i - size + 1);
}

/// Which of the buffers of equal offset come first in an attempt.
struct OffsetTaste {
    bool longFirst = false; // or those of large area
    bool byLoad = false;    // sections count by what is left in them, too
};
constexpr OffsetTaste kOffsetTastes[] = {{true, true}, {false, true}, {true, false}, {false, false}};

/// What lasts long is measured in steps, what is large in sections: of all that was tried these two find most between
/// them.
std::vector<Item> offsetItems(const Sections& sections)
{
    std::vector<Item> result;
    for (std::uint32_t i = 0; i < sections.items.size(); ++i) {
        const SectionItem& item = sections.items[i];
        Item own;
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

std::vector<Item> varied(std::vector<Item> items, Rng& rng)
{
    for (Item& item : items) {
        item.steps *= 1 + kVaried * rng.unit();
        item.area *= 1 + kVaried * rng.unit();
    }
    return items;
}

/// One attempt: every order with one taste, as far as the placements go.
class OffsetAttempt {
public:
    /// `failures`: how often each section was given up, counted on.
    OffsetAttempt(const Stacking& empty, const std::vector<Item>& items, const OffsetTaste& taste,
                  std::vector<std::int64_t>& failures, std::int64_t limit, const RunControl& control)
        : m_stacking(empty), m_items(items), m_taste(taste), m_failures(failures), m_limit(limit), m_control(control),
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
        std::ranges::sort(buffers, [this](std::uint32_t a, std::uint32_t b) {
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
            const SectionItem& item = m_stacking.item(i);
            double failures = 0;
            for (std::size_t s = item.first; s <= item.last; ++s)
                failures = std::max(failures, m_taste.byLoad ? double(m_failures[s] + 1) * double(m_stacking.left(s))
                                                             : double(m_failures[s]));
            keys.push_back(
                {{-failures, m_taste.longFirst ? -m_items[i].steps : -m_items[i].area, -double(item.size)}, i});
        }
        std::ranges::sort(keys);
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
            if (const auto section = m_stacking.findOverfull(part.first, part.last, candidate.offset))
                ++m_failures[*section];
            else if (fillRest(part, candidate, placed.cuts))
                return true;
            m_stacking.takeAwayTo(before);
            if (m_stopped || !placed.covers)
                return false;
        }
        return false;
    }

    bool fillRest(Part& part, const Candidate& placed, bool cut)
    {
        const auto place = std::ranges::find(part.left, placed.buffer) - part.left.begin();
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
            const std::optional<std::uint32_t>& twin = m_items[i].twin;
            if (own.offset < top && std::tie(own.offset, own.rank) >= std::tie(last, from)
                && (!twin || m_stacking.isPlaced(*twin)))
                result.push_back(own);
        }
        std::ranges::sort(result, [](const Candidate& a, const Candidate& b) {
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
    const std::vector<Item>& m_items;
    const OffsetTaste m_taste;
    std::vector<std::int64_t>& m_failures; // by section
    const std::int64_t m_limit;
    const RunControl& m_control;
    Ids m_rank; // by buffer, in its part
    std::int64_t m_nodes = 0;
    bool m_stopped = false;
};

} // namespace

OffsetSearch::OffsetSearch(const std::vector<Buffer>& buffers, Bytes capacity, std::uint64_t seed)
    : m_sections(sections(buffers)), m_empty(m_sections, capacity.count), m_items(offsetItems(m_sections)),
      m_failures(m_sections.load.size(), 0), m_rng(seed)
{
}

OffsetSearchResult OffsetSearch::run(std::int64_t nodes, const RunControl& control)
{
    OffsetSearchResult result;
    while (!result.offsets && !result.proven && result.nodes < nodes && !control.stop.stop_requested()) {
        constexpr auto kTastes = std::int64_t(std::size(kOffsetTastes));
        const bool first = m_attempts < kTastes;
        const std::int64_t length = first ? kFirst : kShortest * luby(m_attempts - kTastes + 1);
        const OffsetTaste& taste = kOffsetTastes[m_attempts++ % kTastes];
        const std::vector<Item> ordered = first ? m_items : varied(m_items, m_rng);
        OffsetAttempt attempt(m_empty, ordered, taste, m_failures, std::min(length, nodes - result.nodes), control);
        if (attempt.run())
            result.offsets = attempt.offsets();
        else
            result.proven = !attempt.stopped();
        result.nodes += attempt.nodes();
    }
    return result;
}

} // namespace nestloom::memory
