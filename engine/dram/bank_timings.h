// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/dram/device.h"

#include <array>
#include <vector>

namespace nestloom::dram {

/// When each command may follow the ones before it: what JEDEC's timing tables say about a channel. Commands have to be
/// told as they are given; nothing is refused here.
class BankTimings {
public:
    explicit BankTimings(const Device& device);

    static constexpr std::int64_t kClosed = -1;
    std::int64_t openRow(int bank) const { return m_banks[bank].row; }
    int hits(int bank) const { return m_banks[bank].hits; } // column commands since the row was opened

    /// First clock at which the command may be given.
    Clock activateFrom(int bank) const;
    Clock prechargeFrom(int bank) const { return m_banks[bank].precharge; }
    Clock columnFrom(int bank, bool write) const;
    Clock refreshFrom(int bank) const { return m_banks[bank].refresh; } // of a closed bank

    void activate(int bank, std::int64_t row, Clock now);
    void precharge(int bank, Clock now);
    void read(int bank, Clock now);
    void write(int bank, Clock now);
    void refresh(int rank, Clock now);

    int banksPerRank() const { return m_banksPerRank; }

private:
    struct Bank {
        std::int64_t row = kClosed;
        int hits = 0;
        Clock activate = 0, column = 0, precharge = 0, refresh = 0;
    };
    /// What commands to any bank of a bank group or of a rank leave behind.
    struct Shared {
        Clock activate = 0, read = 0, write = 0;
    };
    struct Rank : Shared {
        std::array<Clock, 4> activates{}; // from when the next activate is allowed by each of the last four
        std::size_t oldest = 0;
    };
    int groupOf(int bank) const { return bank / m_device.banksPerGroup; }
    int rankOf(int bank) const { return bank / m_banksPerRank; }

    Device m_device;
    int m_banksPerRank;
    std::vector<Bank> m_banks;
    std::vector<Shared> m_groups;
    std::vector<Rank> m_ranks;
};

} // namespace nestloom::dram
