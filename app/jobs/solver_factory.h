// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"

namespace nestloom::jobs {

/// Solvers that share their processes: as many as threads ask at once, and warm from one run to the next.
/// Fails   SolverFailure when there is no such program.
Result<schedule::SolverFactory> solverFactory();

} // namespace nestloom::jobs
