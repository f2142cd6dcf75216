// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/first_fit.h"

#include "engine/base/ranges.h"

#include <algorithm>
#include <numeric>

namespace nestloom::memory {

namespace {

/// Largest key first; equal ones as they were given.
template <typename Key>
PackingOrder sorted(const std::vector<Buffer>& buffers, Key key)
{
    PackingOrder order;
    for (std::size_t i = 0; i < buffers.size(); ++i)
        if (!buffers[i].offset)
            order.push_back(i);
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return key(buffers[a]) > key(buffers[b]); });
    return order;
}

} // namespace

FirstFit::FirstFit(const std::vector<Buffer>& buffers, std::int64_t capacity)
    : m_buffers(buffers), m_capacity(capacity), m_firstPart{0}, m_offset(buffers.size(), kNowhere)
{
    std::vector<BufferPart> times;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        if (buffers[i].offset)
            m_offset[i] = buffers[i].offset->count;
        for (const BufferPart& part : parts(buffers[i])) {
            m_parts.push_back({part.low, part.high, std::uint32_t(i)});
            times.push_back(part);
        }
        m_firstPart.push_back(m_parts.size());
    }
    findMeetings(times);
}

/// Of what is in use at the steps at which a part begins. Parts of one buffer never meet.
void FirstFit::findMeetings(const std::vector<BufferPart>& times)
{
    m_firstMeeting.push_back(0);
    for (const std::size_t meetings : countMeetings(times))
        m_firstMeeting.push_back(m_firstMeeting.back() + meetings);
    m_meets.resize(m_firstMeeting.back());
    std::vector<std::size_t> next(m_firstMeeting.begin(), m_firstMeeting.end() - 1);
    std::vector<std::uint32_t> byStep(times.size()), running;
    std::iota(byStep.begin(), byStep.end(), 0u);
    std::ranges::stable_sort(byStep, [&](auto a, auto b) { return times[a].first < times[b].first; });
    for (const std::uint32_t part : byStep) {
        std::erase_if(running, [&](std::uint32_t other) { return times[other].last < times[part].first; });
        for (const std::uint32_t other : running) {
            m_meets[next[other]++] = part;
            m_meets[next[part]++] = other;
        }
        running.push_back(part);
    }
    for (std::size_t part = 0; part < times.size(); ++part) {
        const auto begin = m_meets.begin() + std::ptrdiff_t(m_firstMeeting[part]),
                   end = m_meets.begin() + std::ptrdiff_t(m_firstMeeting[part + 1]);
        if (!std::is_sorted(begin, end))
            std::sort(begin, end);
    }
}

bool FirstFit::place(std::size_t buffer)
{
    m_blocked.clear();
    for (std::size_t p = m_firstPart[buffer]; p < m_firstPart[buffer + 1]; ++p)
        for (const std::uint32_t other : meets(p)) {
            const Part &mine = m_parts[p], &theirs = m_parts[other];
            if (isPlaced(theirs.buffer))
                m_blocked.emplace_back(m_offset[theirs.buffer] + theirs.low - mine.high,
                                       m_offset[theirs.buffer] + theirs.high - mine.low);
        }
    std::ranges::sort(m_blocked);
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
    return collect(m_offset, [&](const std::int64_t offset) { return Bytes{offset}; });
}

std::array<NamedOrder, 4> packingOrders(const std::vector<Buffer>& buffers)
{
    const auto steps = [](const Buffer& b) { return std::int64_t(b.last - b.first + 1); };
    return {{{"size", sorted(buffers, [](const Buffer& b) { return b.size.count; })},
             {"area", sorted(buffers, [&](const Buffer& b) { return double(b.size.count) * double(steps(b)); })},
             {"duration", sorted(buffers, [&](const Buffer& b) { return std::pair(steps(b), b.size.count); })},
             {"start", sorted(buffers, [](const Buffer& b) { return -std::int64_t(b.first); })}}};
}

} // namespace nestloom::memory
