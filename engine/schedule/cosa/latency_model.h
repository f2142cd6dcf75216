// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/cosa/log_model.h"

namespace nestloom::schedule::cosa {

/// Bottleneck latency as a mixed-integer program: minimise z = log2 cycles with
///   z >= log2 of the compute cycles,
///   z + log2 bandwidth >= log2 of the bytes through every read and write port of one instance of every level.
/// Side::Bound gives a lower bound on the cycles of every mapping; Side::Design gives good mappings.
class LatencyModel {
public:
    LatencyModel(const MappingSpace& space, Side side);

    const milp::Model& model() const { return m_log.model(); }
    /// Asks for mappings below `cycles` only.
    void requireBelow(double cycles);
    Candidate decode(const milp::Assignment& values) const { return m_log.decode(values); }
    /// Cycles that an objective value of the model stands for.
    static double cycles(double objective);

private:
    using Expression = milp::LinearExpression;
    void addPorts(std::size_t level);
    void addPort(const std::vector<Expression>& bytes, BytesPerCycle bandwidth, const std::string& name);
    /// log2 of the elements that the inner side of `level` reads (or, for outputs, sends) per instance.
    Expression innerTraffic(std::size_t level, TensorRole role);
    /// log2 of the elements that arrive at (or, for outputs, leave) one instance of `level`.
    Expression outerTraffic(std::size_t level, TensorRole role);
    Expression atLeastAllInputs(const Expression& traffic);
    std::optional<std::size_t> innerKeeper(std::size_t level, TensorRole role) const;

    const MappingSpace& m_space;
    const Side m_side;
    LogModel m_log;
    VariableId m_cycles;
};

} // namespace nestloom::schedule::cosa
