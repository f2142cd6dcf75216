// SPDX-License-Identifier: Apache-2.0
#include "engine/dram/device.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

namespace nestloom::dram {

ClockRatio::ClockRatio(std::int64_t memoryFemtoseconds, std::int64_t otherFemtoseconds)
{
    const std::int64_t common = std::gcd(memoryFemtoseconds, otherFemtoseconds);
    m_memory = memoryFemtoseconds / common;
    m_other = otherFemtoseconds / common;
}

std::int64_t ClockRatio::fromMemory(Clock memory) const
{
    if (memory == kNever)
        return kNever;
    return (memory * m_memory + m_other - 1) / m_other;
}

namespace {

bool isPowerOfTwo(int number) { return number > 0 && std::has_single_bit(static_cast<unsigned>(number)); }

} // namespace

std::optional<std::string> problemOf(const Device& device)
{
    const std::array<std::pair<const char*, int>, 7> powers{{{"bus width", device.busBits},
                                                             {"burst length", device.burstLength},
                                                             {"number of ranks", device.ranks},
                                                             {"number of bank groups", device.bankGroups},
                                                             {"number of banks", device.banksPerGroup},
                                                             {"number of rows", device.rows},
                                                             {"number of columns", device.columns}}};
    for (const auto& [what, number] : powers)
        if (!isPowerOfTwo(number))
            return "the " + std::string(what) + " of " + device.name + " must be a power of two";
    if (device.busBits < 8)
        return "the bus of " + device.name + " must be at least 8 bits wide";
    if (device.columns < device.burstLength)
        return "a row of " + device.name + " must hold a burst";
    const Timings& t = device.timings;
    if (device.clockFemtoseconds <= 0 || t.CL <= 0 || t.CWL <= 0 || t.tRCD <= 0 || t.tRP <= 0 || t.tRAS <= 0)
        return "clock, CL, CWL, tRCD, tRP and tRAS of " + device.name + " must be positive";
    if (t.tRFC <= 0 || t.tREFI / device.ranks <= t.tRFC + t.tRP)
        return "tREFI of " + device.name + " must leave time between the refreshes of its ranks";
    if (device.controller.transactions == 0 || device.controller.perBank == 0)
        return "the queues of " + device.name + " must hold a request";
    return std::nullopt;
}

namespace {

int bitsFor(std::int64_t values) { return std::countr_zero(std::uint64_t(values)); }

} // namespace

AddressMap::AddressMap(const Device& device)
    : m_burstBits(bitsFor(device.burst().count)), m_groups(device.bankGroups), m_banksPerGroup(device.banksPerGroup)
{
    int used = 0;
    const auto take = [&used](std::int64_t values) {
        const Field field{used, std::uint64_t(values - 1)};
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
    place.rank = int(m_rank.of(number));
    place.group = int(m_group.of(number));
    place.bank = (place.rank * m_groups + place.group) * m_banksPerGroup + int(m_bank.of(number));
    place.row = std::int64_t(m_row.of(number));
    return place;
}

namespace {

// Timings are those of the device files that come with DRAMsim3 (Li et al., IEEE CAL 2020; commit 2981759), in clocks
// of the device. They follow Micron's data sheets for 8 Gb parts; clock periods are rounded to 10 ps there. In the
// order of Timings:
//   CL, CWL, tRCD, tRP, tRAS, tRFC, tREFI, tRRD_S, tRRD_L, tFAW, tCCD_S, tCCD_L, tWTR_S, tWTR_L, tWR, tRTP, tRTRS, tRPRE

// DDR4_8Gb_x8_*: two ranks of eight x8 parts on a 64-bit bus. LPDDR4_8Gb_x16_2400: four x16 parts side by side, 128
// bytes a burst; x32 are the same parts, one package of two x16 channels, 64 bytes a burst. DDR3_8Gb_x8_1600: no bank
// groups.
constexpr Timings kLpddr4{17, 14, 15, 15, 32, 392, 8660, 8, 8, 32, 4, 6, 8, 16, 30, 12};
const std::array kDevices{
    Device{.name = "ddr4-2400",
           .clockFemtoseconds = 830'000,
           .timings = {17, 12, 17, 17, 39, 420, 9360, 4, 6, 26, 4, 6, 3, 9, 18, 9}},
    Device{.name = "ddr4-2666",
           .clockFemtoseconds = 750'000,
           .timings = {19, 14, 19, 19, 43, 467, 10398, 4, 7, 28, 4, 7, 4, 10, 20, 10}},
    Device{.name = "ddr4-3200",
           .clockFemtoseconds = 630'000,
           .timings = {22, 16, 22, 22, 52, 560, 12480, 4, 8, 34, 4, 8, 4, 12, 24, 12}},
    Device{.name = "lpddr4-2400", .clockFemtoseconds = 830'000, .burstLength = 16, .bankGroups = 2, .timings = kLpddr4},
    Device{.name = "lpddr4-2400-x32",
           .clockFemtoseconds = 830'000,
           .burstLength = 16,
           .busBits = 32,
           .bankGroups = 2,
           .timings = kLpddr4},
    Device{.name = "ddr3-1600",
           .clockFemtoseconds = 1'250'000,
           .ranks = 1,
           .bankGroups = 1,
           .banksPerGroup = 8,
           .columns = 2048,
           .timings = {11, 8, 11, 11, 28, 280, 6240, 6, 6, 32, 4, 4, 6, 6, 12, 6, 1, 0}},
};

} // namespace

std::span<const Device> devices() { return kDevices; }

std::optional<Device> findDevice(std::string_view name)
{
    const auto found = std::ranges::find_if(kDevices, [name](const Device& d) { return d.name == name; });
    return found == kDevices.end() ? std::nullopt : std::optional(*found);
}

} // namespace nestloom::dram
