// SPDX-License-Identifier: Apache-2.0
#include "engine/dram/clock_ratio.h"

#include <numeric>

namespace nestloom::dram {

ClockRatio::ClockRatio(std::int64_t memoryFemtoseconds, std::int64_t otherFemtoseconds)
{
    const std::int64_t common = std::gcd(memoryFemtoseconds, otherFemtoseconds);
    m_memory = memoryFemtoseconds / common;
    m_other = otherFemtoseconds / common;
}

Clock ClockRatio::toMemory(std::int64_t other) const { return other * m_other / m_memory; }

std::int64_t ClockRatio::fromMemory(Clock memory) const
{
    if (memory == kNever)
        return kNever;
    return (memory * m_memory + m_other - 1) / m_other;
}

} // namespace nestloom::dram
