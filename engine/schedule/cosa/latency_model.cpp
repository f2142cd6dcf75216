// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosa/latency_model.h"

#include <cmath>

namespace nestloom::schedule::cosa {

LatencyModel::LatencyModel(const MappingSpace& space, Side side)
    : m_space(space), m_log(space, side), m_traffic(space, side, m_log)
{
    m_cycles = m_log.model().addVariable(0, 64, false, "log2_cycles");
    m_log.addCapacities();
    m_log.model().addGreaterEqual(Expression().add(m_cycles, 1).add(m_log.computeCycles(), -1), 0, "compute");
    for (std::size_t level = 0; level < space.levelCount(); ++level)
        addPorts(level);
    m_log.model().minimize(Expression().add(m_cycles, 1));
}

double LatencyModel::cycles(double objective) { return std::exp2(objective); }

void LatencyModel::requireBelow(double cycles) { m_log.model().variable(m_cycles).upper = std::log2(cycles); }

void LatencyModel::addPort(const std::vector<Expression>& bytes, BytesPerCycle bandwidth, const std::string& name)
{
    if (!bytes.empty())
        m_log.addPowerSum(bytes, Expression(std::log2(bandwidth.count)).add(m_cycles, 1), name);
}

/// Streams through the ports of one instance, as cost::countAccesses() counts them. Partial sums that come back are
/// left out: they only add, so a bound stays a bound, and the exact evaluator judges designs.
void LatencyModel::addPorts(std::size_t index)
{
    const hardware::BufferLevel& level = m_space.accelerator().levels[index];
    const auto readRate = m_space.accelerator().readRate(index), writeRate = m_space.accelerator().writeRate(index);
    if (!readRate && !writeRate)
        return;
    std::vector<Expression> read, written;
    for (const TensorRole role : kTensorRoles) {
        if (!level.keeps.contains(role))
            continue;
        const double bytes = std::log2(static_cast<double>(level.elementBits[role].count) / 8.0);
        const bool outputs = role == TensorRole::Outputs;
        if (outputs ? writeRate.has_value() : readRate.has_value())
            (outputs ? written : read).push_back(m_traffic.inner(index, role).add(bytes));
        if (index > 0 && (outputs ? readRate.has_value() : writeRate.has_value()))
            (outputs ? read : written).push_back(m_traffic.outer(index, role).add(bytes));
    }
    if (readRate)
        addPort(read, *readRate, "read_" + level.name);
    if (writeRate)
        addPort(written, *writeRate, "write_" + level.name);
}

} // namespace nestloom::schedule::cosa
