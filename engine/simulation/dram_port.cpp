// SPDX-License-Identifier: Apache-2.0
#include "engine/simulation/dram_port.h"

#include <algorithm>

namespace nestloom::simulation {

namespace {

dram::Statistics combined(dram::Statistics a, const dram::Statistics& b, int sign)
{
    a.reads += sign * b.reads;
    a.writes += sign * b.writes;
    a.rowHits += sign * b.rowHits;
    a.rowMisses += sign * b.rowMisses;
    a.rowConflicts += sign * b.rowConflicts;
    a.refreshes += sign * b.refreshes;
    a.busClocks += sign * b.busClocks;
    return a;
}

} // namespace

DramRecorder::DramRecorder(const dram::Memory& memory, std::int64_t cycleFemtoseconds) : m_memory(memory)
{
    m_windows.burst = memory.burst();
    m_windows.clocksPerCycle = double(cycleFemtoseconds) / double(memory.clockFemtoseconds());
    m_end = m_windows.width;
}

void DramRecorder::closeWindow()
{
    const dram::Statistics now = m_memory.statistics();
    m_windows.windows.push_back(combined(now, m_before, -1));
    m_before = now;
    if (m_windows.windows.size() == noc::WindowCounters::kMaxWindows)
        mergePairs();
    m_end = noc::Cycle(m_windows.windows.size() + 1) * m_windows.width;
}

void DramRecorder::mergePairs()
{
    std::vector<dram::Statistics>& windows = m_windows.windows;
    for (std::size_t pair = 0; pair < windows.size() / 2; ++pair)
        windows[pair] = combined(windows[2 * pair], windows[2 * pair + 1], 1);
    windows.resize(windows.size() / 2);
    m_windows.width *= 2;
}

DramWindows DramRecorder::windows() const
{
    DramWindows all = m_windows;
    all.windows.push_back(combined(m_memory.statistics(), m_before, -1));
    return all;
}

DramRange dramRange(const DramWindows& windows, noc::Cycle end, noc::Cycle from, noc::Cycle to)
{
    DramRange sum;
    from = std::max<noc::Cycle>(0, from);
    to = std::min(to, end);
    for (std::size_t i = std::size_t(from / windows.width); i < windows.windows.size() && from < to; ++i) {
        const noc::Cycle begin = noc::Cycle(i) * windows.width;
        const noc::Cycle stop = i + 1 == windows.windows.size() ? std::max(end, begin + 1) : begin + windows.width;
        const noc::Cycle inside = std::min(stop, to) - std::max(begin, from);
        if (inside <= 0)
            break;
        const double share = double(inside) / double(stop - begin);
        const dram::Statistics& window = windows.windows[i];
        sum.cycles += double(inside);
        sum.reads += share * double(window.reads);
        sum.writes += share * double(window.writes);
        sum.rowHits += share * double(window.rowHits);
        sum.rowMisses += share * double(window.rowMisses);
        sum.rowConflicts += share * double(window.rowConflicts);
        sum.busClocks += share * double(window.busClocks);
    }
    return sum;
}

DramPort::DramPort(dram::Memory& memory, std::int64_t cycleFemtoseconds, AddAddresses addAddresses, BytesOf bytesOf)
    : m_memory(memory), m_ratio(memory.clockFemtoseconds(), cycleFemtoseconds), m_recorder(memory, cycleFemtoseconds),
      m_addAddresses(std::move(addAddresses)), m_bytesOf(memory.takesAnySize() ? std::move(bytesOf) : BytesOf())
{
}

void DramPort::advance(noc::Cycle now, std::vector<noc::MemoryRequest>& completed)
{
    completed.insert(completed.end(), m_ready.begin(), m_ready.end());
    m_ready.clear();
    m_done.clear();
    advanceTo(now);
    for (const dram::Done& done : m_done) {
        Burst& newest = done.write ? m_write : m_read;
        if (newest.id == done.id)
            newest.done = true;
        const auto waiting = m_waiting.find(done.id);
        for (const auto packet : waiting->second)
            if (--packet->missing == 0) {
                completed.push_back(packet->request);
                m_packets.erase(packet);
            }
        m_waiting.erase(waiting);
    }
}

void DramPort::advanceTo(noc::Cycle now)
{
    while (now >= m_recorder.end()) {
        advanceMemory(m_ratio.toMemory(m_recorder.end()));
        m_recorder.closeWindow();
    }
    advanceMemory(m_ratio.toMemory(now));
}

void DramPort::advanceMemory(dram::Clock to)
{
    while (!(m_unsent[0].empty() && m_unsent[1].empty()) && m_memory.nextEventTime() <= to) {
        m_memory.advance(m_memory.nextEventTime(), m_done);
        sendWhatFits();
    }
    m_memory.advance(to, m_done);
}

void DramPort::sendWhatFits()
{
    for (std::deque<dram::Request>& unsent : m_unsent)
        for (; !unsent.empty() && m_memory.canSend(unsent.front()); unsent.pop_front())
            m_memory.send(unsent.front());
}

void DramPort::submit(const noc::MemoryRequest& request, noc::Cycle)
{
    m_addresses.clear();
    m_addAddresses(request.transaction, request.packet, m_addresses);
    const auto packet = m_packets.insert(m_packets.end(), {request, 0});
    Burst& newest = request.write ? m_write : m_read;
    for (const std::uint64_t address : m_addresses) {
        const std::uint64_t number = address / std::uint64_t(m_memory.burst().count);
        if (m_bytesOf || newest.transaction != request.transaction || newest.number != number) {
            newest = {m_nextId++, request.transaction, number, false};
            m_unsent[request.write].push_back({newest.id, address, request.write,
                                               m_bytesOf ? m_bytesOf(request.transaction, request.packet) : Bytes{}});
        }
        if (newest.done)
            continue;
        m_waiting[newest.id].push_back(packet);
        ++packet->missing;
    }
    sendWhatFits();
    if (packet->missing == 0) {
        m_ready.push_back(request);
        m_packets.erase(packet);
    }
}

noc::Cycle DramPort::nextEvent(noc::Cycle now) const
{
    if (!m_ready.empty())
        return now + 1;
    const noc::Cycle next = m_ratio.fromMemory(m_memory.nextEventTime());
    return next == noc::kNever ? next : std::max(next, now + 1);
}

} // namespace nestloom::simulation
