// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/layer_engine.h"

#include "engine/base/integers.h"
#include "engine/schedule/kapla/blocking_moves.h"
#include "engine/schedule/kapla/cache_pass.h"
#include "engine/schedule/kapla/layer_solver.h"

#include <limits>

namespace nestloom::kapla {

namespace {

class Enumeration {
public:
    Enumeration(const BlockingProblem& problem, const TopConstraint& constraint, const CacheGuide& guide,
                std::int64_t& evaluated)
        : m_problem(problem), m_constraint(constraint), m_guide(guide), m_model(problem, guide.hopCost),
          m_evaluated(evaluated)
    {
        for (const Loop loop : kLoops)
            m_divisors[index(loop)] = divisors(problem.loops.trips[index(loop)]);
    }

    std::optional<CacheResult> run()
    {
        PerLoop buffer{}, registers{};
        eachBuffer(0, buffer, registers);
        return std::move(m_best);
    }

private:
    void eachBuffer(std::size_t loop, PerLoop& buffer, PerLoop& registers)
    {
        if (loop == 3) {
            if (!m_problem.features.mayBypassBuffer[TensorRole::Inputs] && !m_model.fitsBuffer(buffer))
                return;
            return eachRegisters(0, buffer, registers);
        }
        for (const std::int64_t size : m_divisors[loop]) {
            if (m_constraint.factor[loop] != 0 && m_problem.loops.trips[loop] != size * m_constraint.factor[loop])
                continue;
            buffer[loop] = size;
            eachBuffer(loop + 1, buffer, registers);
        }
    }

    void eachRegisters(std::size_t loop, const PerLoop& buffer, PerLoop& registers)
    {
        if (loop == 3) {
            if (m_model.fitsRegisters(registers))
                eachOrder(buffer, registers);
            return;
        }
        for (const std::int64_t size : m_divisors[loop]) {
            if (size > m_problem.registerWords)
                break;
            if (buffer[loop] % size != 0)
                continue;
            registers[loop] = size;
            eachRegisters(loop + 1, buffer, registers);
        }
    }

    void eachOrder(const PerLoop& buffer, const PerLoop& registers)
    {
        Blocking blocking;
        for (std::size_t loop = 0; loop < 3; ++loop) {
            blocking.factors[0][loop] = m_problem.loops.trips[loop] / buffer[loop];
            blocking.factors[1][loop] = buffer[loop] / registers[loop];
            blocking.factors[2][loop] = registers[loop];
        }
        for (const Loop top : kLoops)
            for (const Loop near : kLoops) {
                if (isRedundant(blocking.factors[0], top) || isRedundant(blocking.factors[1], near)
                    || !order(blocking, m_constraint, top, near))
                    continue;
                const auto next = counted(m_problem, m_guide, blocking, m_evaluated);
                if (next
                    && (!m_best || better(m_guide.goal, next->cost, next->cycles(), m_best->cost, m_best->cycles())))
                    m_best = next;
            }
    }

    /// An innermost loop without iterations is the same as the next one being innermost.
    static bool isRedundant(const PerLoop& factors, Loop innermost)
    {
        return factors[index(innermost)] == 1 && factors[0] * factors[1] * factors[2] > 1;
    }

    const BlockingProblem& m_problem;
    const TopConstraint& m_constraint;
    const CacheGuide& m_guide;
    const CacheModel m_model;
    std::int64_t& m_evaluated;
    std::array<std::vector<std::int64_t>, 3> m_divisors;
    std::optional<CacheResult> m_best;
};

} // namespace

std::optional<CacheResult> cacheExhaustively(const BlockingProblem& problem, const TopConstraint& constraint,
                                             const CacheGuide& guide, std::int64_t& evaluated)
{
    return Enumeration(problem, constraint, guide, evaluated).run();
}

std::unique_ptr<LayerEngine> directiveEngine(const Machine& machine, const Layer& layer, std::int64_t batch,
                                             const PartitionRules& rules, Goal goal)
{
    SolverOptions all;
    all.exhaustive = true;
    all.exactPartitions = all.thoroughStacks = std::numeric_limits<int>::max();
    all.exactMargin = std::numeric_limits<double>::infinity();
    return std::make_unique<LayerSolver>(machine, layer, batch, rules, goal, all);
}

} // namespace nestloom::kapla
