// SPDX-License-Identifier: Apache-2.0
#include "engine/hardware/area.h"

namespace nestloom::hardware {

std::optional<SquareMicrometres> levelArea(const Accelerator& accelerator, BufferLevelId id)
{
    const BufferLevel& level = accelerator.levels[id.value];
    if (level.kind == LevelKind::Dram)
        return SquareMicrometres{0};
    const auto& perKib = level.kind == LevelKind::Sram ? accelerator.area.sramPerKib : accelerator.area.registersPerKib;
    if (!perKib || !level.capacity)
        return std::nullopt;
    const double kib = static_cast<double>(level.capacity->count) / 1024.0;
    return *perKib * (kib * static_cast<double>(accelerator.instances(id)));
}

std::optional<SquareMicrometres> macArea(const Accelerator& accelerator)
{
    if (!accelerator.area.mac)
        return std::nullopt;
    return *accelerator.area.mac * static_cast<double>(accelerator.macUnits());
}

std::optional<SquareMicrometres> chipArea(const Accelerator& accelerator)
{
    std::optional<SquareMicrometres> sum = macArea(accelerator);
    for (std::size_t i = 0; i < accelerator.levels.size() && sum; ++i) {
        const auto area = levelArea(accelerator, BufferLevelId{static_cast<std::uint32_t>(i)});
        sum = area ? std::optional(*sum + *area) : std::nullopt;
    }
    return sum;
}

} // namespace nestloom::hardware
