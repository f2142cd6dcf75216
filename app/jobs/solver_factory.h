// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"

namespace nestloom::jobs {

/// Starts a nestloom-solver for each worker thread.
/// Fails   SolverFailure when there is no such program.
Result<schedule::SolverFactory> solverFactory();

} // namespace nestloom::jobs
