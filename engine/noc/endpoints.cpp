// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/endpoints.h"

#include <algorithm>

namespace nestloom::noc {

using Kind = TransactionTracker::Kind;

Endpoints::Endpoints(const Parts& parts, const std::vector<MemoryAttachment>& memories, bool busyOrSending)
    : m_parts(parts), m_busyOrSending(busyOrSending), m_endpoints(parts.grid.endpointCount()), m_sent(parts.list.size(), 0)
{
    for (const MemoryAttachment& attached : memories) {
        m_endpoints[attached.endpoint].memory = std::make_unique<Memory>();
        m_endpoints[attached.endpoint].memory->attached = attached;
    }
}

void Endpoints::step(Cycle now)
{
    m_moved = false;
    for (; !m_wakes.empty() && m_wakes.top().first <= now; m_wakes.pop())
        m_parts.active.add(m_wakes.top().second);
    m_parts.active.forEachRising([&](std::size_t id) { act(EndpointId(id), now); });
}

void Endpoints::act(EndpointId id, Cycle now)
{
    Endpoint& endpoint = m_endpoints[id];
    Memory* memory = endpoint.memory.get();
    if (memory)
        memory->attached.memory->advance(now, memory->completed);
    receive(id, endpoint, now);
    if (!m_busyOrSending)
        endCounting(id, endpoint, now);
    dropFinished(id, endpoint, now);
    if (m_busyOrSending)
        chooseEither(id, endpoint, now);
    else
        chooseBoth(id, endpoint, now);
    if (m_busyOrSending)
        endCounting(id, endpoint, now);
    if (memory) {
        issueRead(*memory, now);
        takeCompleted(id, *memory, now);
    }
    send(id, endpoint, now);
    if (!hasMore(id, endpoint))
        m_parts.active.remove(id);
    if (!memory)
        return;
    const Cycle wake = memory->attached.memory->nextEvent(now);
    if (wake != kNever && wake != memory->wake)
        m_wakes.emplace(wake, id);
    memory->wake = wake;
}

void Endpoints::receive(EndpointId id, Endpoint& endpoint, Cycle now)
{
    if (endpoint.memory) {
        receiveForMemory(id, *endpoint.memory, now);
        return;
    }
    if (!m_parts.mesh.hasArrival(id, now))
        return;
    const Flit flit = m_parts.mesh.take(id, now);
    m_moved = true;
    if (flit.isHead())
        m_parts.tracker.headArrived(flit.transaction(), id, now);
    else if (flit.isTail())
        m_parts.tracker.packetArrived(flit.transaction(), id, now);
}

void Endpoints::dropFinished(EndpointId id, Endpoint& endpoint, Cycle now)
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
    if (!readers.empty()) {
        endpoint.sending = readers.front().id;
        endpoint.sendingSince = now;
    }
}

/// One thing at a time: of what may begin, what comes first in the list.
void Endpoints::chooseEither(EndpointId id, Endpoint& endpoint, Cycle now)
{
    if (endpoint.sending || endpoint.counting)
        return;
    const auto send = m_parts.tracker.ready(id, Kind::Send), count = m_parts.tracker.ready(id, Kind::Count);
    if (count && (!send || *count < *send))
        beginCounting(id, endpoint, now);
    else if (send)
        beginSending(id, endpoint, now);
}

void Endpoints::chooseBoth(EndpointId id, Endpoint& endpoint, Cycle now)
{
    if (!endpoint.counting)
        beginCounting(id, endpoint, now);
    if (!endpoint.sending || mayReadAhead(endpoint))
        beginSending(id, endpoint, now);
}

void Endpoints::beginSending(EndpointId id, Endpoint& endpoint, Cycle now)
{
    const auto ready = m_parts.tracker.ready(id, Kind::Send);
    if (!ready)
        return;
    m_parts.tracker.begin(*ready, Kind::Send, now);
    m_moved = true;
    if (endpoint.memory)
        addReader(endpoint, *ready, now);
    if (endpoint.sending)
        return;
    endpoint.sending = *ready;
    endpoint.sendingSince = now;
}

void Endpoints::beginCounting(EndpointId id, Endpoint& endpoint, Cycle now)
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

void Endpoints::endCounting(EndpointId id, Endpoint& endpoint, Cycle now)
{
    if (!endpoint.counting || endpoint.ended || now - endpoint.countingSince < m_parts.list[*endpoint.counting].size)
        return;
    m_parts.recorder.addBusy(id, endpoint.countingSince, now);
    m_parts.tracker.countEnded(*endpoint.counting, now);
    endpoint.ended = true;
    m_moved = true;
}

void Endpoints::send(EndpointId id, Endpoint& endpoint, Cycle now)
{
    if (!endpoint.sending || isSent(endpoint) || !mayLeave(id, endpoint))
        return;
    const TransactionId transaction = *endpoint.sending;
    if (!m_parts.mesh.canInject(id, now)) {
        ++m_parts.recorder.links()[m_parts.grid.into(id)].blocked;
        return;
    }
    const bool last = endpoint.flit + 1 == m_parts.shapes[transaction].flits;
    m_parts.mesh.inject(id, {transaction, endpoint.flit == 0 ? Flit::Head : last ? Flit::Tail : Flit::Body}, now);
    m_moved = true;
    ++endpoint.flit;
    if (!last)
        return;
    endpoint.flit = 0;
    ++m_sent[transaction];
    if (endpoint.memory)
        --endpoint.memory->staged;
}

bool Endpoints::isSent(const Endpoint& endpoint) const
{
    return endpoint.sending && m_sent[*endpoint.sending] == m_parts.list[*endpoint.sending].size;
}

bool Endpoints::mayLeave(EndpointId id, const Endpoint& endpoint) const
{
    const TransactionId transaction = *endpoint.sending;
    if (const Memory* memory = endpoint.memory.get()) {
        const Reader& reader = memory->readers.front();
        return (endpoint.flit < memory->attached.flitsBeforeData ? reader.issued : reader.complete) > m_sent[transaction];
    }
    const auto follows = m_parts.list[transaction].follows;
    return !follows || endpoint.flit > 0 || m_parts.tracker.packetsAt(*follows, id) > m_sent[transaction];
}

bool Endpoints::mayBegin(EndpointId id, const Endpoint& endpoint) const
{
    const bool send = m_parts.tracker.ready(id, Kind::Send).has_value();
    const bool count = m_parts.tracker.ready(id, Kind::Count).has_value();
    if (m_busyOrSending)
        return (send || count) && !endpoint.sending && !endpoint.counting;
    return (send && (!endpoint.sending || mayReadAhead(endpoint))) || (count && !endpoint.counting);
}

/// Whether the endpoint has to act in the next cycle, other than because of an arrival or at a planned time.
bool Endpoints::hasMore(EndpointId id, const Endpoint& endpoint) const
{
    if (!m_parts.mesh.isEmptyTo(id) || endpoint.ended || mayBegin(id, endpoint))
        return true;
    if (endpoint.sending && (isSent(endpoint) || mayLeave(id, endpoint)))
        return true;
    const Memory* memory = endpoint.memory.get();
    return memory && (mayIssue(*memory) || (!memory->arrived.empty() && memory->attached.memory->accepts(true)));
}

void Endpoints::close(Cycle now)
{
    for (EndpointId id = 0; id < m_endpoints.size(); ++id) {
        const Endpoint& endpoint = m_endpoints[id];
        if (endpoint.counting && !endpoint.ended)
            m_parts.recorder.addBusy(id, endpoint.countingSince, now);
        if (endpoint.sending)
            m_parts.recorder.addSending(id, endpoint.sendingSince, now);
    }
}

} // namespace nestloom::noc
