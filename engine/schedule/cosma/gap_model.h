// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/milp/solver.h"
#include "engine/schedule/cosma/spill_search.h"

namespace nestloom::schedule::cosma {

/// Replacement for a fixed order as a small binary program. A tensor used at the steps u_0 < u_1 < ... may be off chip
/// in the gap between two uses that have a step between them: x = 1. Spilling it at all costs its size once (y), each
/// gap its size again (inputs of the graph with a copy off chip cost no y):
///   minimise  sum of size * (y + sum of x)
///   such that y >= x for every gap, and at every step what is off chip makes up for what does not fit.
class GapModel {
public:
    /// `order` is a legal order of all operators; the budget holds every working set. B.
    GapModel(const GraphIndex& graph, const std::vector<std::uint32_t>& order, std::int64_t budget);

    const milp::Model& model() const { return m_model; }
    /// The schedule of a solution of the model; cost as the model counts it.
    SpillSchedule decode(const milp::Assignment& assignment) const;

private:
    struct Gap {
        std::uint32_t tensor = 0;
        std::size_t first = 0, last = 0; // steps between two uses
        VariableId offChip;
    };
    void addTensor(const GraphIndex& graph, std::uint32_t tensor, const std::vector<std::size_t>& stepOf);
    void addSteps(const GraphIndex& graph, std::int64_t budget);

    std::vector<std::uint32_t> m_order;
    std::vector<std::int64_t> m_demand; // by step: B if nothing leaves
    std::vector<Gap> m_gaps;
    std::vector<std::int64_t> m_size; // by tensor
    std::vector<bool> m_hasCopy;      // by tensor: off chip from the start
    milp::LinearExpression m_objective;
    milp::Model m_model;
};

/// The cheapest schedule of a fixed order by capacity, through the model above.
/// Optimal   proven (a gap of half a byte). Otherwise as the solver. Fails   SolverFailure.
Result<SolveOutcome<SpillSchedule>> solveGaps(const GraphIndex& graph, const std::vector<std::uint32_t>& order,
                                              std::int64_t budget, milp::Solver& solver, const RunControl& control);

} // namespace nestloom::schedule::cosma
