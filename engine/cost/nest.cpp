// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/nest.h"

#include <cassert>

namespace nestloom::cost {

void Nest::reset(std::size_t levelCount)
{
    assert(levelCount <= kMaxLevels);
    m_levelCount = levelCount;
    m_temporalCount = 0;
    m_spatialCount = 0;
    m_computeCycles = 1;
    m_extents = workload::unitExtents();
}

void Nest::reopen(std::size_t level)
{
    const std::size_t inner = level + 1;
    if (inner >= m_levelCount)
        return reset(m_levelCount);
    m_temporalCount = m_temporalUpTo[inner];
    m_spatialCount = m_spatialUpTo[inner];
    m_computeCycles = m_cyclesUpTo[inner];
    m_extents = m_tiles[inner];
}

void flatten(const hardware::Accelerator& accelerator, const mapping::LayerMapping& mapping, Nest& nest)
{
    nest.reset(mapping.levels.size());
    for (std::size_t i = mapping.levels.size(); i-- > 0;) {
        const mapping::LevelLoops& level = mapping.levels[i];
        nest.keeps[i] = level.keeps;
        nest.multicast[i] = accelerator.levels[i].multicast;
        for (auto loop = level.spatial.rbegin(); loop != level.spatial.rend(); ++loop)
            nest.addSpatial(i, loop->dimension, loop->bound, loop->axis);
        for (auto loop = level.temporal.rbegin(); loop != level.temporal.rend(); ++loop)
            nest.addTemporal(i, loop->dimension, loop->bound);
        nest.finishLevel(i);
    }
}

} // namespace nestloom::cost
