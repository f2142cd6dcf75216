// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

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
    Clock toMemory(std::int64_t other) const;
    /// The first tick of the other clock at or after tick `memory`; kNever stays kNever.
    std::int64_t fromMemory(Clock memory) const;

private:
    std::int64_t m_memory; // periods without their common factor
    std::int64_t m_other;
};

} // namespace nestloom::dram
