// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/milp/solver.h"

#include <filesystem>
#include <functional>
#include <memory>

namespace nestloom::milp {

struct ProcessSolverOptions {
    std::filesystem::path program;             // the nestloom-solver executable
    std::int64_t memoryLimitBytes = 4LL << 30; // address space of the solver process
    std::chrono::milliseconds killGrace{300};  // between the polite stop and SIGKILL
    std::chrono::milliseconds standstill{
        10'000}; // without a message or any CPU time, after which a process counts as hung
    std::function<void(const std::string& why)> onLost{}; // a process died or hung; on the thread that used it
};

/// The nestloom-solver processes that several solvers use, each for one request at a time: as many as work at once, or
/// as the system lets this program start. They stay warm, so that a small model costs a round trip (see protocol.h) and
/// not a process start. Thread rule: any thread.
class SolverProcesses;
std::shared_ptr<SolverProcesses> solverProcesses(ProcessSolverOptions options);

/// A request whose process dies or hangs is put once more to a new one: it holds all that decides the answer. One that
/// cannot have a process of its own waits for one that others use. Thread rule: one thread at a time; use one
/// ProcessSolver per worker thread.
class ProcessSolver final : public Solver {
public:
    /// With a process of its own, which ends with it.
    explicit ProcessSolver(ProcessSolverOptions options) : ProcessSolver(solverProcesses(std::move(options))) {}
    explicit ProcessSolver(std::shared_ptr<SolverProcesses> processes) : m_processes(std::move(processes)) {}
    Result<SolveOutcome<Assignment>> solve(const Model& model, const SolverParameters& parameters,
                                           const RunControl& control) override;

private:
    struct Attempt {
        Result<SolveOutcome<Assignment>> outcome;
        bool isLost = false; // the process died or hung, and nobody had asked it to stop
    };
    Attempt attempt(const Model& model, const SolverParameters& parameters, const RunControl& control);

    std::shared_ptr<SolverProcesses> m_processes;
};

/// Makes solvers that share their processes with each other; these end with the last copy of it and the last solver.
std::function<std::unique_ptr<Solver>()> processSolvers(ProcessSolverOptions options);

/// Finds nestloom-solver: $NESTLOOM_SOLVER, then beside the running executable, then in PREFIX/libexec/nestloom of one
/// in PREFIX/bin, then in $PATH. Empty when not found.
std::filesystem::path findSolverProgram();

} // namespace nestloom::milp
