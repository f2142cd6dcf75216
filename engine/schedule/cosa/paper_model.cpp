// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosa/paper_model.h"

#include <cmath>

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

namespace {

double log2Tile(const workload::Layer& layer, const cost::Nest& nest, std::size_t level, TensorRole role)
{
    return std::log2(double(workload::footprint(layer, role, nest.tile(level))));
}

/// D + T + L of one tensor (Eq. 7, 10, 8).
double traffic(const workload::Layer& layer, const cost::Nest& nest, std::size_t network, TensorRole role)
{
    double sum = 0;
    if (network + 1 < nest.levelCount()) {
        sum += log2Tile(layer, nest, network + 1, role);
        bool moved = false;
        for (const cost::NestLoop& loop : nest.temporalOutside(network + 1)) {
            moved = moved || workload::isRelevant(role, loop.dimension);
            sum += moved ? std::log2(double(loop.bound)) : 0.0;
        }
    }
    for (const cost::NestLoop& loop : nest.spatialBetween(network, network + 1))
        if (workload::isRelevant(role, loop.dimension) || !nest.multicast[network].contains(role))
            sum += std::log2(double(loop.bound));
    return sum;
}

} // namespace

std::size_t networkLevel(const hardware::Accelerator& accelerator)
{
    if (const auto level = accelerator.findLevel(accelerator.interconnect.below))
        return level->value;
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i)
        if (accelerator.levels[i].fanout.count() > 1)
            return i;
    return 0;
}

PaperTerms paperTerms(const hardware::Accelerator& accelerator, const workload::Layer& layer, const cost::Nest& nest,
                      const PaperWeights& weights)
{
    PaperTerms terms;
    for (std::size_t i = 1; i < nest.levelCount(); ++i)
        for (const TensorRole role : kTensorRoles)
            if (accelerator.levels[i].keeps.contains(role) && accelerator.levels[i].capacity)
                terms.utilization += log2Tile(layer, nest, i, role);
    terms.compute = std::log2(double(nest.computeCycles()));
    const std::size_t network = networkLevel(accelerator);
    for (const TensorRole role : kTensorRoles)
        terms.traffic += traffic(layer, nest, network, role);
    terms.total =
        -weights.utilization * terms.utilization + weights.compute * terms.compute + weights.traffic * terms.traffic;
    return terms;
}

} // namespace nestloom::schedule::cosa
