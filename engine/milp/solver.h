// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/base/run_control.h"
#include "engine/milp/model.h"

#include <vector>

namespace nestloom::milp {

using Assignment = std::vector<double>; // one value per variable, integers rounded

struct SolverParameters {
    double absoluteGap = 1e-6;
    double relativeGap = 0;
    bool relaxationOnly = false; // solve the LP relaxation at the root and stop
    bool presolve = true;
};

/// Minimises a model. Implementations keep warm state and serve one thread at a time.
/// Returns  Optimal (within the gaps), Feasible (stopped early with an incumbent), Infeasible, NoSolutionFound;
///          Of a linear program (relaxationOnly, or no integers) stats.bound, a lower bound on the objective with its constant, and
///          Infeasible are proven: solvers err, so what they say is checked by weak duality in this process (dual_bound.h), and
///          without a proof there is no bound and NoSolutionFound. Of others bound and status are the solver's word.
///          With relaxationOnly the solution may be fractional and status Optimal means "LP solved".
/// Fails    SolverFailure when the solver process died or broke the protocol; the next call starts a fresh one.
/// Stop     control.stop is obeyed within 0.5 s and keeps the incumbent; control.workLimit counts nodes.
class Solver {
public:
    virtual ~Solver() = default;
    virtual Result<SolveOutcome<Assignment>> solve(const Model& model, const SolverParameters& parameters,
                                                   const RunControl& control) = 0;
};

} // namespace nestloom::milp
