// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/dram/bank_timings.h"
#include "engine/dram/device.h"
#include "engine/dram/memory.h"

#include <cstddef>
#include <deque>
#include <unordered_map>
#include <vector>

namespace nestloom::dram {

/// A request that waits, with its place.
struct Waiting {
    Request request;
    Place place;
    std::uint64_t burst = 0;
};

/// The first of the controller's two steps: reads and writes wait here until the queue of their bank has room. Reads go
/// first; writes are kept back until the buffer is full, or half full while no read waits, and then all go together.
class TransactionQueue {
public:
    explicit TransactionQueue(const Controller& controller) : m_controller(controller) {}

    bool hasRoom(bool write) const { return (write ? m_writes : m_reads).size() < m_controller.transactions; }
    void add(Waiting waiting);
    bool empty() const { return m_reads.empty() && m_writes.empty(); }

    /// A write of this burst has not reached the banks: reads are answered from it, writes replace it.
    bool isWritten(std::uint64_t burst) const { return m_pendingWrites.contains(burst); }
    /// Tells that the column command of a burst was given.
    void finish(const Waiting& waiting);

    /// Takes the next request whose bank has room, or says that there is none. `queued[bank]` counts the commands of
    /// each bank.
    template <typename HasRoom>
    bool next(HasRoom bankHasRoom, Waiting& taken);

private:
    void chooseDirection();
    /// A read of this burst has not reached the banks: a younger write must not overtake it.
    bool isRead(std::uint64_t burst) const { return m_pendingReads.contains(burst); }

    Controller m_controller;
    std::vector<Waiting> m_reads, m_writes;
    std::size_t m_draining = 0;                                             // writes still to go together
    std::unordered_map<std::uint64_t, int> m_pendingReads, m_pendingWrites; // not told finish() yet, by burst
};

template <typename HasRoom>
bool TransactionQueue::next(HasRoom bankHasRoom, Waiting& taken)
{
    chooseDirection();
    const auto take = [&](std::vector<Waiting>& queue, std::size_t index) {
        taken = queue[index];
        queue.erase(queue.begin() + std::ptrdiff_t(index));
        return true;
    };
    for (std::size_t i = 0; m_draining > 0 && i < m_writes.size(); ++i) {
        if (!bankHasRoom(m_writes[i].place.bank))
            continue;
        if (!isRead(m_writes[i].burst)) {
            --m_draining;
            return take(m_writes, i);
        }
        m_draining = 0; // the older read goes first: now, because a full queue would turn to its writes again
    }
    for (std::size_t i = 0; m_draining == 0 && i < m_reads.size(); ++i)
        if (bankHasRoom(m_reads[i].place.bank))
            return take(m_reads, i);
    return false;
}

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
