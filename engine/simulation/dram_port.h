// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/dram/device.h"
#include "engine/dram/memory.h"
#include "engine/noc/counters.h"
#include "engine/noc/memory_port.h"

#include <array>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <vector>

namespace nestloom::simulation {

/// What a DRAM did by time: at most WindowCounters::kMaxWindows windows of equal width, which merge in pairs as those
/// of the mesh do.
struct DramWindows {
    noc::Cycle width = noc::WindowCounters::kFirstWidth; // cycles of the mesh
    std::vector<dram::Statistics> windows;               // the last one may end early
    Bytes burst{};                                       // that a read or write moves
    double clocksPerCycle = 1;                           // of the DRAM in a cycle of the mesh
};

/// Sums over the cycles [from, to); of a window that is partly in, its share.
struct DramRange {
    double cycles = 0;
    double reads = 0, writes = 0; // bursts
    double rowHits = 0, rowMisses = 0, rowConflicts = 0;
    double busClocks = 0;
    double bytes(const DramWindows& windows) const { return (reads + writes) * double(windows.burst.count); }
    /// Share of the clocks in which data moved.
    double busUse(const DramWindows& windows) const
    {
        return cycles > 0 ? busClocks / (cycles * windows.clocksPerCycle) : 0;
    }
};
DramRange dramRange(const DramWindows& windows, noc::Cycle end, noc::Cycle from, noc::Cycle to);

/// Keeps DramWindows while a run goes on.
class DramRecorder {
public:
    DramRecorder(const dram::Memory& memory, std::int64_t cycleFemtoseconds);

    /// The first cycle behind the present window.
    noc::Cycle end() const { return m_end; }
    /// The memory has come to end(): what it did since the last call belongs to the present window.
    void closeWindow();
    /// The windows so far, the present one included.
    DramWindows windows() const;

private:
    void mergePairs();

    const dram::Memory& m_memory;
    DramWindows m_windows;     // closed ones
    dram::Statistics m_before; // at the begin of the present window
    noc::Cycle m_end = 0;
};

/// A dram::Memory behind an endpoint of the mesh. Packets of one transaction that lie in the same burst are one request
/// to the memory: the first one asks, those behind it wait for the same data or go into the same write. A packet that
/// is larger than a burst is several requests, and complete with the last of them. A memory that takes any size gets
/// one request for each packet, of its bytes.
class DramPort final : public noc::MemoryPort {
public:
    /// Appends the addresses that a packet asks for, at least one.
    using AddAddresses = std::function<void(noc::TransactionId transaction, std::uint32_t packet,
                                            std::vector<std::uint64_t>& addresses)>;
    /// What a packet carries, without what fills it up.
    using BytesOf = std::function<Bytes(noc::TransactionId transaction, std::uint32_t packet)>;
    /// `memory` outlives the port. `bytesOf` is asked for a memory that takes any size.
    DramPort(dram::Memory& memory, std::int64_t cycleFemtoseconds, AddAddresses addAddresses, BytesOf bytesOf = {});
    /// What the memory did by time, up to now.
    DramWindows windows() const { return m_recorder.windows(); }

    void advance(noc::Cycle now, std::vector<noc::MemoryRequest>& completed) override;
    bool accepts(bool write) const override { return m_unsent[write].empty() && m_memory.canSend({0, 0, write}); }
    void submit(const noc::MemoryRequest& request, noc::Cycle now) override;
    noc::Cycle nextEvent(noc::Cycle now) const override;

private:
    void advanceTo(noc::Cycle now);
    void advanceMemory(dram::Clock to);
    void sendWhatFits();

    /// A burst under way, or the last one that was asked for.
    struct Burst {
        std::uint32_t id = 0;
        noc::TransactionId transaction = 0;
        std::uint64_t number = UINT64_MAX; // address over the size of a burst
        bool done = true;
    };

    struct Packet {
        noc::MemoryRequest request;
        std::size_t missing = 0; // bursts
    };

    dram::Memory& m_memory;
    dram::ClockRatio m_ratio;
    DramRecorder m_recorder;
    AddAddresses m_addAddresses;
    BytesOf m_bytesOf; // nothing: every request is a burst
    std::uint32_t m_nextId = 0;
    Burst m_read, m_write; // newest ones
    std::list<Packet> m_packets;
    std::map<std::uint32_t, std::vector<std::list<Packet>::iterator>> m_waiting; // by burst
    std::deque<noc::MemoryRequest> m_ready;            // their bursts were done when they asked
    std::array<std::deque<dram::Request>, 2> m_unsent; // reads and writes that found no room
    std::vector<dram::Done> m_done;
    std::vector<std::uint64_t> m_addresses;
};

} // namespace nestloom::simulation
