// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/noc/mesh.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace nestloom::noc {

/// A point in time, or a number of cycles of the mesh.
using Cycle = std::int64_t;
inline constexpr Cycle kNever = INT64_MAX;

using TransactionId = std::uint32_t; // index into a TransactionList

enum class Operation : std::uint8_t {
    Unicast,   // packets to one endpoint
    Multicast, // packets to several local endpoints; copied where their routes part
    Count,     // the actor is busy for some cycles and sends nothing
};

/// What a packet carries is known to the caller only; the simulators count flits by these numbers.
inline constexpr std::size_t kTrafficClasses = 6;

/// What one endpoint does on its own: send packets, or be busy. In the terms of CoSA's simulator, a "TC".
struct Transaction {
    Operation operation = Operation::Unicast;
    std::uint8_t trafficClass = 0; // below kTrafficClasses
    EndpointId actor = 0;          // sends or is busy
    std::uint32_t size = 0;        // packets, of Count: cycles; at least 1
    /// A transaction that brings packets to the actor: packet i leaves only when i+1 of those have arrived. For chains
    /// that pass on or add packet by packet. None: packets leave as fast as the mesh takes them.
    std::optional<TransactionId> follows;
};

/// Transactions with their destinations and what they wait for. Of several that its actor could begin, the one with the
/// lowest number begins first. Grows only; ids are given in the order of adding.
class TransactionList {
public:
    /// `after`: transactions that this one waits for, added before or later, each once. If its actor is a destination
    /// of such a transaction, it waits until all packets arrived there, else until they arrived at all destinations.
    TransactionId add(const Transaction& transaction, std::span<const EndpointId> destinations,
                      std::span<const TransactionId> after);

    std::size_t size() const { return m_transactions.size(); }
    const Transaction& operator[](TransactionId id) const { return m_transactions[id]; }
    std::span<const EndpointId> destinations(TransactionId id) const;
    std::span<const TransactionId> after(TransactionId id) const;
    /// Where the destinations of a transaction begin among those of all; size() gives their number.
    std::size_t firstDestination(TransactionId id) const { return m_destinationsBegin[id]; }
    std::size_t destinationCount() const { return m_destinations.size(); }

private:
    std::vector<Transaction> m_transactions;
    std::vector<EndpointId> m_destinations;
    std::vector<TransactionId> m_after;
    std::vector<std::size_t> m_destinationsBegin{0}, m_afterBegin{0};
};

/// Nothing, or InvalidInput with the first fault: an endpoint that the grid lacks, no destination, a destination named
/// twice, a multicast to an endpoint that is not local, a size of 0, an unknown wait, a transaction that waits for
/// itself by some way round.
Status checkTransactions(const Grid& grid, const TransactionList& list);

} // namespace nestloom::noc
