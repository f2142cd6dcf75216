// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/dram/ddr2_controller.h"
#include "engine/noc/memory_port.h"

#include <deque>
#include <queue>

namespace nestloom::simulation {

/// The DRAM of CoSA's simulator: a DDR2-667 of 16 ranks of 8 banks, 32 bytes a request, behind a controller that closes
/// rows early and sends idle ranks to sleep, as DRAMSim2 models it with the parameters that the authors name. One clock
/// of the DRAM is one cycle of the mesh. Addresses are those that the authors make up: packet i of a transaction is
/// read at 0x30000 + 32 i, and written at 32 i.
///
/// Between port and DRAM lies the authors' queue, which hands over one entry a cycle, the newest first, requests and
/// completions alike. Completed writes are told in the order of arrival, whichever was done.
class CompatibleDram : public noc::MemoryPort {
public:
    explicit CompatibleDram(noc::Cycle firstCycle);

    void advance(noc::Cycle now, std::vector<noc::MemoryRequest>& completed) override;
    bool accepts(bool) const override { return true; }
    void submit(const noc::MemoryRequest& request, noc::Cycle now) override;
    noc::Cycle nextEvent(noc::Cycle now) const override;

private:
    struct Entry {
        noc::Cycle clock = 0;
        bool completion = false, write = false;
        std::uint64_t address = 0;
        friend bool operator<(const Entry& a, const Entry& b) { return a.clock < b.clock; }
    };
    void tick(noc::Cycle now, std::vector<noc::MemoryRequest>& completed);

    dram::Ddr2Controller m_controller;
    noc::Cycle m_firstCycle;
    noc::Cycle m_next; // cycle that was not simulated yet
    std::priority_queue<Entry> m_entries;
    std::deque<noc::MemoryRequest> m_reads, m_writes; // that were not told as complete
};

/// How the authors attach it: one read at a time, of which four flits leave before the data is there, and room for any
/// number of writes.
noc::MemoryAttachment attachCompatible(CompatibleDram& dram, noc::EndpointId endpoint);

/// The endpoint of the DRAM in the authors' mesh: south of the last router.
noc::EndpointId compatibleDramEndpoint(const noc::Grid& grid);

} // namespace nestloom::simulation
