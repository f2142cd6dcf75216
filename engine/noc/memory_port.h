// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/noc/transaction.h"

#include <vector>

namespace nestloom::noc {

/// One packet that a memory is to read or write. Which bytes these are is known to whoever made the transactions.
struct MemoryRequest {
    TransactionId transaction = 0;
    std::uint32_t packet = 0; // 0 .. size-1; a write counts packets in the order of arrival
    bool write = false;
    friend bool operator==(const MemoryRequest&, const MemoryRequest&) = default;
};

/// A memory behind an endpoint, as the simulator sees it. All times are cycles of the mesh, and none goes back. In each
/// cycle in which the simulator calls at all, it calls advance() first.
///
/// The simulator skips cycles in which nothing moves; so a memory is not called every cycle, but at the latest in the
/// cycle that nextEvent() named. Thread rule: that of the simulation.
class MemoryPort {
public:
    virtual ~MemoryPort() = default;
    /// Lets time pass up to and including `now`, and appends what completed since the last call, in order.
    virtual void advance(Cycle now, std::vector<MemoryRequest>& completed) = 0;
    /// Whether a request would be taken now.
    virtual bool accepts(bool write) const = 0;
    /// Takes a request. accepts() was true in the same cycle.
    virtual void submit(const MemoryRequest& request, Cycle now) = 0;
    /// The earliest cycle after `now` in which a request may complete or accepts() may become true; too early does no
    /// harm. kNever when nothing is in flight.
    virtual Cycle nextEvent(Cycle now) const = 0;
};

/// How a memory is attached to the mesh.
struct MemoryAttachment {
    EndpointId endpoint = 0;
    MemoryPort* memory = nullptr; // not owned, outlives the simulation
    /// Reads that may be in flight at once.
    std::uint32_t outstandingReads = 16;
    /// Reads of the next transaction may begin while the packets of the one before still leave.
    bool readsAhead = true;
    /// Flits of a packet that may leave before its read is complete. 0: a packet leaves when it is all there.
    std::uint32_t flitsBeforeData = 0;
    /// Arrived packets that wait for the memory to take them; when they are this many, the endpoint takes no more
    /// flits.
    std::uint32_t writeBuffer = 32;
};

} // namespace nestloom::noc
