// SPDX-License-Identifier: Apache-2.0
#include "engine/dram/bank_timings.h"

#include <algorithm>

namespace nestloom::dram {

namespace {

void notBefore(Clock& time, Clock earliest) { time = std::max(time, earliest); }

} // namespace

BankTimings::BankTimings(const Device& device)
    : m_device(device), m_banksPerRank(device.bankGroups * device.banksPerGroup), m_banks(device.banks()),
      m_groups(device.ranks * device.bankGroups), m_ranks(device.ranks)
{
}

Clock BankTimings::activateFrom(int bank) const
{
    const Rank& rank = m_ranks[rankOf(bank)];
    return std::max(
        {m_banks[bank].activate, m_groups[groupOf(bank)].activate, rank.activate, rank.activates[rank.oldest]});
}

Clock BankTimings::columnFrom(int bank, bool write) const
{
    const Shared& group = m_groups[groupOf(bank)];
    const Rank& rank = m_ranks[rankOf(bank)];
    return write ? std::max({m_banks[bank].column, group.write, rank.write})
                 : std::max({m_banks[bank].column, group.read, rank.read});
}

void BankTimings::activate(int bank, std::int64_t row, Clock now)
{
    const Timings& t = m_device.timings;
    Bank& own = m_banks[bank];
    own.row = row;
    own.hits = 0;
    own.column = now + t.tRCD;
    notBefore(own.precharge, now + t.tRAS);
    notBefore(own.activate, now + t.tRAS + t.tRP);
    notBefore(m_groups[groupOf(bank)].activate, now + t.tRRD_L);
    Rank& rank = m_ranks[rankOf(bank)];
    notBefore(rank.activate, now + t.tRRD_S);
    rank.activates[rank.oldest] = now + t.tFAW;
    rank.oldest = (rank.oldest + 1) % rank.activates.size();
}

void BankTimings::precharge(int bank, Clock now)
{
    Bank& own = m_banks[bank];
    own.row = kClosed;
    own.hits = 0;
    notBefore(own.activate, now + m_device.timings.tRP);
    notBefore(own.refresh, now + m_device.timings.tRP);
}

void BankTimings::read(int bank, Clock now)
{
    const Timings& t = m_device.timings;
    const int burst = m_device.burstClocks();
    ++m_banks[bank].hits;
    notBefore(m_banks[bank].precharge, now + t.tRTP);
    notBefore(m_groups[groupOf(bank)].read, now + std::max(burst, t.tCCD_L));
    // Write data may not meet read data on the bus.
    const Clock write = now + t.CL + burst - t.CWL;
    for (Rank& rank : m_ranks) {
        const bool own = &rank == &m_ranks[rankOf(bank)];
        notBefore(rank.read, now + (own ? std::max(burst, t.tCCD_S) : burst + t.tRTRS));
        notBefore(rank.write, write + (own ? t.tRPRE : t.tRTRS));
    }
}

void BankTimings::write(int bank, Clock now)
{
    const Timings& t = m_device.timings;
    const int burst = m_device.burstClocks();
    const Clock end = now + t.CWL + burst; // of the data
    ++m_banks[bank].hits;
    notBefore(m_banks[bank].precharge, end + t.tWR);
    Shared& group = m_groups[groupOf(bank)];
    notBefore(group.write, now + std::max(burst, t.tCCD_L));
    notBefore(group.read, end + t.tWTR_L);
    for (Rank& rank : m_ranks) {
        const bool own = &rank == &m_ranks[rankOf(bank)];
        notBefore(rank.write, now + (own ? std::max(burst, t.tCCD_S) : burst));
        notBefore(rank.read, own ? end + t.tWTR_S : end + t.tRTRS - t.CL);
    }
}

void BankTimings::refresh(int rank, Clock now)
{
    for (int bank = rank * m_banksPerRank; bank < (rank + 1) * m_banksPerRank; ++bank) {
        notBefore(m_banks[bank].activate, now + m_device.timings.tRFC);
        notBefore(m_banks[bank].refresh, now + m_device.timings.tRFC);
    }
}

} // namespace nestloom::dram
