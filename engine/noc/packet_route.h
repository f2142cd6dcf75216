// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/noc/counters.h"
#include "engine/noc/routes.h"
#include "engine/noc/transaction.h"

namespace nestloom::noc {

/// A flit in the mesh: the transaction that it belongs to and its place in its packet.
class Flit {
public:
    enum Kind : std::uint32_t { Head, Body, Tail };
    Flit() = default;
    Flit(TransactionId transaction, Kind kind) : m_bits(transaction << 2 | kind) {}
    TransactionId transaction() const { return m_bits >> 2; }
    bool isHead() const { return (m_bits & 3) == Head; }
    bool isTail() const { return (m_bits & 3) == Tail; }

private:
    std::uint32_t m_bits = 0;
};

/// How packets of a transaction travel, and what they are counted as.
struct PacketRoute {
    RouteId route = 0;
    bool multicast = false; // waits for all its outputs, and leaves by all of them in the same cycle
    std::uint8_t trafficClass = 0;
    std::uint8_t headers = 1; // flits
    std::uint32_t flits = 5;  // in all
};

/// Counts one more flit of a packet; see ClassCount.
inline void countFlit(ClassCount& count, const PacketRoute& packet, bool isHead)
{
    if (!isHead) {
        ++count[packet.trafficClass];
        return;
    }
    count[kTrafficClasses] += packet.headers;
    count[packet.trafficClass] -= packet.headers - 1;
}

} // namespace nestloom::noc
