// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/cache_pass.h"

#include "engine/schedule/kapla/blocking_moves.h"
#include "engine/schedule/kapla/cache_state.h"

#include <algorithm>

namespace nestloom::kapla {

namespace {

using Cost = PerTensor<double>;

std::array<TensorRole, 3> mostExpensiveFirst(const Cost& cost)
{
    std::array<TensorRole, 3> roles = kTensorRoles;
    std::stable_sort(roles.begin(), roles.end(), [&](TensorRole a, TensorRole b) { return cost[a] > cost[b]; });
    return roles;
}

class CachePass {
public:
    CachePass(const BlockingProblem& problem, const TopConstraint& constraint, const CacheGuide& guide, std::int64_t& evaluated)
        : m_problem(problem), m_constraint(constraint), m_guide(guide), m_model(problem, guide.hopCost), m_evaluated(evaluated)
    {
    }

    std::optional<CacheResult> run()
    {
        if (!fillConstrained())
            return std::nullopt;
        for (const Loop near : kLoops)
            for (const PerLoop& registers : registerFillings(near))
                for (const Loop top : kLoops)
                    tryTop(registers, near, top);
        if (m_best && m_guide.polish)
            m_best = polished(m_problem, m_constraint, m_guide, *std::move(m_best), m_evaluated);
        return std::move(m_best);
    }

private:
    /// Iterations that lie in the buffers at most, and where the constraint says so, at least.
    bool fillConstrained()
    {
        for (const Loop loop : kLoops) {
            const std::int64_t trips = m_problem.loops.trips[index(loop)], top = m_constraint.factor[index(loop)];
            if (top != 0 && trips % top != 0)
                return false;
            m_inBuffer[index(loop)] = top != 0 ? trips / top : trips;
            m_leastInBuffer[index(loop)] = top != 0 ? trips / top : 1;
        }
        return true;
    }

    /// What the greedy steps fill the registers with, and without them one loop alone or nothing at all: what is cheapest
    /// for the registers need not be so for the buffers.
    std::vector<PerLoop> registerFillings(Loop near) const
    {
        const auto cost = [&](const CacheState& at) {
            Cost each;
            for (const TensorRole role : kTensorRoles)
                each[role] = m_model.nearCost(role) * m_model.fetches(role, at, near);
            return each;
        };
        const auto fits = [this](const PerLoop& size) { return m_model.fitsRegisters(size); };
        std::vector<PerLoop> all;
        const auto add = [&](const CacheState& state) {
            if (std::find(all.begin(), all.end(), state.size) == all.end())
                all.push_back(state.size);
        };
        CacheState greedy{{1, 1, 1}, m_inBuffer};
        grow(greedy, cost, fits);
        add(greedy);
        if (!m_guide.thorough)
            return all;
        for (const Loop loop : kLoops) {
            CacheState alone{{1, 1, 1}, m_inBuffer};
            for (PerLoop next = alone.size; (next[index(loop)] = nextLarger(alone.size[index(loop)], m_inBuffer[index(loop)])) != 0 && fits(next);)
                alone.size = next;
            add(alone);
            grow(alone, cost, fits);
            add(alone);
        }
        add({{1, 1, 1}, m_inBuffer});
        return all;
    }

    void tryTop(const PerLoop& registers, Loop near, Loop top)
    {
        CacheState state{registers, m_problem.loops.trips};
        for (std::size_t loop = 0; loop < 3; ++loop)
            state.size[loop] = std::max(state.size[loop], m_leastInBuffer[loop]);
        if (!m_model.fitsBuffer(state.size))
            return;
        const auto cost = [&](const CacheState& at) {
            Cost each;
            for (const TensorRole role : kTensorRoles) {
                // What stays in the registers while `near` runs comes again with every round outside the buffers.
                const double again = m_model.indexedBy(role, near) ? 0 : double(at.rounds(near));
                each[role] = m_model.topCost(role) * m_model.fetches(role, at, top) + m_model.nearCost(role) * again;
            }
            return each;
        };
        grow(state, cost, [this](const PerLoop& size) { return m_model.fitsBuffer(size); });
        consider(registers, state.size, near, top);
    }

    /// Grows step by step until no tensor can be helped any more.
    template <typename CostOf, typename Fits>
    void grow(CacheState& state, const CostOf& costOf, const Fits& fits) const
    {
        while (growOnce(state, costOf, fits)) {
        }
    }

    template <typename CostOf, typename Fits>
    bool growOnce(CacheState& state, const CostOf& costOf, const Fits& fits) const
    {
        const Cost now = costOf(state);
        for (const TensorRole role : mostExpensiveFirst(now)) {
            std::optional<CacheState> best;
            double least = now[role];
            for (const Loop loop : kLoops) {
                const std::int64_t larger = m_model.indexedBy(role, loop) ? 0 : largerSize(state, loop);
                if (larger == 0)
                    continue;
                CacheState next = state;
                next.size[index(loop)] = larger;
                if (const double cost = costOf(next)[role]; cost < least && fits(next.size)) {
                    least = cost;
                    best = next;
                }
            }
            if (best) {
                state = *best;
                return true;
            }
        }
        return false;
    }

    std::int64_t largerSize(const CacheState& state, Loop loop) const
    {
        const std::int64_t most = std::min(state.total[index(loop)], m_inBuffer[index(loop)]);
        return most % state.size[index(loop)] == 0 ? nextLarger(state.size[index(loop)], most) : 0;
    }

    void consider(const PerLoop& registers, const PerLoop& buffer, Loop near, Loop top)
    {
        Blocking blocking;
        for (std::size_t loop = 0; loop < 3; ++loop)
            blocking.factors[0][loop] = m_problem.loops.trips[loop] / buffer[loop], blocking.factors[1][loop] = buffer[loop] / registers[loop],
            blocking.factors[2][loop] = registers[loop];
        if (!order(blocking, m_constraint, top, near))
            return;
        const auto result = counted(m_problem, m_guide, blocking, m_evaluated);
        if (result && (!m_best || better(m_guide.goal, result->cost, result->cycles(), m_best->cost, m_best->cycles())))
            m_best = result;
    }

    const BlockingProblem& m_problem;
    const TopConstraint& m_constraint;
    const CacheGuide& m_guide;
    const CacheModel m_model;
    std::int64_t& m_evaluated;
    PerLoop m_inBuffer{1, 1, 1}, m_leastInBuffer{1, 1, 1};
    std::optional<CacheResult> m_best;
};

} // namespace

std::optional<CacheResult> cacheBottomUp(const BlockingProblem& problem, const TopConstraint& constraint, const CacheGuide& guide,
                                         std::int64_t& evaluated)
{
    return CachePass(problem, constraint, guide, evaluated).run();
}

} // namespace nestloom::kapla
