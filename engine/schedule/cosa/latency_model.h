// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/cosa/log_model.h"

namespace nestloom::schedule::cosa {

/// What a mapping moves into and out of one instance of a level, as log2 of elements, as cost::countAccesses() counts
/// it. Partial sums that come back are left out. On Side::Bound it is never more than the real traffic.
class TrafficModel {
public:
    TrafficModel(const MappingSpace& space, Side side, LogModel& log) : m_space(space), m_side(side), m_log(log) {}

    using Expression = milp::LinearExpression;
    /// Elements that the inner side of `level` reads (or, for outputs, sends) per instance.
    Expression inner(std::size_t level, TensorRole role);
    /// Elements that arrive at (or, for outputs, leave) one instance of `level`.
    Expression outer(std::size_t level, TensorRole role);
    /// Instances of `level` that are used.
    Expression instances(std::size_t level) const;
    /// The next level inside that keeps the tensor; nothing when that is the MACs.
    std::optional<std::size_t> innerKeeper(std::size_t level, TensorRole role) const;

private:
    Expression rowsSeen(std::size_t level, workload::LoopDimension tap, double rows);
    Expression atLeastAllInputs(const Expression& traffic);

    const MappingSpace& m_space;
    const Side m_side;
    LogModel& m_log;
};

/// Bottleneck latency as a mixed-integer program: minimise z = log2 cycles with
///   z >= log2 of the compute cycles,
///   z + log2 bandwidth >= log2 of the bytes through every read and write port of one instance of every level,
///                             through the one port for both where there is one.
/// Side::Bound gives a lower bound on the cycles of every mapping; Side::Design gives good mappings.
class LatencyModel {
public:
    LatencyModel(const MappingSpace& space, Side side);

    const milp::Model& model() const { return m_log.model(); }
    LogModel& log() { return m_log; }
    TrafficModel& traffic() { return m_traffic; }
    VariableId logCycles() const { return m_cycles; } // log2 of the latency
    /// Asks for mappings below `cycles` only.
    void requireBelow(double cycles);
    Candidate decode(const milp::Assignment& values) const { return m_log.decode(values); }
    /// Cycles that an objective value of the model stands for.
    static double cycles(double objective);

private:
    using Expression = milp::LinearExpression;
    void addPorts(std::size_t level);
    void addPort(const std::vector<Expression>& bytes, BytesPerCycle bandwidth, const std::string& name);

    const MappingSpace& m_space;
    LogModel m_log;
    TrafficModel m_traffic;
    VariableId m_cycles;
};

} // namespace nestloom::schedule::cosa
