// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/solver_factory.h"

#include "engine/milp/process_solver.h"

namespace nestloom::jobs {

Result<schedule::SolverFactory> solverFactory()
{
    const std::filesystem::path program = milp::findSolverProgram();
    if (program.empty())
        return Error{ErrorCode::SolverFailure,
                     "nestloom-solver was found neither in $NESTLOOM_SOLVER, nor beside this program, nor in $PATH",
                     ""};
    return schedule::SolverFactory(milp::processSolvers({.program = program}));
}

} // namespace nestloom::jobs
