// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/milp/solver.h"

#include <functional>

namespace nestloom::milp {

/// How far branching raises the lower bound of a program with integers beyond that of its relaxation. The tree is kept
/// in this process and the solver is asked linear programs only, whose bounds are checked: the result is proven
/// whatever it says. Solves    at most `nodes` relaxations, by `ask` with SolverParameters::relaxationOnly, the least
/// bound first
/// Returns   a bound; at least `target` when no point is below that. Minus infinity when nothing could be checked.
/// Fails     as `ask`
Result<double> branchingBound(Model model, double target, std::int64_t nodes,
                              const std::function<Result<SolveOutcome<Assignment>>(const Model&)>& ask);

} // namespace nestloom::milp
