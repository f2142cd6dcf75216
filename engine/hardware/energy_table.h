// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"

#include <optional>

namespace nestloom::hardware {

/// Energy of one access of `accessElements` elements, or nothing when the accelerator does not say.
/// Reads, fills and updates cost the same.
/// TimeloopPat (pat-public/src/pat/pat.cpp of Timeloop 019f107), W = element bits * accessElements * clusterSize:
///   SRAM, registers   KB = (entries / accessElements) * W / 8192;  (1 + 5/99.5 (KB - 0.5)) * W/16 / clusterSize pJ
///   DRAM              200 * W/16 pJ
std::optional<Picojoules> accessEnergy(const Accelerator& accelerator, BufferLevelId level);

} // namespace nestloom::hardware
