// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/milp/solver.h"

#include <filesystem>
#include <memory>

namespace nestloom::milp {

struct ProcessSolverOptions {
    std::filesystem::path program;             // the nestloom-solver executable
    std::int64_t memoryLimitBytes = 4LL << 30; // address space of the solver process
    std::chrono::milliseconds killGrace{300};  // between the polite stop and SIGKILL
    std::chrono::milliseconds standstill{
        10'000}; // without a message or any CPU time, after which a process counts as hung
};

/// Talks to one warm nestloom-solver process over a pipe (see protocol.h), so that a small model costs a round trip
/// and not a process start. The process is started at the first call and again after it died. A request whose process
/// dies or hangs is put once more to a new one: it holds all that decides the answer. Thread rule: one thread at a
/// time; use one ProcessSolver per worker thread.
class ProcessSolver final : public Solver {
public:
    explicit ProcessSolver(ProcessSolverOptions options);
    ~ProcessSolver() override; // ends the process
    Result<SolveOutcome<Assignment>> solve(const Model& model, const SolverParameters& parameters,
                                           const RunControl& control) override;

private:
    class Process;
    struct Attempt {
        Result<SolveOutcome<Assignment>> outcome;
        bool isLost = false; // the process died or hung, and nobody had asked it to stop
    };
    Attempt attempt(const Model& model, const SolverParameters& parameters, const RunControl& control);

    ProcessSolverOptions m_options;
    std::unique_ptr<Process> m_process;
};

/// Finds nestloom-solver: $NESTLOOM_SOLVER, then beside the running executable, then in $PATH. Empty when not found.
std::filesystem::path findSolverProgram();

} // namespace nestloom::milp
