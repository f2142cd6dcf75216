// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/point_bound.h"

#include "engine/cost/mesh_model.h"
#include "engine/hardware/energy_table.h"
#include "engine/schedule/mesh/mesh_engine.h"

#include <algorithm>
#include <cmath>

namespace nestloom::explore {

namespace {

using workload::LoopDimension;

/// Elements of a tensor that some output needs.
double neededElements(const workload::Layer& layer, TensorRole role)
{
    if (role != TensorRole::Inputs)
        return double(workload::elements(layer, role));
    using enum LoopDimension;
    double elements =
        double(workload::touchedLines(layer.bounds[P], layer.strideP, layer.bounds[R], layer.dilationR))
        * double(workload::touchedLines(layer.bounds[Q], layer.strideQ, layer.bounds[S], layer.dilationS));
    for (const LoopDimension dimension : workload::kLoopDimensions)
        if (dimension != P && dimension != Q && dimension != R && dimension != S
            && workload::isRelevant(role, dimension))
            elements *= double(layer.bounds[dimension]);
    return elements;
}

/// An accelerator, for many layers.
class LeastCost {
public:
    LeastCost(const hardware::Accelerator& accelerator, bool mayBypass)
        : m_units(double(accelerator.macUnits())), m_macEnergy(accelerator.macEnergy.count),
          m_leakage(hardware::leakagePerCycle(accelerator).count)
    {
        double below = 1; // MAC units that an instance feeds
        m_levels.resize(accelerator.levels.size());
        for (std::size_t i = m_levels.size(); i-- > 0;) {
            const hardware::BufferLevel& level = accelerator.levels[i];
            below *= double(level.fanout.count());
            Level& mine = m_levels[i];
            mine.keeps = i == 0 || !mayBypass ? level.keeps : TensorSet();
            mine.instances = double(accelerator.instances(i));
            mine.energies = hardware::elementEnergies(accelerator, i);
            mine.read = accelerator.readRate(i).value_or(BytesPerCycle{}).count;
            mine.write = accelerator.writeRate(i).value_or(BytesPerCycle{}).count;
            mine.onePort = accelerator.hasOnePort(i);
            for (const TensorRole role : kTensorRoles) {
                mine.bytes[role] = double(level.elementBits[role].count) / 8;
                const bool isInnermost =
                    mine.keeps.contains(role)
                    && std::none_of(m_levels.begin() + std::ptrdiff_t(i) + 1, m_levels.end(),
                                    [&](const Level& inner) { return inner.keeps.contains(role); });
                mine.feeds[role] = isInnermost && !mayBypass ? below : 0;
            }
        }
    }

    void add(const workload::Layer& layer, PointCost& sum) const
    {
        const double macs = double(workload::macs(layer));
        PerTensor<double> needed;
        for (const TensorRole role : kTensorRoles)
            needed[role] = neededElements(layer, role);
        double cycles = macs / m_units, energy = macs * m_macEnergy;
        for (std::size_t i = 0; i < m_levels.size(); ++i) {
            const Level& level = m_levels[i];
            double read = 0, written = 0;
            for (const TensorRole role : kTensorRoles) {
                if (!level.keeps.contains(role))
                    continue;
                const double asked =
                    level.feeds[role] > 0 ? std::max(needed[role], macs / level.feeds[role]) : needed[role];
                const double filled = i > 0 && role != TensorRole::Outputs ? needed[role] : 0;
                const bool sums = role == TensorRole::Outputs;
                read += sums ? 0 : asked * level.bytes[role];
                written += (sums ? asked : filled) * level.bytes[role];
                energy += asked * (sums ? level.energies.update : level.energies.read).count
                          + filled * level.energies.fill.count;
            }
            if (level.onePort)
                read = written = read + written;
            if (level.read > 0)
                cycles = std::max(cycles, read / (level.read * level.instances));
            if (level.write > 0)
                cycles = std::max(cycles, written / (level.write * level.instances));
        }
        const double whole = std::ceil(cycles * (1 - kRounding));
        sum.cycles += Cycles{std::int64_t(whole)};
        sum.energy += Picojoules{(energy + m_leakage * whole) * (1 - kRounding)};
    }

private:
    static constexpr double kRounding = 1e-9; // relative, of sums of doubles
    struct Level {
        TensorSet keeps;
        double instances = 1;
        hardware::AccessEnergies energies; // of one element
        PerTensor<double> bytes;           // of one element
        PerTensor<double> feeds;           // MAC units of one instance, of the level that is innermost; else 0
        double read = 0, write = 0;        // bytes in a cycle; 0 = unlimited
        bool onePort = false;
    };
    std::vector<Level> m_levels;
    double m_units, m_macEnergy, m_leakage;
};

} // namespace

PointCost leastCost(const hardware::Accelerator& accelerator, const workload::Network& network,
                    const schedule::ScheduleOptions& options)
{
    const bool overMesh = schedule::costModelOf(options.engine) == cost::Model::Mesh;
    PointCost least;
    const LeastCost layers(overMesh ? cost::withMeshPorts(accelerator) : accelerator, options.bypass);
    double macs = 0;
    for (const workload::Layer& layer : network.layers) {
        layers.add(layer, least);
        macs += double(workload::macs(layer));
    }
    if (accelerator.vectorUnit) { // else operators cost nothing
        const cost::VectorSums operators = cost::vectorCosts(accelerator, network, options.fuseOperators).sums;
        least.cycles += operators.cycles;
        least.energy += operators.energy;
    }
    least.edpJouleSeconds = least.energy.count * 1e-12 * double(least.cycles.count) / accelerator.clock.count;
    least.onChip = accelerator.onChipBytes();
    least.area = hardware::chipArea(accelerator);
    if (least.cycles.count > 0)
        least.utilization = macs / (double(accelerator.macUnits()) * double(least.cycles.count));
    return least;
}

} // namespace nestloom::explore
