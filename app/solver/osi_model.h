// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/milp/model.h"
#include "engine/milp/solver.h"

#include <OsiClpSolverInterface.hpp>

namespace nestloom::solver {

/// Loads the model, without the objective's constant, into a silent solver.
void load(const milp::Model& model, OsiClpSolverInterface& solver);

/// Objective value of an assignment, constant included.
double objectiveValue(const milp::Model& model, const milp::Assignment& assignment);

/// The values with integers rounded, when every bound and row of the model then holds within CBC's own tolerance
/// (1e-6, relative for large sums). Checked here, by plain arithmetic, and not believed from CBC.
std::optional<milp::Assignment> checkedAssignment(const milp::Model& model, const double* values);

/// True when a variable has no value between its bounds, or a row without variables cannot hold.
bool isTriviallyInfeasible(const milp::Model& model);

} // namespace nestloom::solver
