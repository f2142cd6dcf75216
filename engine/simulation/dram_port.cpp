// SPDX-License-Identifier: Apache-2.0
#include "engine/simulation/dram_port.h"

#include <algorithm>

namespace nestloom::simulation {

DramPort::DramPort(dram::Memory& memory, std::int64_t cycleFemtoseconds, AddressOf addressOf)
    : m_memory(memory), m_ratio(memory.clockFemtoseconds(), cycleFemtoseconds), m_recorder(memory, cycleFemtoseconds),
      m_addressOf(std::move(addressOf))
{
}

void DramPort::advance(noc::Cycle now, std::vector<noc::MemoryRequest>& completed)
{
    completed.insert(completed.end(), m_ready.begin(), m_ready.end());
    m_ready.clear();
    m_done.clear();
    advanceMemory(now);
    for (const dram::Done& done : m_done) {
        Burst& newest = done.write ? m_write : m_read;
        if (newest.id == done.id)
            newest.done = true;
        const auto waiting = m_waiting.find(done.id);
        completed.insert(completed.end(), waiting->second.begin(), waiting->second.end());
        m_waiting.erase(waiting);
    }
}

void DramPort::advanceMemory(noc::Cycle now)
{
    while (now >= m_recorder.end()) {
        m_memory.advance(m_ratio.toMemory(m_recorder.end()), m_done);
        m_recorder.closeWindow();
    }
    m_memory.advance(m_ratio.toMemory(now), m_done);
}

bool DramPort::accepts(bool write) const { return m_memory.canSend({0, 0, write}); }

void DramPort::submit(const noc::MemoryRequest& request, noc::Cycle)
{
    const std::uint64_t address = m_addressOf(request.transaction, request.packet);
    const std::uint64_t number = address / static_cast<std::uint64_t>(m_memory.burst().count);
    Burst& newest = request.write ? m_write : m_read;
    if (newest.transaction == request.transaction && newest.number == number) {
        if (newest.done)
            m_ready.push_back(request);
        else
            m_waiting[newest.id].push_back(request);
        return;
    }
    newest = {m_nextId++, request.transaction, number, false};
    m_waiting[newest.id].push_back(request);
    m_memory.send({newest.id, address, request.write});
}

noc::Cycle DramPort::nextEvent(noc::Cycle now) const
{
    if (!m_ready.empty())
        return now + 1;
    const noc::Cycle next = m_ratio.fromMemory(m_memory.nextEventTime());
    return next == noc::kNever ? next : std::max(next, now + 1);
}

} // namespace nestloom::simulation
