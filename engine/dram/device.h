// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/units.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace nestloom::dram {

/// Clocks of the memory since its start.
using Clock = std::int64_t;

/// A time that never comes.
inline constexpr Clock kNever = INT64_MAX;

/// Exact conversion between the clock of a memory and another one, from their periods in femtoseconds. Both clocks
/// tick at time 0. Times must stay below 2^63 fs (2.5 hours).
class ClockRatio {
public:
    ClockRatio(std::int64_t memoryFemtoseconds, std::int64_t otherFemtoseconds);

    /// The last tick of the memory at or before tick `other`.
    Clock toMemory(std::int64_t other) const { return other * m_other / m_memory; }
    /// The first tick of the other clock at or after tick `memory`; kNever stays kNever.
    std::int64_t fromMemory(Clock memory) const;

private:
    std::int64_t m_memory; // periods without their common factor
    std::int64_t m_other;
};

/// Least distances between commands, in clocks of the memory, by their JEDEC names.
struct Timings {
    int CL = 0, CWL = 0;        // command to first data
    int tRCD = 0, tRP = 0;      // activate to column command; precharge to activate
    int tRAS = 0;               // activate to precharge
    int tRFC = 0, tREFI = 0;    // length of a refresh of a rank; mean distance of its refreshes
    int tRRD_S = 0, tRRD_L = 0; // activate to activate: other bank group, same bank group
    int tFAW = 0;               // four activates of a rank
    int tCCD_S = 0, tCCD_L = 0; // column command to column command of the same kind
    int tWTR_S = 0, tWTR_L = 0; // end of write data to read
    int tWR = 0, tRTP = 0;      // end of write data to precharge; read to precharge
    int tRTRS = 1;              // bus turned over to another rank
    int tRPRE = 1;              // read preamble
    friend bool operator==(const Timings&, const Timings&) = default;
};

/// Which bits of an address choose what, from the lowest up. Rows are the highest in both.
///   ColumnsLowest     column, bank group, bank, rank, row: a row is read from end to end, in one bank group
///   BankGroupsLowest  bank group, column, bank, rank, row: neighbouring bursts alternate between bank groups
enum class AddressOrder { ColumnsLowest, BankGroupsLowest };

/// What the controller of one channel can hold.
struct Controller {
    std::size_t transactions = 32;  // waiting reads, and as many writes
    std::size_t perBank = 8;        // commands of one bank
    std::size_t writesToDrain = 16; // writes that are started together while no read waits
    int hitsBeforeMiss = 4;         // column commands to a row after which an older request may close it
    friend bool operator==(const Controller&, const Controller&) = default;
};

/// One channel of DRAM: the bank-timing model's input.
struct Device {
    std::string name;
    std::int64_t clockFemtoseconds = 0;
    int burstLength = 8; // transfers, two a clock
    int busBits = 64;
    int ranks = 2, bankGroups = 4, banksPerGroup = 4;
    int rows = 65536, columns = 1024; // a column is `busBits` wide
    Timings timings;
    AddressOrder order = AddressOrder::ColumnsLowest;
    Controller controller{};

    Bytes burst() const { return {std::int64_t(burstLength) * busBits / 8}; }
    int burstClocks() const { return burstLength / 2; }
    int banks() const { return ranks * bankGroups * banksPerGroup; }
    /// Bytes of the channel.
    std::int64_t size() const { return std::int64_t{banks()} * rows * columns * busBits / 8; }
    /// When the bus never rests, in GB/s (1e9 bytes).
    double peakGigabytesPerSecond() const { return double(busBits) / 8 * 2e6 / double(clockFemtoseconds); }
    friend bool operator==(const Device&, const Device&) = default;
};

/// What makes a device unusable, in one sentence; nothing when it can be simulated.
std::optional<std::string> problemOf(const Device& device);

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

/// Known devices, each one channel: "ddr4-2400", "ddr4-2666", "ddr4-3200", "lpddr4-2400", "lpddr4-2400-x32",
/// "ddr3-1600".
std::span<const Device> devices();
std::optional<Device> findDevice(std::string_view name);

} // namespace nestloom::dram
