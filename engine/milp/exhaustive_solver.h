// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/milp/solver.h"

namespace nestloom::milp {

/// Tries every integer point of a tiny model: the oracle that other solvers are tested against, naive on purpose.
/// Takes     pure integer models with finite bounds and at most 10^7 points.
/// Returns   Optimal or Infeasible; after a stop, time limit or work limit (in points) what was best so far.
///           relaxationOnly and the gaps are not used.
/// Fails     Unsupported for any other model.
class ExhaustiveSolver final : public Solver {
public:
    Result<SolveOutcome<Assignment>> solve(const Model& model, const SolverParameters& parameters,
                                           const RunControl& control) override;
};

} // namespace nestloom::milp
