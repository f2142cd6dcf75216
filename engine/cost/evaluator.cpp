// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/evaluator.h"

#include "engine/hardware/energy_table.h"

#include <algorithm>
#include <cmath>

namespace nestloom::cost {

Evaluator::Evaluator(const hardware::Accelerator& accelerator, const workload::Layer& layer) : m_layer(layer)
{
    m_leakage = hardware::leakagePerCycle(accelerator).count;
    m_macEnergy = accelerator.macEnergy.count * static_cast<double>(workload::macs(layer));
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        const hardware::BufferLevel& level = accelerator.levels[i];
        Level compact;
        for (const TensorRole role : kTensorRoles)
            compact.bytesPerElement[role] = static_cast<double>(level.elementBits[role].count) / 8.0;
        compact.energies = hardware::elementEnergies(accelerator, i);
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
        double read = 0, written = 0, energy = 0;
        for (const TensorRole role : kTensorRoles) {
            const Counts& c = counts[i][role];
            read += c.reads * level.bytesPerElement[role];
            written += (c.fills + c.updates) * level.bytesPerElement[role];
            energy += (c.reads * level.energies.read.count + c.fills * level.energies.fill.count
                       + c.updates * level.energies.update.count)
                      * c.instances;
        }
        score.energy += energy;
        if (level.readBandwidth > 0)
            score.cycles = std::max(score.cycles, read / level.readBandwidth);
        if (level.writeBandwidth > 0)
            score.cycles = std::max(score.cycles, written / level.writeBandwidth);
    }
    if (m_leakage > 0)
        score.energy += m_leakage * std::ceil(score.cycles - 1e-9);
    return score;
}

} // namespace nestloom::cost
