// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosa/latency_model.h"

#include "engine/workload/layer.h"

#include <algorithm>
#include <cmath>

namespace nestloom::schedule::cosa {

namespace {

using enum workload::LoopDimension;

/// Rows (or columns) of inputs that one row of outputs needs at least, whatever slides: min(stride, taps), log2.
/// Dilated taps of different pixels may coincide (stride 2, dilation 2), so then only the pixel's own row is sure.
double rowsPerPixel(std::int64_t stride, std::int64_t dilation, std::int64_t taps)
{
    return dilation > 1 ? 0.0 : std::log2(double(std::min(stride, taps)));
}

double touchedInputs(const workload::Layer& layer)
{
    const workload::Extents& b = layer.bounds;
    return double(b[N] * b[G] * b[C]) * double(workload::touchedLines(b[P], layer.strideP, b[R], layer.dilationR))
           * double(workload::touchedLines(b[Q], layer.strideQ, b[S], layer.dilationS));
}

} // namespace

TrafficModel::Expression TrafficModel::instances(std::size_t level) const
{
    Expression sum;
    for (std::size_t i = 0; i < level; ++i)
        for (const workload::LoopDimension d : workload::kLoopDimensions)
            sum.add(m_log.spatial(i, d));
    return sum;
}

std::optional<std::size_t> TrafficModel::innerKeeper(std::size_t level, TensorRole role) const
{
    for (std::size_t i = level + 1; i < m_space.levelCount(); ++i)
        if (m_space.accelerator().levels[i].keeps.contains(role))
            return i;
    return std::nullopt;
}

TrafficModel::Expression TrafficModel::outer(std::size_t level, TensorRole role)
{
    if (m_side == Side::Design || role != TensorRole::Inputs)
        return m_log.tile(level, role).add(m_log.visits(level, role));
    // Every pixel of outputs brings at least one new row and column of inputs to the instance.
    Expression sum = m_log.visits(level, role);
    for (std::size_t i = level; i < m_space.levelCount(); ++i)
        for (const auto d : {N, G, C, P, Q})
            sum.add(m_log.temporal(i, d)).add(m_log.spatial(i, d));
    return sum;
}

TrafficModel::Expression TrafficModel::inner(std::size_t level, TensorRole role)
{
    const auto keeper = innerKeeper(level, role);
    if (!keeper) // the MACs
        return m_log.computeCycles().add(m_log.distinctChildren(level, m_space.levelCount(), role));
    Expression sum = outer(*keeper, role).add(m_log.distinctChildren(level, *keeper, role));
    if (m_side == Side::Bound && role == TensorRole::Inputs) {
        // All children together see every filter tap of their pixels: P * min(stride, R) rows at least.
        const workload::Layer& layer = m_space.layer();
        sum.add(rowsSeen(level, R, rowsPerPixel(layer.strideP, layer.dilationR, layer.bounds[R])))
            .add(rowsSeen(level, S, rowsPerPixel(layer.strideQ, layer.dilationS, layer.bounds[S])));
        if (level == 0)
            return atLeastAllInputs(sum);
    }
    return sum;
}

/// Of so many rows (log2) what one instance of `level` sees: its part, where levels outside spread the taps over
/// instances.
TrafficModel::Expression TrafficModel::rowsSeen(std::size_t level, workload::LoopDimension tap, double rows)
{
    if (rows == 0)
        return {};
    Expression seen;
    seen.add(m_log.model().addVariable(0, rows, false, "rows_seen"), 1);
    Expression all = seen;
    for (std::size_t i = 0; i < level; ++i)
        all.add(m_log.spatial(i, tap));
    m_log.model().addGreaterEqual(all, rows, "rows_seen");
    return seen;
}

/// The outermost level sends every input that is used at least once, halo at the edges included.
TrafficModel::Expression TrafficModel::atLeastAllInputs(const Expression& traffic)
{
    const VariableId sent =
        m_log.model().addVariable(std::log2(touchedInputs(m_space.layer())), 64, false, "inputs_sent");
    m_log.model().addGreaterEqual(Expression().add(sent, 1).add(traffic, -1), 0, "inputs_sent");
    return Expression().add(sent, 1);
}

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
    const bool onePort = m_space.accelerator().hasOnePort(index);
    std::vector<Expression> read, written;
    for (const TensorRole role : kTensorRoles) {
        if (!level.keeps.contains(role))
            continue;
        const double bytes = std::log2(double(level.elementBits[role].count) / 8.0);
        const bool outputs = role == TensorRole::Outputs;
        if (outputs ? writeRate.has_value() : readRate.has_value())
            (outputs ? written : read).push_back(m_traffic.inner(index, role).add(bytes));
        if (index > 0 && (outputs ? readRate.has_value() : writeRate.has_value()))
            (outputs ? read : written).push_back(m_traffic.outer(index, role).add(bytes));
    }
    if (onePort)
        read.insert(read.end(), written.begin(), written.end());
    if (readRate)
        addPort(read, *readRate, "read_" + level.name);
    if (writeRate && !onePort)
        addPort(written, *writeRate, "write_" + level.name);
}

} // namespace nestloom::schedule::cosa
