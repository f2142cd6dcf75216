// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/cosa/traffic_model.h"

namespace nestloom::schedule::cosa {

/// Bottleneck latency as a mixed-integer program: minimise z = log2 cycles with
///   z >= log2 of the compute cycles,
///   z + log2 bandwidth >= log2 of the bytes through every read and write port of one instance of every level.
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
