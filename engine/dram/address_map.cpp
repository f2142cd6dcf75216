// SPDX-License-Identifier: Apache-2.0
#include "engine/dram/address_map.h"

#include <bit>

namespace nestloom::dram {

namespace {

int bitsFor(std::int64_t values) { return std::countr_zero(static_cast<std::uint64_t>(values)); }

} // namespace

AddressMap::AddressMap(const Device& device)
    : m_burstBits(bitsFor(device.burst().count)), m_groups(device.bankGroups), m_banksPerGroup(device.banksPerGroup)
{
    int used = 0;
    const auto take = [&used](std::int64_t values) {
        const Field field{used, static_cast<std::uint64_t>(values - 1)};
        used += bitsFor(values);
        return field;
    };
    const std::int64_t bursts = device.columns / device.burstLength;
    if (device.order == AddressOrder::ColumnsLowest) {
        take(bursts);
        m_group = take(device.bankGroups);
    } else {
        m_group = take(device.bankGroups);
        take(bursts);
    }
    m_bank = take(device.banksPerGroup);
    m_rank = take(device.ranks);
    m_row = take(device.rows);
}

Place AddressMap::place(std::uint64_t address) const
{
    const std::uint64_t number = burst(address);
    Place place;
    place.rank = static_cast<int>(m_rank.of(number));
    place.group = static_cast<int>(m_group.of(number));
    place.bank = (place.rank * m_groups + place.group) * m_banksPerGroup + static_cast<int>(m_bank.of(number));
    place.row = static_cast<std::int64_t>(m_row.of(number));
    return place;
}

} // namespace nestloom::dram
