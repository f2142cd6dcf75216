// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosa/paper_model.h"

#include "engine/schedule/cosa/paper_terms.h"

namespace nestloom::schedule::cosa {

PaperModel::PaperModel(const MappingSpace& space, const PaperWeights& weights)
    : m_space(space), m_log(space, Side::Design)
{
    m_log.addCapacities();
    m_log.addLayouts();
    Expression objective;
    if (weights.utilization != 0)
        objective.add(utilization(), -weights.utilization);
    if (weights.compute != 0)
        objective.add(m_log.computeCycles(), weights.compute);
    if (weights.traffic != 0)
        objective.add(traffic(networkLevel(space.accelerator())), weights.traffic);
    m_log.model().minimize(objective);
}

/// Eq. 5 with U of Eq. 2 for every level inside the outermost and every tensor it keeps.
PaperModel::Expression PaperModel::utilization()
{
    Expression sum;
    for (std::size_t i = 1; i < m_space.levelCount(); ++i)
        for (const TensorRole role : kTensorRoles)
            if (m_space.accelerator().levels[i].keeps.contains(role) && m_space.accelerator().levels[i].capacity)
                sum.add(m_log.tile(i, role));
    return sum;
}

PaperModel::Expression PaperModel::traffic(std::size_t network)
{
    Expression sum;
    for (const TensorRole role : kTensorRoles) {
        if (network + 1 < m_space.levelCount()) {
            sum.add(m_log.tile(network + 1, role));   // D, Eq. 7
            sum.add(m_log.visits(network + 1, role)); // T, Eq. 10, loops at the network level and outside
        }
        sum.add(m_log.distinctChildren(network, network + 1, role)); // L, Eq. 8
    }
    return sum;
}

} // namespace nestloom::schedule::cosa
