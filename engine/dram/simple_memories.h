// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/dram/memory.h"

#include <array>
#include <deque>
#include <optional>

namespace nestloom::dram {

/// A memory that only knows a latency and a bandwidth for each direction, which go side by side or take turns. It knows
/// no bursts: a request takes its bytes over the bandwidth, and bytes are what is counted. Requests
/// of a direction are served in order. A read is done `latency` clocks after its turn began or, if that takes longer,
/// when its bytes have passed; a write when these have: who sent it does not wait for more, as with a controller that
/// has a write buffer.
class BandwidthMemory final : public Memory {
public:
    /// `rates` in bytes a clock of this memory.
    BandwidthMemory(const BandwidthRates& rates, Clock latency, std::int64_t clockFemtoseconds);

    Bytes burst() const override { return {1}; }
    bool takesAnySize() const override { return true; }
    std::int64_t clockFemtoseconds() const override { return m_clockFemtoseconds; }
    Clock now() const override { return m_now; }
    bool canSend(const Request&) const override { return true; }
    void send(const Request& request) override;
    void advance(Clock to, std::vector<Done>& done) override;
    Clock nextEventTime() const override;
    const Statistics& statistics() const override { return m_statistics; }

private:
    BandwidthRates m_rates;
    Clock m_latency;
    std::int64_t m_clockFemtoseconds;
    Clock m_now = 0;
    std::array<double, 2> m_free{};            // clock from which a direction is: reads, writes
    double m_busClocks = 0;                    // in which something moved in either direction
    std::array<std::deque<Done>, 2> m_pending; // by direction
    Statistics m_statistics;
};

/// The DRAM of the simulator published with CoSA (Huang et al., ISCA 2021) as its users see it: one 32-byte read at a
/// time, each at the place of the last one, so that addresses do not matter. The first read takes 17 cycles, each later
/// one 16, and every fourth 4 more, because its controller closes a row after four accesses (DRAMSim2's
/// TOTAL_ROW_ACCESSES of system.ini.example). Writes are taken over at once and done after 13 cycles.
class CompatibleMemory final : public Memory {
public:
    explicit CompatibleMemory(std::int64_t clockFemtoseconds) : m_clockFemtoseconds(clockFemtoseconds) {}

    Bytes burst() const override { return {32}; }
    std::int64_t clockFemtoseconds() const override { return m_clockFemtoseconds; }
    Clock now() const override { return m_now; }
    bool canSend(const Request& request) const override { return request.write || !m_read; }
    void send(const Request& request) override;
    void advance(Clock to, std::vector<Done>& done) override;
    Clock nextEventTime() const override;
    const Statistics& statistics() const override { return m_statistics; }

private:
    std::int64_t m_clockFemtoseconds;
    Clock m_now = 0;
    std::optional<Done> m_read;
    std::vector<Done> m_writes; // in the order of their clocks
    Statistics m_statistics;
};

} // namespace nestloom::dram
