// SPDX-License-Identifier: Apache-2.0
#include "engine/dram/device.h"

#include <array>
#include <bit>
#include <utility>

namespace nestloom::dram {

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

} // namespace nestloom::dram
