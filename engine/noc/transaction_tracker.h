// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/noc/active_set.h"
#include "engine/noc/simulate.h"

#include <queue>
#include <vector>

namespace nestloom::noc {

/// Which transactions wait, may begin, run and are complete, and when.
class TransactionTracker {
public:
    /// Actors that may begin something are added to `endpoints`.
    TransactionTracker(const Grid& grid, const TransactionList& list, std::size_t traceLimit, ActiveSet& endpoints);

    /// The first transaction of an actor that may begin now; each kind on its own.
    enum class Kind { Send, Count };
    std::optional<TransactionId> ready(EndpointId actor, Kind kind) const;
    bool hasReady(EndpointId actor, Kind kind) const { return m_hasReady[actor] >> unsigned(kind) & 1; }
    bool hasReady(EndpointId actor) const { return m_hasReady[actor] != 0; }
    void begin(TransactionId id, Kind kind, Cycle now); // the one that ready() told

    /// Notes that the first flit of a packet arrived.
    void headArrived(TransactionId id, EndpointId destination, Cycle now);
    /// A packet is complete at a destination: the tail arrived there, and what is behind the endpoint has it.
    void packetArrived(TransactionId id, EndpointId destination, Cycle now);
    void countEnded(TransactionId id, Cycle now);

    /// Packets of a transaction that are complete at one of its destinations.
    std::uint32_t packetsAt(TransactionId id, EndpointId destination) const;
    bool arrivedNone(TransactionId id, EndpointId destination) const;

    std::size_t completed() const { return m_completed; }
    bool allComplete() const { return m_completed == m_list.size(); }
    Cycle lastEnd() const { return m_lastEnd; }
    std::vector<TransactionId> incomplete(std::size_t most) const;
    std::uint32_t openWaits(TransactionId id) const { return m_open[id]; }

    /// Hands over what SimulationResult says about transactions.
    void report(SimulationResult& result);

private:
    struct Arrival { // at one destination
        std::uint32_t packets = 0;
        Cycle first = kNever, end = kNever;
    };
    struct Dependent { // a wait, from the side of what it waits for
        EndpointId actor = 0;
        TransactionId id = 0;
        bool met = false;
    };

    std::size_t arrivalIndex(TransactionId id, EndpointId destination) const;
    void meetWaits(TransactionId id, EndpointId actor);
    void complete(TransactionId id, Cycle now);
    void meet(Dependent& dependent);
    void makeReady(TransactionId id);
    void trace(const TraceEntry& entry);
    static Kind kindOf(const Transaction& transaction);

    using Ready = std::priority_queue<TransactionId, std::vector<TransactionId>, std::greater<>>;
    const TransactionList& m_list;
    ActiveSet& m_endpoints;
    std::array<std::vector<Ready>, 2> m_ready; // by kind, of each actor
    std::vector<std::uint32_t> m_hasReady;     // a bit for each kind, of each actor
    std::vector<std::uint32_t> m_open;         // waits that are not met, of each transaction
    std::vector<std::size_t> m_dependentsBegin;
    std::vector<Dependent> m_dependents; // of each transaction, by actor
    std::vector<Arrival> m_arrivals;     // in the order of the list's destinations
    std::vector<std::uint32_t> m_destinationsLeft;
    std::vector<TransactionTimes> m_times;
    std::size_t m_completed = 0;
    Cycle m_lastEnd = 0;
    std::size_t m_traceLimit;
    std::vector<TraceEntry> m_firstTrace, m_lastTrace; // the second is a ring
    std::size_t m_traced = 0;
};

} // namespace nestloom::noc
