// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/endpoints.h"

namespace nestloom::noc {

// The part of Endpoints that deals with memories: definitions for endpoints.cpp only.

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

using Kind = TransactionTracker::Kind;

template <typename Mesh>
Endpoints<Mesh>::Endpoints(const Parts& parts, const std::vector<MemoryAttachment>& memories, bool busyOrSending)
    : m_parts(parts), m_busyOrSending(busyOrSending), m_endpoints(parts.grid.endpointCount()),
      m_sent(parts.list.size(), 0)
{
    for (const MemoryAttachment& attached : memories) {
        m_endpoints[attached.endpoint].memory = std::make_unique<Memory>();
        m_endpoints[attached.endpoint].memory->attached = attached;
    }
    if constexpr (Mesh::kStreams)
        for (EndpointId id = 0; id < m_endpoints.size(); ++id)
            if (!m_endpoints[id].memory)
                m_parts.mesh.takeMost(id);
}

template <typename Mesh>
void Endpoints<Mesh>::step(Cycle now)
{
    m_moved = false;
    for (; !m_wakes.empty() && m_wakes.top().first <= now; m_wakes.pop())
        m_parts.active.add(m_wakes.top().second);
    m_parts.active.forEachRising([&](std::size_t id) { act(EndpointId(id), now); });
}

template <typename Mesh>
void Endpoints<Mesh>::act(EndpointId id, Cycle now)
{
    Endpoint& endpoint = m_endpoints[id];
    if (endpoint.memory) {
        actWithMemory(id, endpoint, now);
        return;
    }
    endStream(id, endpoint);
    receive(id, now);
    seeToTransactions(id, endpoint, now);
    send(id, endpoint, now);
    if (!hasMore(id, endpoint))
        m_parts.active.remove(id);
}

/// What is over makes room for what comes next.
template <typename Mesh>
void Endpoints<Mesh>::seeToTransactions(EndpointId id, Endpoint& endpoint, Cycle now)
{
    if (endpoint.counting && !m_busyOrSending)
        endCounting(id, endpoint, now);
    if (endpoint.ended || isSent(endpoint))
        dropFinished(id, endpoint, now);
    if (m_parts.tracker.hasReady(id)) {
        if (m_busyOrSending)
            chooseEither(id, endpoint, now);
        else
            chooseBoth(id, endpoint, now);
    }
    if (endpoint.counting && m_busyOrSending)
        endCounting(id, endpoint, now);
}

template <typename Mesh>
void Endpoints<Mesh>::receive(EndpointId id, Cycle now)
{
    if (!m_parts.mesh.hasArrival(id, now))
        return;
    const Flit flit = m_parts.mesh.take(id, now);
    m_moved = true;
    if (flit.isHead())
        m_parts.tracker.headArrived(flit.transaction(), id, now);
    else if (flit.isTail())
        m_parts.tracker.packetArrived(flit.transaction(), id, now);
}

template <typename Mesh>
void Endpoints<Mesh>::dropFinished(EndpointId id, Endpoint& endpoint, Cycle now)
{
    if (endpoint.ended) {
        endpoint.counting.reset();
        endpoint.ended = false;
    }
    if (!isSent(endpoint))
        return;
    m_parts.recorder.addSending(id, endpoint.sendingSince, now);
    endpoint.sending.reset();
    if (!endpoint.memory)
        return;
    auto& readers = endpoint.memory->readers;
    readers.pop_front();
    if (!readers.empty())
        setSending(endpoint, readers.front().id, now);
}

/// One thing at a time: of what may begin, what comes first in the list.
template <typename Mesh>
void Endpoints<Mesh>::chooseEither(EndpointId id, Endpoint& endpoint, Cycle now)
{
    if (endpoint.sending || endpoint.counting)
        return;
    const auto send = m_parts.tracker.ready(id, Kind::Send), count = m_parts.tracker.ready(id, Kind::Count);
    if (count && (!send || *count < *send))
        beginCounting(id, endpoint, now);
    else if (send)
        beginSending(id, endpoint, now);
}

template <typename Mesh>
void Endpoints<Mesh>::chooseBoth(EndpointId id, Endpoint& endpoint, Cycle now)
{
    if (!endpoint.counting)
        beginCounting(id, endpoint, now);
    if (!endpoint.sending || mayReadAhead(endpoint))
        beginSending(id, endpoint, now);
}

template <typename Mesh>
void Endpoints<Mesh>::beginSending(EndpointId id, Endpoint& endpoint, Cycle now)
{
    const auto ready = m_parts.tracker.ready(id, Kind::Send);
    if (!ready)
        return;
    m_parts.tracker.begin(*ready, Kind::Send, now);
    m_moved = true;
    if (endpoint.memory)
        addReader(endpoint, *ready, now);
    if (!endpoint.sending)
        setSending(endpoint, *ready, now);
}

template <typename Mesh>
void Endpoints<Mesh>::setSending(Endpoint& endpoint, TransactionId transaction, Cycle now)
{
    endpoint.sending = transaction;
    endpoint.sendingSince = now;
    endpoint.packetsLeft = m_parts.list[transaction].size;
    endpoint.packetFlits = m_parts.shapes[transaction].flits;
    endpoint.mayWait = endpoint.memory || m_parts.list[transaction].follows;
}

template <typename Mesh>
void Endpoints<Mesh>::beginCounting(EndpointId id, Endpoint& endpoint, Cycle now)
{
    const auto ready = m_parts.tracker.ready(id, Kind::Count);
    if (!ready)
        return;
    m_parts.tracker.begin(*ready, Kind::Count, now);
    endpoint.counting = *ready;
    endpoint.countingSince = now;
    m_wakes.emplace(now + m_parts.list[*ready].size, id);
    m_moved = true;
}

template <typename Mesh>
void Endpoints<Mesh>::endCounting(EndpointId id, Endpoint& endpoint, Cycle now)
{
    if (!endpoint.counting || endpoint.ended || now - endpoint.countingSince < m_parts.list[*endpoint.counting].size)
        return;
    m_parts.recorder.addBusy(id, endpoint.countingSince, now);
    m_parts.tracker.countEnded(*endpoint.counting, now);
    endpoint.ended = true;
    m_moved = true;
}

template <typename Mesh>
void Endpoints<Mesh>::send(EndpointId id, Endpoint& endpoint, Cycle now)
{
    if (endpoint.packetsLeft == 0 || endpoint.streamed > 0 || (endpoint.mayWait && !mayLeave(id, endpoint)))
        return;
    if (beginStream(id, endpoint, now))
        return;
    if (!m_parts.mesh.canInject(id, endpoint.flit == 0, now)) {
        if (endpoint.blockedSince == kNever)
            endpoint.blockedSince = now;
        return;
    }
    endBlock(id, endpoint, now);
    sendFlit(id, endpoint, now);
}

template <typename Mesh>
void Endpoints<Mesh>::endBlock(EndpointId id, Endpoint& endpoint, Cycle now)
{
    if (endpoint.blockedSince == kNever)
        return;
    m_parts.recorder.addBlocked(m_parts.grid.into(id), endpoint.blockedSince, now);
    endpoint.blockedSince = kNever;
}

/// Leaves whole packets that may leave to the mesh, if it can send by itself.
template <typename Mesh>
bool Endpoints<Mesh>::beginStream(EndpointId id, Endpoint& endpoint, Cycle now)
{
    if constexpr (Mesh::kStreams) {
        const std::uint32_t packets = endpoint.flit == 0 ? packetsReady(id, endpoint) : 0;
        if (packets == 0)
            return false;
        endBlock(id, endpoint, now);
        m_parts.mesh.stream(id, *endpoint.sending, packets);
        endpoint.streamed = packets;
        endpoint.packetsLeft -= packets;
        return true;
    }
    return false;
}

template <typename Mesh>
void Endpoints<Mesh>::endStream(EndpointId id, Endpoint& endpoint)
{
    if (endpoint.streamed == 0 || m_parts.mesh.isStreaming(id))
        return;
    m_sent[*endpoint.sending] += endpoint.streamed;
    if (endpoint.memory)
        endpoint.memory->staged -= endpoint.streamed;
    endpoint.streamed = 0;
}

/// Packets that could leave one after the other. Of those that a memory has read only the next one, because each makes
/// room for another read.
template <typename Mesh>
std::uint32_t Endpoints<Mesh>::packetsReady(EndpointId id, const Endpoint& endpoint) const
{
    const TransactionId transaction = *endpoint.sending;
    if (const Memory* memory = endpoint.memory.get())
        return memory->readers.front().complete > m_sent[transaction] ? 1 : 0;
    const auto follows = m_parts.list[transaction].follows;
    return follows ? m_parts.tracker.packetsAt(*follows, id) - m_sent[transaction] : endpoint.packetsLeft;
}

template <typename Mesh>
void Endpoints<Mesh>::sendFlit(EndpointId id, Endpoint& endpoint, Cycle now)
{
    const bool last = endpoint.flit + 1 == endpoint.packetFlits;
    m_parts.mesh.inject(id, {*endpoint.sending, endpoint.flit == 0 ? Flit::Head : last ? Flit::Tail : Flit::Body}, now);
    m_moved = true;
    ++endpoint.flit;
    if (!last)
        return;
    endpoint.flit = 0;
    --endpoint.packetsLeft;
    ++m_sent[*endpoint.sending];
    if (endpoint.memory)
        --endpoint.memory->staged;
}

template <typename Mesh>
bool Endpoints<Mesh>::mayLeave(EndpointId id, const Endpoint& endpoint) const
{
    const TransactionId transaction = *endpoint.sending;
    if (const Memory* memory = endpoint.memory.get()) {
        const Reader& reader = memory->readers.front();
        return (endpoint.flit < memory->attached.flitsBeforeData ? reader.issued : reader.complete)
               > m_sent[transaction];
    }
    const auto follows = m_parts.list[transaction].follows;
    return !follows || endpoint.flit > 0 || m_parts.tracker.packetsAt(*follows, id) > m_sent[transaction];
}

template <typename Mesh>
bool Endpoints<Mesh>::mayBegin(EndpointId id, const Endpoint& endpoint) const
{
    if (m_busyOrSending)
        return !endpoint.sending && !endpoint.counting;
    return (m_parts.tracker.hasReady(id, Kind::Send) && (!endpoint.sending || mayReadAhead(endpoint)))
           || (m_parts.tracker.hasReady(id, Kind::Count) && !endpoint.counting);
}

/// Whether the endpoint has to act in the next cycle, other than because of an arrival, because the mesh has room
/// again, or at a planned time.
template <typename Mesh>
bool Endpoints<Mesh>::hasMore(EndpointId id, const Endpoint& endpoint) const
{
    if (isSent(endpoint))
        return true;
    if (endpoint.packetsLeft > 0 && endpoint.streamed == 0 && endpoint.blockedSince == kNever
        && (!endpoint.mayWait || mayLeave(id, endpoint)))
        return true;
    if (endpoint.ended || !m_parts.mesh.isEmptyTo(id) || (m_parts.tracker.hasReady(id) && mayBegin(id, endpoint)))
        return true;
    const Memory* memory = endpoint.memory.get();
    return memory && (mayIssue(*memory) || (!memory->arrived.empty() && memory->attached.memory->accepts(true)));
}

template <typename Mesh>
void Endpoints<Mesh>::close(Cycle now)
{
    for (EndpointId id = 0; id < m_endpoints.size(); ++id) {
        const Endpoint& endpoint = m_endpoints[id];
        if (endpoint.counting && !endpoint.ended)
            m_parts.recorder.addBusy(id, endpoint.countingSince, now);
        if (endpoint.sending)
            m_parts.recorder.addSending(id, endpoint.sendingSince, now);
        if constexpr (Mesh::kStreams)
            if (endpoint.streamed > 0)
                m_sent[*endpoint.sending] += endpoint.streamed - m_parts.mesh.packetsLeft(id);
        if (endpoint.blockedSince != kNever)
            m_parts.recorder.addBlocked(m_parts.grid.into(id), endpoint.blockedSince, now);
    }
}

template class Endpoints<WormholeMesh>;
template class Endpoints<VcTransport>;

} // namespace nestloom::noc
