// SPDX-License-Identifier: Apache-2.0
#include "engine/dram/bandwidth_memory.h"

#include <algorithm>
#include <cmath>

namespace nestloom::dram {

BandwidthMemory::BandwidthMemory(double bytesPerClock, Clock latency, std::int64_t clockFemtoseconds)
    : m_clocksPerBurst(static_cast<double>(burst().count) / bytesPerClock), m_latency(latency),
      m_clockFemtoseconds(clockFemtoseconds)
{
}

void BandwidthMemory::send(const Request& request)
{
    const double start = std::max(m_busFree, static_cast<double>(m_now));
    m_busFree = start + m_clocksPerBurst;
    const double done = std::max(start + static_cast<double>(m_latency), m_busFree);
    m_pending.push_back({request.id, request.write, static_cast<Clock>(std::ceil(done))});
    ++(request.write ? m_statistics.writes : m_statistics.reads);
    m_busClocks += m_clocksPerBurst;
    m_statistics.busClocks = std::llround(m_busClocks);
}

void BandwidthMemory::advance(Clock to, std::vector<Done>& done)
{
    for (; !m_pending.empty() && m_pending.front().clock <= to; m_pending.pop_front())
        done.push_back(m_pending.front());
    m_now = std::max(m_now, to);
}

} // namespace nestloom::dram
