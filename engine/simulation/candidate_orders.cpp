// SPDX-License-Identifier: Apache-2.0
#include "engine/simulation/candidate_orders.h"

#include "engine/mapping/verify.h"

#include <algorithm>

namespace nestloom::simulation {

std::vector<mapping::LayerMapping> otherOrders(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                               const mapping::LayerMapping& mapping, std::size_t mesh)
{
    std::vector<mapping::LayerMapping> found;
    const auto exchange = [&](std::size_t level, std::vector<mapping::Loop> mapping::LevelLoops::*loops) {
        const std::size_t count = (mapping.levels[level].*loops).size();
        for (std::size_t i = 0; i + 1 < count; ++i) {
            mapping::LayerMapping other = mapping;
            mapping::Loop &a = (other.levels[level].*loops)[i], &b = (other.levels[level].*loops)[i + 1];
            std::swap(a.dimension, b.dimension);
            std::swap(a.bound, b.bound); // each axis stays where it is
            if (other != mapping && mapping::verify(accelerator, layer, other).empty())
                found.push_back(std::move(other));
        }
    };
    if (mesh < mapping.levels.size())
        exchange(mesh, &mapping::LevelLoops::spatial);
    for (std::size_t level = 0; level <= mesh && level < mapping.levels.size(); ++level)
        exchange(level, &mapping::LevelLoops::temporal);
    return found;
}

} // namespace nestloom::simulation
