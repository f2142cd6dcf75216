// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/exact/charges.h"

#include "engine/hardware/energy_table.h"

#include <algorithm>

namespace nestloom::schedule::exact {

using enum TensorRole;

namespace {

double elementEnergy(const hardware::Accelerator& accelerator, std::size_t level)
{
    const BufferLevelId id{static_cast<std::uint32_t>(level)};
    return hardware::accessEnergy(accelerator, id).value_or(Picojoules{}).count / static_cast<double>(accelerator.levels[level].accessElements);
}

} // namespace

Charges::Charges(const hardware::Accelerator& accelerator, const workload::Layer& layer, Objective objective)
    : m_objective(objective), m_levels(accelerator.levels.size())
{
    if (objective != Objective::Latency)
        chargeEnergy(accelerator, layer);
    if (objective == Objective::Energy)
        return;
    for (std::size_t i = 0; i < m_levels.size() && accelerator.instances(i) == 1; ++i)
        for (const bool read : {true, false}) {
            const auto& bandwidth = read ? accelerator.levels[i].readBandwidth : accelerator.levels[i].writeBandwidth;
            if (bandwidth && m_count < kMaxFigures)
                chargePort(accelerator, layer, i, read);
        }
}

std::optional<std::size_t> Charges::innerKeeper(const hardware::Accelerator& accelerator, std::size_t level) const
{
    for (std::size_t i = level + 1; i < m_levels.size(); ++i)
        if (accelerator.levels[i].keeps.contains(Outputs))
            return i;
    return std::nullopt;
}

void Charges::chargeEnergy(const hardware::Accelerator& accelerator, const workload::Layer& layer)
{
    m_hasEnergy = true;
    const std::size_t figure = m_count++;
    m_constant[figure] = accelerator.macEnergy.count * static_cast<double>(workload::macs(layer));
    for (std::size_t i = 0; i < m_levels.size(); ++i) {
        const double energy = elementEnergy(accelerator, i);
        const auto inner = innerKeeper(accelerator, i);
        const double back = energy + (inner ? elementEnergy(accelerator, *inner) : 0.0);
        for (const TensorRole role : kTensorRoles)
            m_levels[i].fills[role][figure] = m_levels[i].sends[role][figure] = energy;
        m_levels[i].sends[Outputs][figure] += back;
        m_levels[i].firsts[figure] = back * static_cast<double>(workload::elements(layer, Outputs));
    }
}

void Charges::chargePort(const hardware::Accelerator& accelerator, const workload::Layer& layer, std::size_t index, bool read)
{
    const std::size_t figure = m_count++;
    const hardware::BufferLevel& level = accelerator.levels[index];
    const double bandwidth = (read ? level.readBandwidth : level.writeBandwidth)->count;
    const auto time = [&](TensorRole role) { return static_cast<double>(level.elementBits[role].count) / 8 / bandwidth; };
    const double outputs = static_cast<double>(workload::elements(layer, Outputs));
    for (const TensorRole role : {Weights, Inputs})
        (read ? m_levels[index].sends : m_levels[index].fills)[role][figure] = time(role);
    m_levels[index].sends[Outputs][figure] = time(Outputs);
    if (read) {
        m_levels[index].fills[Outputs][figure] = time(Outputs);
        m_levels[index].firsts[figure] = time(Outputs) * outputs;
        return;
    }
    for (std::size_t i = index; level.keeps.contains(Outputs) && i-- > 0;)
        if (accelerator.levels[i].keeps.contains(Outputs)) { // what comes back from there is written here
            m_levels[i].sends[Outputs][figure] = time(Outputs);
            m_levels[i].firsts[figure] = time(Outputs) * outputs;
            break;
        }
}

void Charges::aim(Objective objective, double mostCycles)
{
    m_objective = objective;
    m_mostCycles = mostCycles;
}

double Charges::value(const Figures& figures, double computeCycles) const
{
    double cycles = computeCycles;
    for (std::size_t i = m_hasEnergy ? 1 : 0; i < m_count; ++i)
        cycles = std::max(cycles, figures[i]);
    if (cycles > m_mostCycles)
        return std::numeric_limits<double>::infinity();
    return m_objective == Objective::Latency ? cycles : m_objective == Objective::Energy ? figures[0] : cycles * figures[0];
}

} // namespace nestloom::schedule::exact
