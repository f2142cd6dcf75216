// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/dram/bank_timings.h"
#include "engine/dram/memory.h"
#include "engine/dram/transaction_queue.h"

#include <deque>
#include <optional>

namespace nestloom::dram {

/// One channel of DRAM, command by command, with the controller that DRAMsim3 models (Li et al., IEEE CAL 2020): a
/// queue for every bank, served in turn, one command a clock; within a queue the first request whose next command may
/// be given goes first, so that hits of the open row overtake (FR-FCFS), until the oldest request closes the row: when
/// no hit waits, or after Controller::hitsBeforeMiss of them. Open pages. Ranks are refreshed one after the other; a
/// rank that is due takes no requests until its rows are closed and the refresh is given. Clocks in which nothing can
/// happen are skipped; that changes nothing.
class BankTimingMemory final : public Memory {
public:
    /// The device must have no problem (problemOf).
    explicit BankTimingMemory(const Device& device);

    Bytes burst() const override { return m_device.burst(); }
    std::int64_t clockFemtoseconds() const override { return m_device.clockFemtoseconds; }
    Clock now() const override { return m_now; }
    bool canSend(const Request& request) const override { return m_transactions.hasRoom(request.write); }
    void send(const Request& request) override;
    void advance(Clock to, std::vector<Done>& done) override;
    Clock nextEventTime() const override;
    const Statistics& statistics() const override { return m_statistics; }

private:
    void clock();
    void wakeAt(Clock time) { m_wake = std::min(m_wake, time); }
    bool refreshStep(); // true when a command was given
    bool serveBanks();
    bool serve(int bank);
    void giveColumn(int bank, std::size_t index);
    bool mayPrecharge(int bank) const;
    bool moveTransaction();
    void finishRead(std::uint32_t id, Clock at) { m_reads.push_back({id, false, at}); }

    Device m_device;
    AddressMap m_map;
    BankTimings m_timings;
    TransactionQueue m_transactions;
    std::vector<std::vector<Waiting>> m_queues; // by bank
    std::size_t m_lastServed = 0;               // bank queue
    std::deque<int> m_dueRanks;                 // for a refresh
    int m_nextDue = 0;                          // rank
    Clock m_nextRefresh;
    Clock m_now = 0;
    Clock m_wake = kNever;                           // next clock in which something can happen
    std::deque<Done> m_reads, m_writes, m_forwarded; // each in the order of their clocks
    Statistics m_statistics;
};

} // namespace nestloom::dram
