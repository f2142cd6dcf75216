// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/stacking.h"

#include <algorithm>
#include <limits>

namespace nestloom::memory {

Sections sections(const std::vector<Buffer>& buffers)
{
    std::vector<std::size_t> events;
    for (const Buffer& buffer : buffers) {
        events.push_back(buffer.first);
        events.push_back(buffer.last + 1);
    }
    std::ranges::sort(events);
    events.erase(std::unique(events.begin(), events.end()), events.end());
    const auto section = [&](std::size_t step) {
        return std::size_t(std::lower_bound(events.begin(), events.end(), step) - events.begin());
    };
    Sections result;
    for (std::size_t i = 1; i < events.size(); ++i)
        result.steps.push_back(events[i] - events[i - 1]);
    result.load.resize(result.steps.size());
    for (const Buffer& buffer : buffers) {
        const SectionItem item{section(buffer.first), section(buffer.last + 1) - 1, buffer.size.count};
        result.items.push_back(item);
        for (std::size_t s = item.first; s <= item.last; ++s)
            result.load[s] += item.size;
    }
    return result;
}

Stacking::Stacking(const Sections& sections, std::int64_t capacity)
    : m_capacity(capacity), m_items(sections.items), m_overlapping(m_items.size()), m_inSection(sections.load.size()),
      m_placed(m_items.size(), 0), m_offset(m_items.size(), 0), m_left(sections.load), m_floor(m_left.size(), 0),
      m_across(m_left.size(), 0), m_isTouched(m_left.size(), 0)
{
    for (std::uint32_t i = 0; i < m_items.size(); ++i) {
        const SectionItem& item = m_items[i];
        for (std::size_t s = item.first; s <= item.last; ++s)
            m_inSection[s].push_back(i);
        for (std::size_t s = item.first; s < item.last; ++s)
            ++m_across[s];
        for (std::uint32_t other = 0; other < i; ++other)
            if (m_items[other].first <= item.last && item.first <= m_items[other].last) {
                m_overlapping[i].push_back(other);
                m_overlapping[other].push_back(i);
            }
    }
}

std::optional<std::size_t> Stacking::findOverfull(std::size_t first, std::size_t last, std::int64_t lowest) const
{
    for (std::size_t s = first; s <= last; ++s)
        if (m_left[s] > 0 && std::max(lowest, m_floor[s]) + m_left[s] > m_capacity)
            return s;
    return std::nullopt;
}

Stacking::Placed Stacking::place(std::size_t i)
{
    Placed result;
    m_steps.push_back({i, m_offsetChanges.size(), m_floorChanges.size()});
    const SectionItem& item = m_items[i];
    m_placed[i] = 1;
    for (std::size_t s = item.first; s <= item.last; ++s) {
        m_left[s] -= item.size;
        if (s < item.last && --m_across[s] == 0)
            result.cuts = true;
        if (m_floor[s] == m_offset[i])
            touch(s);
    }
    for (const std::uint32_t other : m_overlapping[i])
        if (!m_placed[other]) {
            result.covers = true;
            lift(other, m_offset[i] + item.size);
        }
    settleFloors();
    return result;
}

void Stacking::lift(std::size_t i, std::int64_t to)
{
    const std::int64_t before = m_offset[i];
    if (before >= to)
        return;
    m_offsetChanges.push_back({i, before});
    m_offset[i] = to;
    for (std::size_t s = m_items[i].first; s <= m_items[i].last; ++s)
        if (m_floor[s] == before)
            touch(s);
}

void Stacking::touch(std::size_t section)
{
    if (!m_isTouched[section])
        m_touched.push_back(section);
    m_isTouched[section] = 1;
}

void Stacking::settleFloors()
{
    for (const std::size_t s : m_touched) {
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        for (const std::uint32_t i : m_inSection[s])
            if (!m_placed[i])
                least = std::min(least, m_offset[i]);
        m_isTouched[s] = 0;
        if (least == m_floor[s])
            continue;
        m_floorChanges.push_back({s, m_floor[s]});
        m_floor[s] = least;
    }
    m_touched.clear();
}

void Stacking::takeAwayTo(std::size_t placedCount)
{
    while (m_steps.size() > placedCount) {
        const Step step = m_steps.back();
        m_steps.pop_back();
        const SectionItem& item = m_items[step.item];
        m_placed[step.item] = 0;
        for (std::size_t s = item.first; s <= item.last; ++s)
            m_left[s] += item.size;
        for (std::size_t s = item.first; s < item.last; ++s)
            ++m_across[s];
        for (; m_offsetChanges.size() > step.offsets; m_offsetChanges.pop_back())
            m_offset[m_offsetChanges.back().at] = m_offsetChanges.back().before;
        for (; m_floorChanges.size() > step.floors; m_floorChanges.pop_back())
            m_floor[m_floorChanges.back().at] = m_floorChanges.back().before;
    }
}

} // namespace nestloom::memory
