// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/cosa/energy_model.h"
#include "engine/schedule/objective.h"

#include <functional>

namespace nestloom::schedule::cosa {

/// Proven lower bounds on what involves energy, by linear programs (energy_model.h).
class ObjectiveBound {
public:
    using Ask = std::function<Result<SolveOutcome<milp::Assignment>>(const milp::Model&)>; // solves a relaxation

    ObjectiveBound(const MappingSpace& space, Ask ask) : m_space(space), m_ask(std::move(ask)) {}

    /// Cycles of every mapping: what all MAC units need, or what the relaxation of the latency model says.
    Result<double> cycles() const;
    /// pJ + cyclePrice * cycles of every mapping within [atLeast, atMost] cycles; infinite when there is none.
    Result<double> energy(double atLeast, double atMost, double cyclePrice = 0) const;
    /// Energy-delay product of every mapping. The latencies between `leastCycles` and where the product of latency and
    /// least energy exceeds `incumbent` are cut into intervals; each has at least (its beginning) * (least energy up to
    /// its end).
    Result<double> edp(double leastCycles, double incumbent) const;

private:
    const MappingSpace& m_space;
    Ask m_ask;
};

} // namespace nestloom::schedule::cosa
