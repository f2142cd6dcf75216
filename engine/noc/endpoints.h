// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/noc/transaction_tracker.h"
#include "engine/noc/vc_transport.h"
#include "engine/noc/wormhole_mesh.h"

#include <deque>
#include <map>
#include <memory>

namespace nestloom::noc {

/// Flits of a packet.
struct PacketShape {
    std::uint32_t headers = 1;
    std::uint32_t flits = 5; // in all
};

/// What stands at the ends of the mesh: takes flits, begins transactions when nothing holds them up, and sends. Per
/// cycle, endpoints act in the order of their numbers, each: take a flit, see to its transactions, send a flit. So what
/// one endpoint completes, others with higher numbers know in the same cycle, and others in the next.
/// `Mesh` is WormholeMesh or VcTransport; chosen when compiling, because a cycle asks it dozens of times.
template <typename Mesh>
class Endpoints {
public:
    struct Parts {
        const Grid& grid;
        const TransactionList& list;
        const std::vector<PacketShape>& shapes; // of each transaction's packets
        TransactionTracker& tracker;
        Mesh& mesh;
        WindowRecorder& recorder;
        ActiveSet& active;
    };
    Endpoints(const Parts& parts, const std::vector<MemoryAttachment>& memories, bool busyOrSending);

    void step(Cycle now);
    bool moved() const { return m_moved; }
    /// The next cycle in which an endpoint wakes up by itself.
    Cycle nextWake() const { return m_wakes.empty() ? kNever : m_wakes.top().first; }
    std::vector<MemoryPhase> takeMemoryPhases() { return std::move(m_phases); }
    std::uint32_t packetsSent(TransactionId id) const { return m_sent[id]; }
    /// Adds what is still going on to the counters.
    void close(Cycle now);

private:
    struct Reader { // a transaction that a memory reads for
        TransactionId id = 0;
        std::uint32_t issued = 0, complete = 0;
        std::size_t phase = 0;
    };
    struct Memory {
        MemoryAttachment attached;
        std::deque<Reader> readers;        // the first one is what the endpoint sends
        std::uint32_t staged = 0;          // packets that are being read or wait to leave
        Cycle wake = kNever;               // that is already planned
        std::deque<MemoryRequest> arrived; // writes that the memory has not taken yet
        std::vector<MemoryRequest> completed;
        std::map<TransactionId, std::size_t> writePhases; // that are open
        std::map<TransactionId, std::uint32_t> written;   // packets handed to the memory
    };
    struct Endpoint {
        std::optional<TransactionId> sending, counting;
        std::uint32_t packetsLeft = 0, packetFlits = 0; // of `sending`; without those that the mesh sends by itself,
        std::uint32_t streamed = 0;                     // which are so many
        std::uint32_t flit = 0;                         // of the packet, to be sent next
        bool mayWait = false;                           // packets of `sending` may have to wait for something
        Cycle blockedSince = kNever;                    // the mesh had no room
        Cycle sendingSince = 0, countingSince = 0;
        bool ended = false; // `counting` is over
        std::unique_ptr<Memory> memory;
    };

    void act(EndpointId id, Cycle now);
    void seeToTransactions(EndpointId id, Endpoint& endpoint, Cycle now);
    void receive(EndpointId id, Cycle now);
    void dropFinished(EndpointId id, Endpoint& endpoint, Cycle now);
    void chooseEither(EndpointId id, Endpoint& endpoint, Cycle now);
    void chooseBoth(EndpointId id, Endpoint& endpoint, Cycle now);
    void beginSending(EndpointId id, Endpoint& endpoint, Cycle now);
    void setSending(Endpoint& endpoint, TransactionId transaction, Cycle now);
    void beginCounting(EndpointId id, Endpoint& endpoint, Cycle now);
    void endCounting(EndpointId id, Endpoint& endpoint, Cycle now);
    void send(EndpointId id, Endpoint& endpoint, Cycle now);
    void endBlock(EndpointId id, Endpoint& endpoint, Cycle now);
    bool beginStream(EndpointId id, Endpoint& endpoint, Cycle now);
    void endStream(EndpointId id, Endpoint& endpoint);
    std::uint32_t packetsReady(EndpointId id, const Endpoint& endpoint) const;
    void sendFlit(EndpointId id, Endpoint& endpoint, Cycle now);
    static bool isSent(const Endpoint& endpoint)
    {
        return endpoint.sending && endpoint.packetsLeft == 0 && endpoint.streamed == 0;
    }
    bool mayLeave(EndpointId id, const Endpoint& endpoint) const;
    bool mayBegin(EndpointId id, const Endpoint& endpoint) const;
    bool hasMore(EndpointId id, const Endpoint& endpoint) const;

    void actWithMemory(EndpointId id, Endpoint& endpoint, Cycle now);
    void receiveForMemory(EndpointId id, Memory& memory, Cycle now);
    void handToMemory(Memory& memory, Cycle now);
    void addReader(Endpoint& endpoint, TransactionId id, Cycle now);
    bool mayIssue(const Memory& memory) const;
    bool mayReadAhead(const Endpoint& endpoint) const;
    void issueRead(Memory& memory, Cycle now);
    void takeCompleted(EndpointId id, Memory& memory, Cycle now);

    Parts m_parts;
    bool m_busyOrSending;
    std::vector<Endpoint> m_endpoints;
    std::vector<std::uint32_t> m_sent; // packets of each transaction
    std::vector<MemoryPhase> m_phases;
    using Wake = std::pair<Cycle, EndpointId>;
    std::priority_queue<Wake, std::vector<Wake>, std::greater<>> m_wakes;
    bool m_moved = false;
};

extern template class Endpoints<WormholeMesh>;
extern template class Endpoints<VcTransport>;

} // namespace nestloom::noc
