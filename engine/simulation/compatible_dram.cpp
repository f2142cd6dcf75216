// SPDX-License-Identifier: Apache-2.0
#include "engine/simulation/compatible_dram.h"

namespace nestloom::simulation {

CompatibleDram::CompatibleDram(noc::Cycle firstCycle) : m_firstCycle(firstCycle), m_next(firstCycle) {}

void CompatibleDram::advance(noc::Cycle now, std::vector<noc::MemoryRequest>& completed)
{
    for (; m_next < now; ++m_next)
        tick(m_next, completed);
}

void CompatibleDram::submit(const noc::MemoryRequest& request, noc::Cycle now)
{
    constexpr std::uint64_t kReadsFrom = 0x30000, kBytes = 32;
    m_entries.push({now, false, request.write, (request.write ? 0 : kReadsFrom) + kBytes * request.packet});
    (request.write ? m_writes : m_reads).push_back(request);
}

noc::Cycle CompatibleDram::nextEvent(noc::Cycle now) const
{
    return m_reads.empty() && m_writes.empty() ? noc::kNever : now + 1;
}

void CompatibleDram::tick(noc::Cycle now, std::vector<noc::MemoryRequest>& completed)
{
    const noc::Cycle clock = now - m_firstCycle; // the DRAM counts from its own beginning
    const dram::Ddr2Controller::Done done = m_controller.update(clock);
    if (done.write)
        m_entries.push({clock, true, true, 0});
    if (done.read)
        m_entries.push({clock, true, false, 0});
    if (m_entries.empty())
        return;
    const Entry entry = m_entries.top();
    m_entries.pop();
    if (!entry.completion) {
        m_controller.add(entry.address, entry.write);
        return;
    }
    auto& waiting = entry.write ? m_writes : m_reads;
    completed.push_back(waiting.front());
    waiting.pop_front();
}

noc::MemoryAttachment attachCompatible(CompatibleDram& dram, noc::EndpointId endpoint)
{
    noc::MemoryAttachment attachment;
    attachment.endpoint = endpoint;
    attachment.memory = &dram;
    attachment.outstandingReads = 1;
    attachment.readsAhead = false;
    attachment.flitsBeforeData = 4;
    attachment.writeBuffer = UINT32_MAX;
    return attachment;
}

noc::EndpointId compatibleDramEndpoint(const noc::Grid& grid)
{
    return grid.onSide(grid.routerCount() - 1, noc::Side::South);
}

} // namespace nestloom::simulation
