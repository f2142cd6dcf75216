// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/dram/device.h"

namespace nestloom::dram {

/// Where a burst lies.
struct Place {
    int rank = 0;
    int group = 0; // bank group within the rank
    int bank = 0;  // 0 to Device::banks() - 1: rank, then bank group, then bank
    std::int64_t row = 0;
    friend bool operator==(const Place&, const Place&) = default;
};

/// Byte addresses to places. Addresses beyond the device wrap around.
class AddressMap {
public:
    explicit AddressMap(const Device& device);
    Place place(std::uint64_t address) const;
    /// Number of the burst that holds an address.
    std::uint64_t burst(std::uint64_t address) const { return address >> m_burstBits; }

private:
    /// A field of the burst number.
    struct Field {
        int shift = 0;
        std::uint64_t mask = 0;
        std::uint64_t of(std::uint64_t burst) const { return (burst >> shift) & mask; }
    };
    int m_burstBits = 0;
    int m_groups = 1, m_banksPerGroup = 1;
    Field m_group, m_bank, m_rank, m_row;
};

} // namespace nestloom::dram
