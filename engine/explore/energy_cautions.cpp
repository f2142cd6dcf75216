// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/energy_cautions.h"

#include "engine/hardware/energy_table.h"

#include <algorithm>

namespace nestloom::explore {

std::string energyCaution(const DesignSpace& space)
{
    std::string first;
    std::size_t points = 0;
    const std::size_t all = count(space);
    for (std::size_t i = 0; i < all; ++i) {
        const auto cautions = hardware::energyCautions(point(space, i).accelerator);
        if (cautions.empty())
            continue;
        if (++points == 1)
            first = cautions.front();
    }
    if (points == 0)
        return {};
    return std::to_string(points) + " of " + std::to_string(all)
           + " accelerators take energies beyond what their formula was fitted to; of the first, " + first;
}

std::string newEnergyCaution(const hardware::Accelerator& base, const hardware::Accelerator& changed)
{
    const auto before = hardware::energyCautions(base);
    for (const std::string& caution : hardware::energyCautions(changed))
        if (std::find(before.begin(), before.end(), caution) == before.end())
            return caution;
    return {};
}

} // namespace nestloom::explore
