// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/trace_index.h"

#include <algorithm>
#include <cmath>

namespace nestloom::trace {

namespace {

bool isEarlier(const TraceIndex::Item& a, const TraceIndex::Item& b)
{
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
}

/// The part of an event's bytes that falls into [from, to).
std::int64_t shareOf(const Event& event, std::int64_t from, std::int64_t to)
{
    const std::int64_t inside = std::min(event.end, to) - std::max(event.begin, from);
    if (inside >= event.end - event.begin)
        return event.bytes;
    return std::llround(double(event.bytes) * double(inside) / double(event.end - event.begin));
}

} // namespace

TraceIndex::TraceIndex(std::shared_ptr<const Trace> trace) : m_trace(std::move(trace))
{
    sort();
    sum();
}

/// Counts the events of each lane, puts them there, and sorts the lanes that are not in order yet.
void TraceIndex::sort()
{
    const std::vector<Event>& events = m_trace->events;
    m_lanes.resize(m_trace->lanes.size());
    for (const Event& event : events)
        ++m_lanes[event.lane].count;
    std::size_t first = 0;
    for (Part& lane : m_lanes) {
        lane.first = first;
        first += lane.count;
        lane.count = 0;
    }
    m_items.resize(events.size());
    for (std::size_t i = 0; i < events.size(); ++i) {
        const Event& event = events[i];
        Part& lane = m_lanes[event.lane];
        m_items[lane.first + lane.count++] = {event.begin, event.end, std::uint32_t(i), event.kind};
        m_end = std::max(m_end, event.end);
    }
    for (const Part& lane : m_lanes) {
        const auto begin = m_items.begin() + std::ptrdiff_t(lane.first), end = begin + std::ptrdiff_t(lane.count);
        if (!std::is_sorted(begin, end, isEarlier))
            std::sort(begin, end, isEarlier);
    }
}

void TraceIndex::sum()
{
    for (Part& lane : m_lanes) {
        lane.firstBlock = m_blocks.size();
        Sums sums;
        for (std::size_t i = 0; i < lane.count; ++i) {
            if (i % kBlock == 0)
                m_blocks.push_back(sums);
            const Item& item = m_items[lane.first + i];
            sums.cycles[item.kind] += item.end - item.begin;
            sums.bytes += m_trace->events[item.event].bytes;
        }
        m_blocks.push_back(sums);
    }
}

std::span<const TraceIndex::Item> TraceIndex::lane(std::size_t lane) const
{
    const Part& part = m_lanes[lane];
    return {m_items.data() + part.first, part.count};
}

std::size_t TraceIndex::firstEndingAfter(std::size_t lane, double cycle, std::size_t from) const
{
    const std::span<const Item> items = this->lane(lane);
    std::size_t low = from, reach = 1;
    while (low + reach < items.size() && double(items[low + reach].end) <= cycle) {
        low += reach;
        reach *= 2;
    }
    const std::size_t high = std::min(items.size(), low + reach + 1);
    const auto found = std::partition_point(items.begin() + std::ptrdiff_t(std::min(low, items.size())),
                                            items.begin() + std::ptrdiff_t(high),
                                            [cycle](const Item& item) { return double(item.end) <= cycle; });
    return std::size_t(found - items.begin());
}

std::optional<std::uint32_t> TraceIndex::eventAt(std::size_t lane, double cycle) const
{
    const std::span<const Item> items = this->lane(lane);
    const std::size_t at = firstEndingAfter(lane, cycle);
    if (at == items.size() || double(items[at].begin) > cycle)
        return std::nullopt;
    return items[at].event;
}

std::optional<std::uint32_t> TraceIndex::eventNear(std::size_t lane, double cycle) const
{
    const std::span<const Item> items = this->lane(lane);
    if (items.empty())
        return std::nullopt;
    const std::size_t at = firstEndingAfter(lane, cycle);
    if (at == items.size())
        return items.back().event;
    const bool isEarlierNearer = at > 0 && cycle - double(items[at - 1].end) < double(items[at].begin) - cycle;
    return items[isEarlierNearer ? at - 1 : at].event;
}

std::optional<std::uint32_t> TraceIndex::neighbour(std::uint32_t event, int step) const
{
    const Event& of = m_trace->events[event];
    const std::span<const Item> items = lane(of.lane);
    auto at = std::lower_bound(items.begin(), items.end(), Item{of.begin, of.end, 0, 0}, isEarlier);
    while (at != items.end() && at->event != event)
        ++at; // of equal ones without length
    const std::ptrdiff_t to = (at - items.begin()) + step;
    if (to < 0 || to >= std::ptrdiff_t(items.size()))
        return std::nullopt;
    return items[std::size_t(to)].event;
}

TraceIndex::Sums TraceIndex::sumsBefore(std::size_t lane, std::size_t position) const
{
    const Part& part = m_lanes[lane];
    Sums sums = m_blocks[part.firstBlock + position / kBlock];
    for (std::size_t i = position / kBlock * kBlock; i < position; ++i) {
        const Item& item = m_items[part.first + i];
        sums.cycles[item.kind] += item.end - item.begin;
        sums.bytes += m_trace->events[item.event].bytes;
    }
    return sums;
}

Use TraceIndex::use(std::size_t lane, std::int64_t from, std::int64_t to) const
{
    Use use;
    const std::span<const Item> items = this->lane(lane);
    const std::size_t first = firstEndingAfter(lane, double(from));
    const auto after = std::partition_point(items.begin() + std::ptrdiff_t(first), items.end(),
                                            [to](const Item& item) { return item.begin < to; });
    const std::size_t last = std::size_t(after - items.begin());
    if (first >= last)
        return use;
    use.events = std::int64_t(last - first);
    const Sums low = sumsBefore(lane, first), high = sumsBefore(lane, last);
    use.bytes = high.bytes - low.bytes;
    for (std::size_t kind = 0; kind < kMostKinds; ++kind)
        use.cycles[kind] = high.cycles[kind] - low.cycles[kind];
    // The first and the last event may reach out of the range.
    const auto clip = [&](const Item& item) {
        const Event& event = m_trace->events[item.event];
        use.bytes -= event.bytes - shareOf(event, from, to);
        use.cycles[item.kind] -= (item.end - item.begin) - (std::min(item.end, to) - std::max(item.begin, from));
    };
    clip(items[first]);
    if (last - first > 1)
        clip(items[last - 1]);
    for (const std::int64_t cycles : use.cycles)
        use.busy += cycles;
    return use;
}

void TraceIndex::cyclesBefore(std::size_t lane, double cycle, std::size_t position,
                              std::array<double, kMostKinds>& cycles) const
{
    const std::span<const Item> items = this->lane(lane);
    const Sums& block = m_blocks[m_lanes[lane].firstBlock + position / kBlock];
    for (std::size_t kind = 0; kind < m_trace->kinds.size(); ++kind)
        cycles[kind] = double(block.cycles[kind]);
    for (std::size_t i = position / kBlock * kBlock; i < position; ++i)
        cycles[items[i].kind] += double(items[i].end - items[i].begin);
    if (position < items.size() && double(items[position].begin) < cycle)
        cycles[items[position].kind] += cycle - double(items[position].begin);
}

} // namespace nestloom::trace
