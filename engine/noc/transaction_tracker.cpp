// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/transaction_tracker.h"

#include <algorithm>

namespace nestloom::noc {

TransactionTracker::TransactionTracker(const Grid& grid, const TransactionList& list, std::size_t traceLimit,
                                       ActiveSet& endpoints)
    : m_list(list), m_endpoints(endpoints), m_hasReady(grid.endpointCount(), 0), m_open(list.size()),
      m_dependentsBegin(list.size() + 1, 0), m_arrivals(list.destinationCount()), m_destinationsLeft(list.size()),
      m_times(list.size()), m_traceLimit(traceLimit)
{
    for (auto& ready : m_ready)
        ready.resize(grid.endpointCount());
    for (TransactionId id = 0; id < list.size(); ++id) {
        m_open[id] = std::uint32_t(list.after(id).size());
        m_destinationsLeft[id] = std::uint32_t(list.destinations(id).size());
        for (const TransactionId before : list.after(id))
            ++m_dependentsBegin[before + 1];
    }
    for (std::size_t i = 1; i < m_dependentsBegin.size(); ++i)
        m_dependentsBegin[i] += m_dependentsBegin[i - 1];
    m_dependents.resize(m_dependentsBegin.back());
    std::vector<std::size_t> next(m_dependentsBegin.begin(), m_dependentsBegin.end() - 1);
    for (TransactionId id = 0; id < list.size(); ++id)
        for (const TransactionId before : list.after(id))
            m_dependents[next[before]++] = {list[id].actor, id, false};
    for (TransactionId id = 0; id < list.size(); ++id) {
        std::sort(
            m_dependents.begin() + std::ptrdiff_t(m_dependentsBegin[id]),
            m_dependents.begin() + std::ptrdiff_t(m_dependentsBegin[id + 1]),
            [](const Dependent& a, const Dependent& b) { return std::pair(a.actor, a.id) < std::pair(b.actor, b.id); });
        if (m_open[id] == 0)
            makeReady(id);
    }
}

TransactionTracker::Kind TransactionTracker::kindOf(const Transaction& transaction)
{
    return transaction.operation == Operation::Count ? Kind::Count : Kind::Send;
}

std::optional<TransactionId> TransactionTracker::ready(EndpointId actor, Kind kind) const
{
    const Ready& ready = m_ready[std::size_t(kind)][actor];
    return ready.empty() ? std::nullopt : std::optional(ready.top());
}

void TransactionTracker::begin(TransactionId id, Kind kind, Cycle now)
{
    const EndpointId actor = m_list[id].actor;
    Ready& ready = m_ready[std::size_t(kind)][actor];
    ready.pop();
    if (ready.empty())
        m_hasReady[actor] &= ~(1u << unsigned(kind));
    m_times[id].start = now;
}

std::size_t TransactionTracker::arrivalIndex(TransactionId id, EndpointId destination) const
{
    const auto destinations = m_list.destinations(id);
    const auto found = std::ranges::find(destinations, destination);
    return m_list.firstDestination(id) + std::size_t(found - destinations.begin());
}

void TransactionTracker::headArrived(TransactionId id, EndpointId destination, Cycle now)
{
    Arrival& arrival = m_arrivals[arrivalIndex(id, destination)];
    if (arrival.first == kNever)
        arrival.first = now;
}

void TransactionTracker::packetArrived(TransactionId id, EndpointId destination, Cycle now)
{
    Arrival& arrival = m_arrivals[arrivalIndex(id, destination)];
    if (++arrival.packets < m_list[id].size)
        return;
    arrival.end = now;
    trace({id, destination, m_times[id].start, now});
    meetWaits(id, destination);
    if (--m_destinationsLeft[id] == 0)
        complete(id, now);
}

void TransactionTracker::countEnded(TransactionId id, Cycle now)
{
    trace({id, m_list[id].actor, m_times[id].start, now});
    complete(id, now);
}

std::uint32_t TransactionTracker::packetsAt(TransactionId id, EndpointId destination) const
{
    return m_arrivals[arrivalIndex(id, destination)].packets;
}

bool TransactionTracker::arrivedNone(TransactionId id, EndpointId destination) const
{
    return m_arrivals[arrivalIndex(id, destination)].first == kNever;
}

void TransactionTracker::meetWaits(TransactionId id, EndpointId actor)
{
    const auto begin = m_dependents.begin() + std::ptrdiff_t(m_dependentsBegin[id]);
    const auto end = m_dependents.begin() + std::ptrdiff_t(m_dependentsBegin[id + 1]);
    const auto before = [](const Dependent& dependent, EndpointId wanted) { return dependent.actor < wanted; };
    for (auto at = std::lower_bound(begin, end, actor, before); at != end && at->actor == actor; ++at)
        meet(*at);
}

void TransactionTracker::complete(TransactionId id, Cycle now)
{
    m_times[id].end = now;
    m_lastEnd = std::max(m_lastEnd, now);
    ++m_completed;
    for (std::size_t i = m_dependentsBegin[id]; i < m_dependentsBegin[id + 1]; ++i)
        if (!m_dependents[i].met)
            meet(m_dependents[i]);
}

void TransactionTracker::meet(Dependent& dependent)
{
    dependent.met = true;
    if (--m_open[dependent.id] == 0)
        makeReady(dependent.id);
}

void TransactionTracker::makeReady(TransactionId id)
{
    const Transaction& transaction = m_list[id];
    const Kind kind = kindOf(transaction);
    m_ready[std::size_t(kind)][transaction.actor].push(id);
    m_hasReady[transaction.actor] |= 1u << unsigned(kind);
    m_endpoints.add(transaction.actor);
}

std::vector<TransactionId> TransactionTracker::incomplete(std::size_t most) const
{
    std::vector<TransactionId> ids;
    for (TransactionId id = 0; id < m_list.size() && ids.size() < most; ++id)
        if (m_times[id].end == kNever)
            ids.push_back(id);
    return ids;
}

void TransactionTracker::trace(const TraceEntry& entry)
{
    const std::size_t half = m_traceLimit / 2;
    ++m_traced;
    if (m_firstTrace.size() < half)
        m_firstTrace.push_back(entry);
    else if (m_lastTrace.size() < half)
        m_lastTrace.push_back(entry);
    else if (half > 0)
        m_lastTrace[(m_traced - 1) % half] = entry;
}

void TransactionTracker::report(SimulationResult& result)
{
    result.finished = allComplete();
    result.times = std::move(m_times);
    for (const Arrival& arrival : m_arrivals)
        result.arrivals.push_back(arrival.end);
    const std::size_t half = m_traceLimit / 2, kept = m_firstTrace.size() + m_lastTrace.size();
    result.untraced = m_traced - kept;
    if (result.untraced > 0 && half > 0)
        std::rotate(m_lastTrace.begin(), m_lastTrace.begin() + std::ptrdiff_t(m_traced % half), m_lastTrace.end());
    result.trace = std::move(m_firstTrace);
    result.trace.insert(result.trace.end(), m_lastTrace.begin(), m_lastTrace.end());
}

} // namespace nestloom::noc
