// SPDX-License-Identifier: Apache-2.0
#include "engine/hardware/energy_table.h"

#include <algorithm>

namespace nestloom::hardware {

namespace {

/// Width of one element as Timeloop sees it: one word width per level, ours is per tensor, so the widest kept counts.
double wordBits(const BufferLevel& level)
{
    std::int64_t bits = 0;
    for (const TensorRole role : kTensorRoles)
        if (level.keeps.contains(role))
            bits = std::max(bits, level.elementBits[role].count);
    return static_cast<double>(bits);
}

} // namespace

std::optional<Picojoules> accessEnergy(const Accelerator& accelerator, BufferLevelId id)
{
    const BufferLevel& level = accelerator.levels[id.value];
    if (level.accessEnergy)
        return level.accessEnergy;
    if (accelerator.energySource != EnergySource::TimeloopPat)
        return std::nullopt;

    const double block = static_cast<double>(level.accessElements);
    if (level.kind == LevelKind::Dram)
        return Picojoules{200.0 * (wordBits(level) * block) / 16.0};
    if (!level.capacity)
        return std::nullopt;
    const double cluster = static_cast<double>(level.clusterSize);
    const double width = wordBits(level) * block * cluster;
    const double entries = static_cast<double>(level.capacity->count) * 8.0 / wordBits(level);
    const double kilobytes = entries / block * width / 8192.0;
    return Picojoules{(1.0 + 5.0 / 99.5 * (kilobytes - 0.5)) * width / 16.0 / cluster};
}

} // namespace nestloom::hardware
