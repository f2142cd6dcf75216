// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/dram/memory.h"
#include "engine/noc/memory_port.h"
#include "engine/simulation/dram_windows.h"

#include <deque>
#include <functional>
#include <map>

namespace nestloom::simulation {

/// A dram::Memory behind an endpoint of the mesh. Packets of one transaction that lie in the same burst are one request
/// to the memory: the first one asks, those behind it wait for the same data or go into the same write.
class DramPort final : public noc::MemoryPort {
public:
    using AddressOf = std::function<std::uint64_t(noc::TransactionId transaction, std::uint32_t packet)>;
    /// `memory` outlives the port.
    DramPort(dram::Memory& memory, std::int64_t cycleFemtoseconds, AddressOf addressOf);
    /// What the memory did by time, up to now.
    DramWindows windows() const { return m_recorder.windows(); }

    void advance(noc::Cycle now, std::vector<noc::MemoryRequest>& completed) override;
    bool accepts(bool write) const override;
    void submit(const noc::MemoryRequest& request, noc::Cycle now) override;
    noc::Cycle nextEvent(noc::Cycle now) const override;

private:
    void advanceMemory(noc::Cycle now);

    /// A burst under way, or the last one that was asked for.
    struct Burst {
        std::uint32_t id = 0;
        noc::TransactionId transaction = 0;
        std::uint64_t number = UINT64_MAX; // address over the size of a burst
        bool done = true;
    };

    dram::Memory& m_memory;
    dram::ClockRatio m_ratio;
    DramRecorder m_recorder;
    AddressOf m_addressOf;
    std::uint32_t m_nextId = 0;
    Burst m_read, m_write;                                              // newest ones
    std::map<std::uint32_t, std::vector<noc::MemoryRequest>> m_waiting; // packets by burst
    std::deque<noc::MemoryRequest> m_ready;                             // their burst was done when they asked
    std::vector<dram::Done> m_done;
};

} // namespace nestloom::simulation
