// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

namespace nestloom::dram {

inline constexpr int kDdr2Ranks = 16, kDdr2Banks = 8; // 16 GiB on a bus of 64 bits

/// The memory controller behind CompatibleDram, and its ranks: an open-page DDR2-667 as DRAMSim2 models it. Commands
/// wait in one queue for each rank; each request brings an activation and a column command.
class Ddr2Controller {
public:
    using Clock = std::int64_t;

    Ddr2Controller();

    void add(std::uint64_t address, bool write) { m_transactions.push_back({address, write}); }
    struct Done {
        bool read = false, write = false;
    };
    /// Lets one clock pass, to be called for each; tells what completes in it, the oldest request of its kind.
    Done update(Clock now);

private:
    struct Command {
        enum class Kind { Activate, Read, Write };
        Kind kind = Kind::Activate;
        int bank = 0;
        std::int64_t row = 0;
        bool sameTarget(const Command& other) const { return bank == other.bank && row == other.row; }
    };

    struct Bank {
        enum class State { Idle, Active, Precharging, Refreshing, Asleep };
        State state = State::Idle;
        std::int64_t row = 0;
        int hits = 0;
        Clock idleAt = 0; // when Precharging or Refreshing ends
        Clock nextRead = 0, nextWrite = 0, nextActivate = 0, nextPrecharge = 0;
    };

    struct Rank {
        std::array<Bank, kDdr2Banks> banks;
        std::vector<Command> queue;
        std::vector<Clock> activations; // within the last kFaw cycles
        bool asleep = false, refreshWaits = false;
        Clock wakesFrom = 0, nextRefresh = 0;
    };
    struct Transaction {
        std::uint64_t address = 0;
        bool write = false;
    };

    void endStates(Clock now);
    void callForRefresh(Clock now);
    bool issueSomething(Clock now);
    bool prepareRefresh(Clock now);
    bool finishRow(Rank& rank, int b, Clock now);
    bool precharge(Bank& bank, Clock now);
    static bool mayIssue(const Rank& rank, const Command& command, Clock now);
    bool issueQueued(Clock now);
    static bool isOvertaking(const Rank& rank, std::size_t index);
    bool closeUnused(Clock now);
    void perform(Rank& rank, const Command& command, Clock now);
    void activate(Rank& rank, Bank& bank, std::int64_t row, Clock now);
    void spaceOut(const Rank& used, Clock readHere, Clock readElsewhere, Clock writeHere, Clock writeElsewhere);
    void takeTransaction();
    static void sleepOrWake(Rank& rank, Clock now);

    std::array<Rank, kDdr2Ranks> m_ranks;
    std::deque<Transaction> m_transactions;
    std::deque<Clock> m_readsDone, m_writesDone; // clocks at which they will be
    std::size_t m_turn = 0, m_closeTurn = 0, m_refreshTurn = 0;
    int m_refreshing = -1; // rank that waits for its refresh
};

} // namespace nestloom::dram
