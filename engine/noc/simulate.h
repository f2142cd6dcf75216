// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/base/run_control.h"
#include "engine/noc/counters.h"
#include "engine/noc/memory_port.h"
#include "engine/noc/transaction.h"
#include "engine/noc/vc_mesh.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::noc {

enum class RouterKind {
    Wormhole,        // ready/valid links, multicasts copied in the routers; see wormhole_mesh.h
    VirtualChannels, // credits, multicasts copied branch by branch; see vc_mesh.h
};

std::string_view name(RouterKind kind); // "wormhole", "vc"

/// How the mesh is built and how its endpoints behave. The defaults are those of a machine that we would build;
/// compatibleOptions() are those of the simulator published with CoSA.
struct SimulationOptions {
    RouterKind router = RouterKind::Wormhole;
    VcOptions vc;                   // of RouterKind::VirtualChannels
    std::uint32_t payloadFlits = 4; // of a packet, always full; 64 bits each
    /// Bits of a multicast's destination mask that fit a header flit. A multicast has as many header flits as its mask
    /// needs; a unicast has one.
    std::uint32_t maskBitsPerFlit = 64;
    /// An actor sends one transaction at a time. If set, it sends nothing while it is busy, and is free for the next
    /// transaction the cycle after.
    bool busyOrSending = false;
    Cycle firstCycle = 0;
    Cycle maxCycles = kNever;         // the run ends there, unfinished
    Cycle watchdog = 10'000;          // cycles without any movement that count as a deadlock
    std::size_t traceLimit = 200'000; // of SimulationResult::trace
    bool countWindows = true;
    bool countClasses = false;     // in windows as well; the totals always have them
    bool skipIdle = true;          // jump over cycles in which nothing can happen; changes no result
    std::uint64_t routerOrder = 0; // other than 0: routers are updated in an order shuffled by it; changes no result
};

SimulationOptions compatibleOptions();

/// Flits of a multicast's packets, headers included. Routers with virtual channels carry them only if a channel holds
/// as many (VcOptions::bufferFlits).
std::uint32_t multicastFlits(const Grid& grid, const SimulationOptions& options);

/// When one transaction reached one of its destinations; of Count: when it ended, with its actor as the destination.
struct TraceEntry {
    TransactionId transaction = 0;
    EndpointId destination = 0;
    Cycle start = 0;
    Cycle end = 0; // the last flit arrived, of writes: the memory is done
};

/// When a memory worked for a transaction: reads from its start until its last packet was read, writes from the first
/// flit that arrived until the last packet was written.
struct MemoryPhase {
    TransactionId transaction = 0;
    EndpointId endpoint = 0;
    bool write = false;
    Cycle start = 0;
    Cycle end = 0;
};

struct TransactionTimes {
    Cycle start = kNever; // its first flit enters the mesh, its first read is issued, or it begins to be busy
    Cycle end = kNever;   // its last destination is complete
    friend bool operator==(const TransactionTimes&, const TransactionTimes&) = default;
};

/// Why nothing moves any more, as a chain of waits that ends where it began, or at something that never comes.
struct Standstill {
    Cycle since = 0;
    std::vector<std::string> waits; // "input east of router 5 (transaction 17) waits for output south, held by ..."
};

struct SimulationResult {
    bool finished = false;                  // every transaction is complete
    StopCause cause = StopCause::Completed; // WorkLimit: maxCycles
    std::optional<Standstill> standstill;
    Cycle cycles = 0;                      // from firstCycle to the end of the last transaction
    std::vector<TransactionTimes> times;   // of each transaction
    std::vector<Cycle> arrivals;           // ends at each destination, in the order of the list's destinations
    std::vector<MemoryPhase> memoryPhases; // by start
    /// The first and the last entries, each traceLimit / 2, by end.
    std::vector<TraceEntry> trace;
    std::size_t untraced = 0; // entries left out between them
    WindowCounters windows;
    TotalCounters totals;
    std::uint64_t flitHops = 0; // flits that left a router, copies and ejection included
    std::uint64_t injected = 0; // flits that entered the mesh
    std::uint64_t ejected = 0;  // flits that left it
    Cycle steppedCycles = 0;    // cycles that were simulated and not skipped
};

/// A look at a run while it goes on. Valid during the call only.
struct SimulationSnapshot {
    Cycle now = 0;
    std::size_t completed = 0; // transactions
    std::size_t transactions = 0;
    const WindowCounters& windows;
};

/// Called on the simulating thread about every 50 ms.
using OnSnapshot = std::function<void(const SimulationSnapshot&)>;

/// Simulates transactions over a mesh of routers, flit by flit, with memories at some endpoints. Deterministic: results
/// depend on the inputs only.
/// Fails InvalidInput as checkTransactions does, when a memory is attached to an endpoint that the grid lacks, or
/// to one twice, and for packets that do not fit the routers. Stops within 0.1 s on control.stop with what is known so
/// far; control.workLimit is not used.
Result<SimulationResult> simulate(const Grid& grid, const TransactionList& list,
                                  const std::vector<MemoryAttachment>& memories, const SimulationOptions& options,
                                  const RunControl& control, const OnSnapshot& onSnapshot = {});

} // namespace nestloom::noc
