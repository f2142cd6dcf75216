// SPDX-License-Identifier: Apache-2.0
#include "engine/dram/simple_memories.h"

#include <algorithm>
#include <cmath>

namespace nestloom::dram {

BandwidthMemory::BandwidthMemory(const BandwidthRates& rates, Clock latency, std::int64_t clockFemtoseconds)
    : m_rates(rates), m_latency(latency), m_clockFemtoseconds(clockFemtoseconds)
{
}

void BandwidthMemory::send(const Request& request)
{
    const auto direction = std::size_t(request.write);
    const double now = double(m_now), busy = std::max({m_free[0], m_free[1], now});
    const double start = m_rates.takeTurns ? busy : std::max(m_free[direction], now);
    const std::int64_t bytes = request.bytes.count > 0 ? request.bytes.count : burst().count;
    const double end = start + double(bytes) / (request.write ? m_rates.writes : m_rates.reads);
    m_free[direction] = end;
    m_busClocks += std::max(0.0, end - busy);
    const double done = request.write ? end : std::max(start + double(m_latency), end);
    m_pending[direction].push_back({request.id, request.write, static_cast<Clock>(std::ceil(done))});
    (request.write ? m_statistics.writes : m_statistics.reads) += bytes;
    m_statistics.busClocks = std::llround(m_busClocks);
}

void BandwidthMemory::advance(Clock to, std::vector<Done>& done)
{
    while (nextEventTime() <= to) {
        auto& [reads, writes] = m_pending;
        const bool write = reads.empty() || (!writes.empty() && writes.front().clock < reads.front().clock);
        done.push_back(m_pending[write].front());
        m_pending[write].pop_front();
    }
    m_now = std::max(m_now, to);
}

Clock BandwidthMemory::nextEventTime() const
{
    Clock next = kNever;
    for (const std::deque<Done>& pending : m_pending)
        next = pending.empty() ? next : std::min(next, pending.front().clock);
    return next;
}

namespace {

constexpr Clock kFirstRead = 17, kRead = 16, kRowClosed = 4, kWrite = 13;
constexpr std::int64_t kReadsOfRow = 4;
constexpr Clock kPortBurst = 4; // BL4 with two transfers a clock would be 2; the port passes one 64-bit flit a cycle

} // namespace

void CompatibleMemory::send(const Request& request)
{
    m_statistics.busClocks += kPortBurst;
    if (request.write) {
        ++m_statistics.writes;
        m_writes.push_back({request.id, true, m_now + kWrite});
        return;
    }
    const std::int64_t before = m_statistics.reads++;
    const bool closed = before > 0 && before % kReadsOfRow == 0;
    ++(before == 0 ? m_statistics.rowMisses : closed ? m_statistics.rowConflicts : m_statistics.rowHits);
    m_read = Done{request.id, false, m_now + (before == 0 ? kFirstRead : kRead) + (closed ? kRowClosed : 0)};
}

void CompatibleMemory::advance(Clock to, std::vector<Done>& done)
{
    const auto first = done.size();
    auto late = std::ranges::find_if(m_writes, [to](const Done& write) { return write.clock > to; });
    done.insert(done.end(), m_writes.begin(), late);
    m_writes.erase(m_writes.begin(), late);
    if (m_read && m_read->clock <= to) {
        done.push_back(*m_read);
        m_read.reset();
        std::stable_sort(done.begin() + std::ptrdiff_t(first), done.end(),
                         [](const Done& a, const Done& b) { return a.clock < b.clock; });
    }
    m_now = std::max(m_now, to);
}

Clock CompatibleMemory::nextEventTime() const
{
    const Clock write = m_writes.empty() ? kNever : m_writes.front().clock;
    return m_read ? std::min(write, m_read->clock) : write;
}

} // namespace nestloom::dram
