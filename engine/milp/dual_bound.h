// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/milp/model.h"
#include "engine/milp/solver.h"

#include <functional>
#include <optional>
#include <span>

namespace nestloom::milp {

/// A lower bound on the objective, constant included, of every point that keeps the rows and ranges of a model, whether
/// its integers are whole or not, by weak duality: for any prices y of the rows
///   c x  =  y A x + (c - y A) x  >=  sum over rows of (y > 0 ? y * lower : y * upper) + sum over variables of the least (c - y A) x
///                                                                                          within their ranges.
/// Prices may come from anywhere: any prove something, those of an optimal relaxation its objective. What rounding may
/// have added is taken off.
/// Returns  nothing when an infinite side is in the way, or the prices are not one finite number for each row
std::optional<double> dualBound(const Model& model, std::span<const double> prices);

/// Whether prices prove that no point keeps the rows and ranges: the same sum without an objective is above 0 (Farkas).
bool provesInfeasible(const Model& model, std::span<const double> prices);

/// How far branching raises the lower bound of a program with integers beyond that of its relaxation. The tree is kept
/// in this process and the solver is asked linear programs only, whose bounds are checked: the result is proven
/// whatever it says. Solves    at most `nodes` relaxations, by `ask` with SolverParameters::relaxationOnly, the least
/// bound first
/// Returns   a bound; at least `target` when no point is below that. Minus infinity when nothing could be checked.
/// Fails     as `ask`
Result<double> branchingBound(Model model, double target, std::int64_t nodes,
                              const std::function<Result<SolveOutcome<Assignment>>(const Model&)>& ask);

} // namespace nestloom::milp
