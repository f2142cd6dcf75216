// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/exact/charges.h"

#include "engine/hardware/energy_table.h"

#include <algorithm>
#include <cmath>

namespace nestloom::schedule::exact {

using enum TensorRole;

namespace {

/// Of a level whose tensors only the MACs ask for, no port moves more than all these MACs do in every cycle: an element
/// is fetched to be read at least once, an output drained after an update. Inputs may have gaps that no one reads.
bool mayBind(const hardware::Accelerator& accelerator, std::size_t index, bool read)
{
    const hardware::BufferLevel& level = accelerator.levels[index];
    const auto rate = read ? accelerator.readRate(index) : accelerator.writeRate(index);
    if (!rate)
        return false;
    double macs = 1, bytes = 0;
    for (std::size_t i = index; i < accelerator.levels.size(); ++i)
        macs *= double(accelerator.levels[i].fanout.count());
    for (const TensorRole role : kTensorRoles) {
        if (!level.keeps.contains(role))
            continue;
        for (std::size_t i = index + 1; i < accelerator.levels.size(); ++i)
            if (accelerator.levels[i].keeps.contains(role))
                return true;
        if (role == Inputs && !read)
            return true;
        bytes += double(level.elementBits[role].count) / 8 * macs * (role == Outputs ? 2 : 1);
    }
    return bytes > rate->count;
}

} // namespace

Charges::Charges(const hardware::Accelerator& accelerator, const workload::Layer& layer, const Goal& goal)
    : m_goal(goal), m_levels(accelerator.levels.size()), m_leakage(hardware::leakagePerCycle(accelerator).count)
{
    const bool timed = goal.objective != Objective::Energy || m_leakage > 0;
    if (goal.objective != Objective::Latency)
        chargeEnergy(accelerator, layer);
    for (std::size_t i = 0; i < m_levels.size() && timed; ++i)
        chargePorts(accelerator, layer, i);
    shareAmongInstances(accelerator);
}

void Charges::chargeEnergy(const hardware::Accelerator& accelerator, const workload::Layer& layer)
{
    m_hasEnergy = true;
    const std::size_t figure = m_count++;
    m_constant[figure] = accelerator.macEnergy.count * double(workload::macs(layer));
    for (std::size_t i = 0; i < m_levels.size(); ++i) {
        const hardware::AccessEnergies energies = hardware::elementEnergies(accelerator, i);
        const double read = energies.read.count, fill = energies.fill.count;
        for (const TensorRole role : {Weights, Inputs}) {
            m_levels[i].fills[role][figure] = fill;
            m_levels[i].sends[role][figure] = read;
        }
        m_levels[i].fills[Outputs][figure] = read + fill;
        m_levels[i].sends[Outputs][figure] = energies.update.count + read;
        m_levels[i].firsts[figure] = (i == 0 ? read : read + fill) * double(workload::elements(layer, Outputs));
    }
}

void Charges::chargePorts(const hardware::Accelerator& accelerator, const workload::Layer& layer, std::size_t index)
{
    const auto next = [&] {
        m_portLevel[m_count] = index;
        m_isShared[m_count] = accelerator.instances(index) > 1;
        return m_count++;
    };
    if (accelerator.hasOnePort(index)) {
        if (m_count == kMaxFigures || !accelerator.readRate(index))
            return;
        const std::size_t figure = next();
        for (const bool read : {true, false})
            chargePort(accelerator, layer, index, read, figure);
        return;
    }
    for (const bool read : {true, false})
        if (m_count < kMaxFigures && mayBind(accelerator, index, read))
            chargePort(accelerator, layer, index, read, next());
}

void Charges::chargePort(const hardware::Accelerator& accelerator, const workload::Layer& layer, std::size_t index,
                         bool read, std::size_t figure)
{
    const hardware::BufferLevel& level = accelerator.levels[index];
    const double rate = (read ? accelerator.readRate(index) : accelerator.writeRate(index))->count;
    const auto time = [&](TensorRole role) { return double(level.elementBits[role].count) / 8 / rate; };
    const double outputs = double(workload::elements(layer, Outputs));
    for (const TensorRole role : {Weights, Inputs})
        (read ? m_levels[index].sends : m_levels[index].fills)[role][figure] += time(role);
    m_levels[index].sends[Outputs][figure] += time(Outputs);
    m_levels[index].fills[Outputs][figure] += time(Outputs);
    if (read || index > 0)
        m_levels[index].firsts[figure] += time(Outputs) * outputs;
}

void Charges::shareAmongInstances(const hardware::Accelerator& accelerator)
{
    m_least = m_levels;
    m_sharedInside.resize(m_levels.size());
    for (std::size_t k = 0; k < m_count; ++k) {
        if (!m_isShared[k])
            continue;
        LevelCharges& least = m_least[m_portLevel[k]];
        const double instances = double(accelerator.instances(BufferLevelId{std::uint32_t(m_portLevel[k])}));
        for (const TensorRole role : kTensorRoles) {
            least.fills[role][k] /= instances;
            least.sends[role][k] /= instances;
        }
        least.firsts[k] /= instances;
        for (std::size_t level = 0; level < m_portLevel[k]; ++level)
            m_sharedInside[level].push_back(k);
    }
}

void Charges::aim(const Goal& goal, double mostCycles)
{
    m_goal = goal;
    m_mostCycles = mostCycles;
}

double Charges::leastLanes(double macs, double limit) const
{
    return macs / (m_goal.objective == Objective::Latency ? std::min(limit, m_mostCycles) : m_mostCycles);
}

double Charges::value(const Figures& figures, double computeCycles) const
{
    double cycles = computeCycles;
    for (std::size_t i = m_hasEnergy ? 1 : 0; i < m_count; ++i)
        cycles = std::max(cycles, figures[i]);
    if (cycles > m_mostCycles)
        return std::numeric_limits<double>::infinity();
    const double leaked = m_leakage > 0 ? m_leakage * std::ceil(cycles - 1e-9) : 0;
    return m_goal.figure(cycles, figures[0] + leaked); // without energy only latency can be asked for
}

} // namespace nestloom::schedule::exact
