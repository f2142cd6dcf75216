// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/compatible_dram.h"

namespace nestloom::noc {

CompatibleDram::CompatibleDram(Cycle firstCycle) : m_firstCycle(firstCycle), m_next(firstCycle) {}

void CompatibleDram::advance(Cycle now, std::vector<MemoryRequest>& completed)
{
    for (; m_next < now; ++m_next)
        tick(m_next, completed);
}

void CompatibleDram::submit(const MemoryRequest& request, Cycle now)
{
    constexpr std::uint64_t kReadsFrom = 0x30000, kBytes = 32;
    m_entries.push({now, false, request.write, (request.write ? 0 : kReadsFrom) + kBytes * request.packet});
    (request.write ? m_writes : m_reads).push_back(request);
}

Cycle CompatibleDram::nextEvent(Cycle now) const { return m_reads.empty() && m_writes.empty() ? kNever : now + 1; }

void CompatibleDram::tick(Cycle now, std::vector<MemoryRequest>& completed)
{
    const Cycle clock = now - m_firstCycle; // the DRAM counts from its own beginning
    const Ddr2Controller::Done done = m_controller.update(clock);
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

MemoryAttachment attachCompatible(CompatibleDram& dram, EndpointId endpoint)
{
    MemoryAttachment attachment;
    attachment.endpoint = endpoint;
    attachment.memory = &dram;
    attachment.outstandingReads = 1;
    attachment.readsAhead = false;
    attachment.flitsBeforeData = 4;
    attachment.writeBuffer = UINT32_MAX;
    return attachment;
}

EndpointId compatibleDramEndpoint(const Grid& grid) { return grid.onSide(grid.routerCount() - 1, Side::South); }

} // namespace nestloom::noc
