// SPDX-License-Identifier: Apache-2.0
#include "engine/dram/ddr2_controller.h"

#include <algorithm>

namespace nestloom::dram {

namespace {

using Clock = Ddr2Controller::Clock;

// Micron DDR2-667, 16M x 8 bits, in clocks of 3 ns (DDR2_micron_16M_8b_x8_sg3E of DRAMSim2), 16 GiB on a bus of 64
// bits.
constexpr Clock kReadLatency = 4, kWriteLatency = 3, kBurst = 2; // CL, CL-1, BL/2
constexpr Clock kRas = 14, kRcd = 4, kRrd = 3, kRc = 18, kRp = 4, kCcd = 2, kRtp = 3, kWtr = 3, kWr = 5, kRtrs = 1;
constexpr Clock kRfc = 43, kFaw = 13, kCke = 3, kXp = 2, kRefreshPeriod = 2600, kFirstRefresh = 162;
constexpr int kMostRowHits = 4; // then the row is closed
// The same between commands.
constexpr Clock kReadToPrecharge = kBurst + kRtp - kCcd, kWriteToPrecharge = kWriteLatency + kBurst + kWr;
constexpr Clock kReadToWrite = kReadLatency + kBurst + kRtrs - kWriteLatency;
constexpr Clock kWriteToRead = kWriteLatency + kBurst + kWtr;
constexpr Clock kWriteToReadElsewhere = kWriteLatency + kBurst + kRtrs - kReadLatency;
// From a command on the bus to the controller's word that it is done.
constexpr Clock kReadDone = 1 + kReadLatency + kBurst, kWriteDone = kWriteLatency + kBurst;

struct Ddr2Place {
    int rank = 0, bank = 0;
    std::int64_t row = 0;
};

/// Ranks change fastest, then banks, then columns (of 256), then rows.
Ddr2Place placeOf(std::uint64_t address)
{
    const std::uint64_t burst = address / 32;
    return {int(burst % kDdr2Ranks), int(burst / kDdr2Ranks % kDdr2Banks),
            std::int64_t(burst / (kDdr2Ranks * kDdr2Banks * 256))};
}

void raise(Clock& time, Clock to) { time = std::max(time, to); }

} // namespace

Ddr2Controller::Ddr2Controller()
{
    for (int rank = 0; rank < kDdr2Ranks; ++rank)
        m_ranks[std::size_t(rank)].nextRefresh = kFirstRefresh * (rank + 1);
}

Ddr2Controller::Done Ddr2Controller::update(Clock now)
{
    Done done;
    endStates(now);
    if (!m_writesDone.empty() && m_writesDone.front() == now) {
        m_writesDone.pop_front();
        done.write = true;
    }
    callForRefresh(now);
    if (issueSomething(now))
        m_turn = (m_turn + 1) % kDdr2Ranks;
    takeTransaction();
    for (Rank& rank : m_ranks)
        sleepOrWake(rank, now);
    if (!m_readsDone.empty() && m_readsDone.front() <= now) {
        m_readsDone.pop_front();
        done.read = true;
    }
    return done;
}

void Ddr2Controller::endStates(Clock now)
{
    for (Rank& rank : m_ranks) {
        if (rank.asleep)
            continue;
        for (Bank& bank : rank.banks)
            if ((bank.state == Bank::State::Precharging || bank.state == Bank::State::Refreshing) && now >= bank.idleAt)
                bank.state = Bank::State::Idle;
    }
}

void Ddr2Controller::callForRefresh(Clock now)
{
    Rank& rank = m_ranks[m_refreshTurn];
    if (rank.nextRefresh == now) {
        m_refreshing = int(m_refreshTurn);
        rank.refreshWaits = true;
        rank.nextRefresh = now + kRefreshPeriod;
        m_refreshTurn = (m_refreshTurn + 1) % kDdr2Ranks;
    } else if (rank.asleep && rank.nextRefresh - now <= kXp) {
        rank.refreshWaits = true;
    }
}

bool Ddr2Controller::issueSomething(Clock now)
{
    for (Rank& rank : m_ranks)
        std::erase_if(rank.activations, [&](Clock at) { return now - at >= kFaw; });
    return (m_refreshing >= 0 && prepareRefresh(now)) || issueQueued(now) || closeUnused(now);
}

/// Closes the rows of the rank that is to be refreshed, the commands for them first; then refreshes it.
bool Ddr2Controller::prepareRefresh(Clock now)
{
    Rank& rank = m_ranks[std::size_t(m_refreshing)];
    for (int b = 0; b < kDdr2Banks; ++b) {
        Bank& bank = rank.banks[std::size_t(b)];
        if (bank.state == Bank::State::Active)
            return finishRow(rank, b, now);
        if (bank.nextActivate > now)
            return false;
    }
    if (rank.asleep)
        return false;
    for (Bank& bank : rank.banks) {
        bank.nextActivate = now + kRfc;
        bank.state = Bank::State::Refreshing;
        bank.idleAt = now + kRfc;
    }
    rank.refreshWaits = false;
    m_refreshing = -1;
    return true;
}

bool Ddr2Controller::finishRow(Rank& rank, int b, Clock now)
{
    Bank& bank = rank.banks[std::size_t(b)];
    const auto next = std::ranges::find_if(
        rank.queue, [&](const Command& command) { return command.bank == b && command.row == bank.row; });
    if (next != rank.queue.end() && next->kind != Command::Kind::Activate) {
        if (!mayIssue(rank, *next, now))
            return false;
        const Command command = *next;
        rank.queue.erase(next);
        perform(rank, command, now);
        return true;
    }
    return precharge(bank, now);
}

bool Ddr2Controller::precharge(Bank& bank, Clock now)
{
    if (now < bank.nextPrecharge)
        return false;
    bank.hits = 0;
    bank.state = Bank::State::Precharging;
    bank.idleAt = now + kRp;
    raise(bank.nextActivate, now + kRp);
    return true;
}

bool Ddr2Controller::mayIssue(const Rank& rank, const Command& command, Clock now)
{
    const Bank& bank = rank.banks[std::size_t(command.bank)];
    if (command.kind == Command::Kind::Activate)
        return (bank.state == Bank::State::Idle || bank.state == Bank::State::Refreshing) && now >= bank.nextActivate
               && rank.activations.size() < 4;
    return bank.state == Bank::State::Active && bank.row == command.row && bank.hits < kMostRowHits
           && now >= (command.kind == Command::Kind::Read ? bank.nextRead : bank.nextWrite);
}

/// The first command of a rank that may go, ranks in turn. A column command that comes before the activation that was
/// queued for it makes that one superfluous.
bool Ddr2Controller::issueQueued(Clock now)
{
    for (int tried = 0; tried < kDdr2Ranks; ++tried, m_turn = (m_turn + 1) % kDdr2Ranks) {
        Rank& rank = m_ranks[m_turn];
        if (int(m_turn) == m_refreshing)
            continue;
        for (std::size_t i = 0; i < rank.queue.size(); ++i) {
            if (!mayIssue(rank, rank.queue[i], now) || isOvertaking(rank, i))
                continue;
            const Command command = rank.queue[i];
            const bool hit = i > 0 && rank.queue[i - 1].kind == Command::Kind::Activate;
            if (hit)
                ++rank.banks[std::size_t(command.bank)].hits;
            const auto at = rank.queue.begin() + std::ptrdiff_t(i);
            rank.queue.erase(hit ? at - 1 : at, at + 1);
            perform(rank, command, now);
            return true;
        }
    }
    return false;
}

bool Ddr2Controller::isOvertaking(const Rank& rank, std::size_t index)
{
    for (std::size_t i = 0; i < index; ++i)
        if (rank.queue[i].kind != Command::Kind::Activate && rank.queue[i].sameTarget(rank.queue[index]))
            return true;
    return false;
}

/// Precharges a bank with an open row that nothing in the queue wants, banks in turn, their ranks first.
bool Ddr2Controller::closeUnused(Clock now)
{
    for (int tried = 0; tried < kDdr2Ranks * kDdr2Banks;
         ++tried, m_closeTurn = (m_closeTurn + 1) % (kDdr2Ranks * kDdr2Banks)) {
        Rank& rank = m_ranks[m_closeTurn % kDdr2Ranks];
        if (rank.asleep)
            continue;
        const auto b = int(m_closeTurn / kDdr2Ranks);
        Bank& bank = rank.banks[std::size_t(b)];
        if (bank.state != Bank::State::Active)
            continue;
        const bool wanted = std::ranges::any_of(
            rank.queue, [&](const Command& command) { return command.bank == b && command.row == bank.row; });
        if ((!wanted || bank.hits == kMostRowHits) && precharge(bank, now))
            return true;
    }
    return false;
}

void Ddr2Controller::perform(Rank& rank, const Command& command, Clock now)
{
    Bank& bank = rank.banks[std::size_t(command.bank)];
    switch (command.kind) {
    case Command::Kind::Activate: activate(rank, bank, command.row, now); break;
    case Command::Kind::Read:
        raise(bank.nextPrecharge, now + kReadToPrecharge);
        spaceOut(rank, now + kCcd, now + kBurst + kRtrs, now + kReadToWrite, now + kReadToWrite);
        m_readsDone.push_back(now + kReadDone);
        break;
    case Command::Kind::Write:
        raise(bank.nextPrecharge, now + kWriteToPrecharge);
        spaceOut(rank, now + kWriteToRead, now + kWriteToReadElsewhere, now + kCcd, now + kBurst + kRtrs);
        m_writesDone.push_back(now + kWriteDone);
        break;
    }
}

void Ddr2Controller::activate(Rank& rank, Bank& bank, std::int64_t row, Clock now)
{
    bank.state = Bank::State::Active;
    bank.row = row;
    raise(bank.nextActivate, now + kRc);
    raise(bank.nextPrecharge, now + kRas);
    raise(bank.nextRead, now + kRcd);
    raise(bank.nextWrite, now + kRcd);
    for (Bank& other : rank.banks)
        if (&other != &bank)
            raise(other.nextActivate, now + kRrd);
    rank.activations.push_back(now);
}

/// When the next reads and writes may come: in the rank that was used, and in the open banks of the others.
void Ddr2Controller::spaceOut(const Rank& used, Clock readHere, Clock readElsewhere, Clock writeHere,
                              Clock writeElsewhere)
{
    for (Rank& rank : m_ranks)
        for (Bank& bank : rank.banks) {
            if (&rank != &used && bank.state != Bank::State::Active)
                continue;
            raise(bank.nextRead, &rank == &used ? readHere : readElsewhere);
            raise(bank.nextWrite, &rank == &used ? writeHere : writeElsewhere);
        }
}

void Ddr2Controller::takeTransaction()
{
    if (m_transactions.empty())
        return;
    const Transaction transaction = m_transactions.front();
    m_transactions.pop_front();
    const Ddr2Place place = placeOf(transaction.address);
    auto& queue = m_ranks[std::size_t(place.rank)].queue;
    queue.push_back({Command::Kind::Activate, place.bank, place.row});
    queue.push_back({transaction.write ? Command::Kind::Write : Command::Kind::Read, place.bank, place.row});
}

void Ddr2Controller::sleepOrWake(Rank& rank, Clock now)
{
    if (rank.queue.empty() && !rank.refreshWaits) {
        const auto isIdle = [](const Bank& bank) { return bank.state == Bank::State::Idle; };
        if (rank.asleep || !std::ranges::all_of(rank.banks, isIdle))
            return;
        rank.asleep = true;
        rank.wakesFrom = now + kCke;
        for (Bank& bank : rank.banks)
            bank.state = Bank::State::Asleep;
    } else if (rank.asleep && now >= rank.wakesFrom) {
        rank.asleep = false;
        for (Bank& bank : rank.banks) {
            bank.state = Bank::State::Idle;
            bank.nextActivate = now + kXp;
        }
    }
}

} // namespace nestloom::dram
