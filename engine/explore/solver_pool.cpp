// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/solver_pool.h"

namespace nestloom::explore {

class SolverPool::Lent final : public milp::Solver {
public:
    Lent(SolverPool& pool, std::unique_ptr<milp::Solver> solver) : m_pool(pool), m_solver(std::move(solver)) {}
    ~Lent() override
    {
        const std::scoped_lock lock(m_pool.m_mutex);
        m_pool.m_idle.push_back(std::move(m_solver));
    }

    Result<SolveOutcome<milp::Assignment>> solve(const milp::Model& model, const milp::SolverParameters& parameters,
                                                 const RunControl& control) override
    {
        return m_solver->solve(model, parameters, control);
    }

private:
    SolverPool& m_pool;
    std::unique_ptr<milp::Solver> m_solver;
};

std::unique_ptr<milp::Solver> SolverPool::lend()
{
    std::unique_ptr<milp::Solver> solver;
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_idle.empty()) {
            solver = std::move(m_idle.back());
            m_idle.pop_back();
        }
    }
    return std::make_unique<Lent>(*this, solver ? std::move(solver) : m_makeSolver());
}

} // namespace nestloom::explore
