// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"

#include <optional>
#include <string>
#include <vector>

namespace nestloom::hardware {

/// Width of one element as Timeloop sees it: one word width per level, ours is per tensor, so the widest kept counts.
double wordBits(const BufferLevel& level);

/// Energy of one access of `accessElements` elements, or nothing when the accelerator does not say.
/// Reads, fills and updates cost the same unless the level states energies of fills and updates. With W = element bits
/// * accessElements * clusterSize, the width of a physical memory, and KB its size in KiB:
///   TimeloopPat (pat-public/src/pat/pat.cpp of Timeloop 019f107)
///     SRAM, registers   (1 + 5/99.5 (KB - 0.5)) * W/16 / clusterSize pJ: a straight line through two published sizes, the registers
///                       (0.5 KiB, 1) and the global buffer (100 KiB, 6) of Eyeriss (ISCA 2016), relative to a MAC
///     DRAM              200 * W/16 pJ
///   BankedPat
///     SRAM, registers   the same up to 100 KiB; beyond, 6 sqrt(KB / 100) * W/16 / clusterSize pJ. Large memories are arrays of
///                       banks: a bank's own energy stays, and a word travels as far as the side of the array is long, which
///                       grows with the root of its size. Published: 64 bit of an 8 KiB cache 10 pJ, of 32 KiB 20 pJ, of 1 MiB
///                       100 pJ (Horowitz, Computing's energy problem, ISSCC 2014), powers of 0.50 and 0.46; the global buffers
///                       of nn_dataflow, 32 KiB and 256 KiB, 0.47.
///     DRAM              the same
std::optional<Picojoules> accessEnergy(const Accelerator& accelerator, BufferLevelId level);

/// The largest memory in KiB that a formula was fitted to: 100 of TimeloopPat, 1024 of BankedPat; nothing of Explicit.
std::optional<double> largestFitted(EnergySource source);

/// Why the energy of a level is not to be trusted: it comes from a formula for smaller memories. One sentence with the
/// level's size, what it was fitted to and what helps; nothing when all is well.
std::optional<std::string> energyCaution(const Accelerator& accelerator, BufferLevelId level);
/// Those of all levels.
std::vector<std::string> energyCautions(const Accelerator& accelerator);

/// Energies of one access by its kind, 0 where nothing is known.
struct AccessEnergies {
    Picojoules read{}, fill{}, update{};
    bool areEqual() const { return read == fill && fill == update; }
};
AccessEnergies accessEnergies(const Accelerator& accelerator, std::size_t level);
/// The same for one element of an access.
AccessEnergies elementEnergies(const Accelerator& accelerator, std::size_t level);

/// Leakage of all instances of all levels and of all MAC units.
Watts staticPower(const Accelerator& accelerator);

/// What leaks in one cycle: from one instance of a level, from one MAC unit, and from all instances and MAC units
/// together.
Picojoules leakagePerCycle(const Accelerator& accelerator, Watts leakage);
Picojoules leakagePerCycle(const Accelerator& accelerator);

} // namespace nestloom::hardware
