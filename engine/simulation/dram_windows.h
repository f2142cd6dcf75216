// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/dram/clock_ratio.h"
#include "engine/dram/memory.h"
#include "engine/noc/counters.h"

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

} // namespace nestloom::simulation
