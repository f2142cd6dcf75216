// SPDX-License-Identifier: Apache-2.0
#include "engine/dram/bank_timing_memory.h"

#include <algorithm>
#include <array>

namespace nestloom::dram {

void TransactionQueue::add(Waiting waiting)
{
    ++(waiting.request.write ? m_pendingWrites : m_pendingReads)[waiting.burst];
    (waiting.request.write ? m_writes : m_reads).push_back(waiting);
}

void TransactionQueue::finish(const Waiting& waiting)
{
    auto& pending = waiting.request.write ? m_pendingWrites : m_pendingReads;
    const auto found = pending.find(waiting.burst);
    if (found != pending.end() && --found->second == 0)
        pending.erase(found);
}

void TransactionQueue::chooseDirection()
{
    if (m_draining > 0)
        return;
    const bool full = m_writes.size() >= m_controller.transactions;
    if (full || (m_reads.empty() && m_writes.size() >= m_controller.writesToDrain))
        m_draining = m_writes.size();
}

BankTimingMemory::BankTimingMemory(const Device& device)
    : m_device(device), m_map(device), m_timings(device), m_transactions(device.controller), m_queues(device.banks()),
      m_nextRefresh(device.timings.tREFI / device.ranks)
{
    for (auto& queue : m_queues)
        queue.reserve(device.controller.perBank);
}

void BankTimingMemory::send(const Request& request)
{
    const std::uint64_t burst = m_map.burst(request.address);
    const bool written = m_transactions.isWritten(burst);
    if (request.write) {
        ++m_statistics.writes;
        m_writes.push_back({request.id, true, m_now + 1}); // taken over by the write buffer
    } else {
        ++m_statistics.reads;
        if (written)
            m_forwarded.push_back({request.id, false, m_now + 1});
    }
    if (written)
        return;
    m_transactions.add({request, m_map.place(request.address), burst});
    m_wake = m_now;
}

void BankTimingMemory::advance(Clock to, std::vector<Done>& done)
{
    while (m_now < to) {
        const Clock next = std::max(m_now, std::min(m_wake, m_nextRefresh));
        if (next >= to) {
            m_now = to;
            break;
        }
        m_now = next;
        clock();
        ++m_now;
    }
    const std::array queues{&m_forwarded, &m_reads, &m_writes};
    while (true) {
        const auto first = std::ranges::min_element(queues, [](const auto* a, const auto* b) {
            return !a->empty() && (b->empty() || a->front().clock < b->front().clock);
        });
        if ((*first)->empty() || (*first)->front().clock > to)
            return;
        done.push_back((*first)->front());
        (*first)->pop_front();
    }
}

Clock BankTimingMemory::nextEventTime() const
{
    Clock next = kNever;
    for (const auto* queue : {&m_forwarded, &m_reads, &m_writes})
        if (!queue->empty())
            next = std::min(next, queue->front().clock);
    if (m_wake != kNever)
        next = std::min(next, m_wake + 1);
    return next == kNever ? kNever : std::max(next, m_now + 1);
}

/// One clock: a command if one may be given, then one request moves on to its bank.
void BankTimingMemory::clock()
{
    if (m_now == m_nextRefresh) {
        m_dueRanks.push_back(m_nextDue);
        m_nextDue = (m_nextDue + 1) % m_device.ranks;
        m_nextRefresh += m_device.timings.tREFI / m_device.ranks;
    }
    m_wake = kNever;
    const bool given = refreshStep() || serveBanks();
    const bool moved = moveTransaction();
    if (given || moved)
        m_wake = m_now + 1;
}

bool BankTimingMemory::refreshStep()
{
    if (m_dueRanks.empty())
        return false;
    const int rank = m_dueRanks.front();
    const int first = rank * m_timings.banksPerRank();
    Clock ready = m_now;
    for (int bank = first; bank < first + m_timings.banksPerRank(); ++bank) {
        const bool open = m_timings.openRow(bank) != BankTimings::kClosed;
        const Clock from = open ? m_timings.prechargeFrom(bank) : m_timings.refreshFrom(bank);
        if (open && from <= m_now) {
            m_timings.precharge(bank, m_now);
            return true;
        }
        if (open)
            wakeAt(from);
        ready = std::max(ready, open ? from + 1 : from);
    }
    if (ready > m_now) {
        wakeAt(ready);
        return false;
    }
    m_timings.refresh(rank, m_now);
    ++m_statistics.refreshes;
    m_dueRanks.pop_front();
    return true;
}

bool BankTimingMemory::serveBanks()
{
    const std::size_t banks = m_queues.size();
    const std::size_t perRank = std::size_t(m_timings.banksPerRank());
    std::size_t bank = m_lastServed;
    for (std::size_t i = 0; i < banks; ++i) {
        bank = bank + 1 == banks ? 0 : bank + 1;
        if (m_queues[bank].empty())
            continue;
        if (!m_dueRanks.empty() && bank / perRank == std::size_t(m_dueRanks.front()))
            continue;
        if (serve(int(bank))) {
            m_lastServed = bank;
            return true;
        }
    }
    return false;
}

/// Gives the first command of a bank's queue that may be given, or notes when one may.
bool BankTimingMemory::serve(int bank)
{
    const std::vector<Waiting>& queue = m_queues[bank];
    const std::int64_t row = m_timings.openRow(bank);
    if (row == BankTimings::kClosed) {
        const Clock from = m_timings.activateFrom(bank);
        if (from <= m_now) {
            m_timings.activate(bank, queue.front().place.row, m_now);
            ++m_statistics.rowMisses;
            return true;
        }
        wakeAt(from);
        return false;
    }
    if (queue.front().place.row != row && mayPrecharge(bank)) {
        const Clock from = m_timings.prechargeFrom(bank);
        if (from <= m_now) {
            m_timings.precharge(bank, m_now);
            ++m_statistics.rowConflicts;
            return true;
        }
        wakeAt(from);
    }
    for (std::size_t i = 0; i < queue.size(); ++i) {
        if (queue[i].place.row != row)
            continue;
        const Clock from = m_timings.columnFrom(bank, queue[i].request.write);
        if (from <= m_now) {
            giveColumn(bank, i);
            return true;
        }
        wakeAt(from);
    }
    return false;
}

/// The oldest request of the bank needs another row: may that be opened in spite of hits that wait?
bool BankTimingMemory::mayPrecharge(int bank) const
{
    if (m_timings.hits(bank) >= m_device.controller.hitsBeforeMiss)
        return true;
    const std::int64_t row = m_timings.openRow(bank);
    return std::ranges::none_of(m_queues[bank], [row](const Waiting& waiting) { return waiting.place.row == row; });
}

void BankTimingMemory::giveColumn(int bank, std::size_t index)
{
    const Waiting waiting = m_queues[bank][index];
    m_queues[bank].erase(m_queues[bank].begin() + std::ptrdiff_t(index));
    m_transactions.finish(waiting);
    m_statistics.rowHits += m_timings.hits(bank) > 0 ? 1 : 0;
    m_statistics.busClocks += m_device.burstClocks();
    if (waiting.request.write) {
        m_timings.write(bank, m_now);
        return;
    }
    m_timings.read(bank, m_now);
    finishRead(waiting.request.id, m_now + m_device.timings.CL + m_device.burstClocks() + 1);
}

bool BankTimingMemory::moveTransaction()
{
    const std::size_t room = m_device.controller.perBank;
    Waiting taken;
    if (!m_transactions.next([&](int bank) { return m_queues[bank].size() < room; }, taken))
        return false;
    m_queues[taken.place.bank].push_back(taken);
    return true;
}

} // namespace nestloom::dram
