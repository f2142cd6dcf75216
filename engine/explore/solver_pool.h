// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/network_run.h"

#include <mutex>

namespace nestloom::explore {

/// Keeps solvers warm from one network run to the next, so that a sweep starts as many processes as it has threads
/// and not as many as it has points. Must outlive what it lends.
/// Thread rule: lend() from any thread; a lent solver belongs to the thread that has it.
class SolverPool {
public:
    explicit SolverPool(const schedule::SolverFactory& makeSolver) : m_makeSolver(makeSolver) {}

    /// A solver that goes back to the pool when it is destroyed.
    std::unique_ptr<milp::Solver> lend();

private:
    class Lent;
    const schedule::SolverFactory& m_makeSolver;
    std::mutex m_mutex;
    std::vector<std::unique_ptr<milp::Solver>> m_idle; // guarded by m_mutex
};

} // namespace nestloom::explore
