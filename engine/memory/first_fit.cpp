// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/first_fit.h"

#include <algorithm>

namespace nestloom::memory {

FirstFit::FirstFit(const std::vector<Buffer>& buffers, std::int64_t capacity)
    : m_buffers(buffers), m_capacity(capacity), m_meets(buffers.size()), m_offset(buffers.size(), kNowhere)
{
    for (std::size_t a = 0; a < buffers.size(); ++a) {
        if (buffers[a].offset)
            m_offset[a] = buffers[a].offset->count;
        for (std::size_t b = a + 1; b < buffers.size(); ++b)
            if (buffers[a].first <= buffers[b].last && buffers[b].first <= buffers[a].last)
                meet(a, b);
    }
}

void FirstFit::meet(std::size_t a, std::size_t b)
{
    const auto add = [&](const BufferPart& mine, const BufferPart& other) {
        m_meets[b].push_back({a, mine.low - other.high, mine.high - other.low});
        m_meets[a].push_back({b, other.low - mine.high, other.high - mine.low});
    };
    if (m_buffers[a].gaps.empty() && m_buffers[b].gaps.empty()) {
        if (m_buffers[a].size.count > 0 && m_buffers[b].size.count > 0)
            add({0, 0, 0, m_buffers[a].size.count}, {0, 0, 0, m_buffers[b].size.count});
        return;
    }
    for (const BufferPart& mine : parts(m_buffers[a]))
        for (const BufferPart& other : parts(m_buffers[b]))
            if (mine.first <= other.last && other.first <= mine.last)
                add(mine, other);
}

bool FirstFit::place(std::size_t buffer)
{
    m_blocked.clear();
    for (const Meeting& meeting : m_meets[buffer])
        if (isPlaced(meeting.other))
            m_blocked.emplace_back(m_offset[meeting.other] + meeting.low, m_offset[meeting.other] + meeting.high);
    std::sort(m_blocked.begin(), m_blocked.end());
    const std::int64_t alignment = m_buffers[buffer].alignment.count;
    std::int64_t floor = 0;
    for (const auto& [low, high] : m_blocked) {
        if (floor <= low)
            break;
        if (high > floor)
            floor = (high + alignment - 1) / alignment * alignment;
    }
    m_offset[buffer] = floor;
    return floor + m_buffers[buffer].size.count <= m_capacity;
}

std::vector<Bytes> FirstFit::offsets() const
{
    std::vector<Bytes> result;
    for (const std::int64_t offset : m_offset)
        result.push_back({offset});
    return result;
}

} // namespace nestloom::memory
