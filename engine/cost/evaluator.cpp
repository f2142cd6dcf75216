// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/evaluator.h"

#include "engine/hardware/energy_table.h"

#include <algorithm>

namespace nestloom::cost {

Evaluator::Evaluator(const hardware::Accelerator& accelerator, const workload::Layer& layer) : m_layer(layer)
{
    m_macEnergy = accelerator.macEnergy.count * static_cast<double>(workload::macs(layer));
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        const hardware::BufferLevel& level = accelerator.levels[i];
        Level compact;
        for (const TensorRole role : kTensorRoles)
            compact.bytesPerElement[role] = static_cast<double>(level.elementBits[role].count) / 8.0;
        const BufferLevelId id{static_cast<std::uint32_t>(i)};
        compact.energyPerElement = hardware::accessEnergy(accelerator, id).value_or(Picojoules{}).count /
                                   static_cast<double>(level.accessElements);
        compact.readBandwidth = accelerator.readRate(i).value_or(BytesPerCycle{}).count;
        compact.writeBandwidth = accelerator.writeRate(i).value_or(BytesPerCycle{}).count;
        m_levels.push_back(compact);
    }
}

Score Evaluator::score(const Nest& nest)
{
    countAccesses(m_layer, nest, m_counts);
    return score(m_counts, static_cast<double>(nest.computeCycles()));
}

Score Evaluator::score(const AccessCounts& counts, double computeCycles) const
{
    Score score{computeCycles, m_macEnergy};
    for (std::size_t i = 0; i < m_levels.size(); ++i) {
        const Level& level = m_levels[i];
        double read = 0, written = 0, moved = 0;
        for (const TensorRole role : kTensorRoles) {
            const Counts& c = counts[i][role];
            read += c.reads * level.bytesPerElement[role];
            written += (c.fills + c.updates) * level.bytesPerElement[role];
            moved += (c.reads + c.fills + c.updates) * c.instances;
        }
        score.energy += moved * level.energyPerElement;
        if (level.readBandwidth > 0)
            score.cycles = std::max(score.cycles, read / level.readBandwidth);
        if (level.writeBandwidth > 0)
            score.cycles = std::max(score.cycles, written / level.writeBandwidth);
    }
    return score;
}

} // namespace nestloom::cost
