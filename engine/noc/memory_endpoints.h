// SPDX-License-Identifier: Apache-2.0
#pragma once

// The part of Endpoints that deals with memories: definitions for endpoints.cpp only.
#include "engine/noc/endpoints.h"

namespace nestloom::noc {

template <typename Mesh>
void Endpoints<Mesh>::actWithMemory(EndpointId id, Endpoint& endpoint, Cycle now)
{
    Memory& memory = *endpoint.memory;
    MemoryPort& port = *memory.attached.memory;
    endStream(id, endpoint);
    port.advance(now, memory.completed);
    receiveForMemory(id, memory, now);
    seeToTransactions(id, endpoint, now);
    issueRead(memory, now);
    takeCompleted(id, memory, now);
    send(id, endpoint, now);
    if (!hasMore(id, endpoint))
        m_parts.active.remove(id);
    const Cycle wake = port.nextEvent(now);
    if (wake != kNever && wake != memory.wake)
        m_wakes.emplace(wake, id);
    memory.wake = wake;
}

template <typename Mesh>
void Endpoints<Mesh>::receiveForMemory(EndpointId id, Memory& memory, Cycle now)
{
    handToMemory(memory, now);
    if (memory.arrived.size() >= memory.attached.writeBuffer || !m_parts.mesh.hasArrival(id, now))
        return;
    const Flit flit = m_parts.mesh.take(id, now);
    const TransactionId transaction = flit.transaction();
    m_moved = true;
    if (flit.isHead()) {
        if (m_parts.tracker.arrivedNone(transaction, id)) {
            memory.writePhases[transaction] = m_phases.size();
            m_phases.push_back({transaction, id, true, now, kNever});
        }
        m_parts.tracker.headArrived(transaction, id, now);
    } else if (flit.isTail()) {
        memory.arrived.push_back({transaction, memory.written[transaction]++, true});
        handToMemory(memory, now);
    }
}

template <typename Mesh>
void Endpoints<Mesh>::handToMemory(Memory& memory, Cycle now)
{
    while (!memory.arrived.empty() && memory.attached.memory->accepts(true)) {
        memory.attached.memory->submit(memory.arrived.front(), now);
        memory.arrived.pop_front();
        m_moved = true;
    }
}

template <typename Mesh>
void Endpoints<Mesh>::addReader(Endpoint& endpoint, TransactionId id, Cycle now)
{
    endpoint.memory->readers.push_back({id, 0, 0, m_phases.size()});
    m_phases.push_back({id, m_parts.list[id].actor, false, now, kNever});
}

template <typename Mesh>
bool Endpoints<Mesh>::mayIssue(const Memory& memory) const
{
    return !memory.readers.empty() && memory.staged < memory.attached.outstandingReads
           && memory.readers.back().issued < m_parts.list[memory.readers.back().id].size
           && memory.attached.memory->accepts(false);
}

/// Whether the reads of one more transaction may begin before the present one has left.
template <typename Mesh>
bool Endpoints<Mesh>::mayReadAhead(const Endpoint& endpoint) const
{
    const Memory* memory = endpoint.memory.get();
    if (!memory || !memory->attached.readsAhead || m_busyOrSending || memory->readers.empty())
        return false;
    const Reader& newest = memory->readers.back();
    return newest.issued == m_parts.list[newest.id].size && memory->staged < memory->attached.outstandingReads
           && memory->attached.memory->accepts(false);
}

template <typename Mesh>
void Endpoints<Mesh>::issueRead(Memory& memory, Cycle now)
{
    if (!mayIssue(memory))
        return;
    Reader& reader = memory.readers.back();
    memory.attached.memory->submit({reader.id, reader.issued, false}, now);
    ++reader.issued;
    ++memory.staged;
    m_moved = true;
}

template <typename Mesh>
void Endpoints<Mesh>::takeCompleted(EndpointId id, Memory& memory, Cycle now)
{
    for (const MemoryRequest& request : memory.completed) {
        m_moved = true;
        if (request.write) {
            m_parts.tracker.packetArrived(request.transaction, id, now);
            if (m_parts.tracker.packetsAt(request.transaction, id) == m_parts.list[request.transaction].size) {
                m_phases[memory.writePhases[request.transaction]].end = now;
                memory.writePhases.erase(request.transaction);
                memory.written.erase(request.transaction);
            }
            continue;
        }
        for (Reader& reader : memory.readers)
            if (reader.id == request.transaction && ++reader.complete == m_parts.list[reader.id].size)
                m_phases[reader.phase].end = now;
    }
    memory.completed.clear();
}

} // namespace nestloom::noc
