// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/blocking_sweep.h"

#include "engine/kapla/factorisations.h"
#include "engine/kapla/quick_cost.h"

#include <algorithm>
#include <map>

namespace nestloom::kapla {

namespace {

/// One way to cut a loop, with what the sweep needs of it.
struct LoopCut {
    std::array<std::int64_t, 3> factors;
    std::int64_t inBuffer; // iterations inside the buffer's level
    LoopPattern pattern;   // of this loop alone
    std::int64_t rank;     // in the enumeration
};

/// Ways to cut a loop, by what lies in registers.
using CutsByRegister = std::map<std::int64_t, std::vector<LoopCut>>;

CutsByRegister cutsOf(std::int64_t trips, Loop loop, std::int64_t top, std::int64_t& count)
{
    CutsByRegister cuts;
    count = 0;
    std::int64_t rank = 0;
    for (const auto& factors : factorisations<3>(trips)) {
        const std::int64_t here = rank++;
        if (top != 0 && factors[0] != top)
            continue;
        LoopPattern pattern = 0;
        for (unsigned level = 0; level < 3; ++level)
            pattern |= LoopPattern(factors[level] > 1) << (3 * level + unsigned(index(loop)));
        cuts[factors[2]].push_back({factors, factors[1] * factors[2], pattern, here});
        ++count;
    }
    return cuts;
}

class Sweep {
public:
    Sweep(const BlockingProblem& problem, const TopConstraint& constraint, Goal goal, SweepEffort& effort)
        : m_problem(problem), m_quickCost(problem), m_passCycles(problem.loops.cycles * problem.loops.passes()),
          m_constraint(constraint), m_goal(goal), m_effort(effort)
    {
        for (const TensorRole role : kTensorRoles) {
            for (const Loop loop : kLoops)
                m_indexes[index(role)][index(loop)] = indexes(problem.loops.kind, role, loop);
            m_sharers[role] = problem.features.bufferSharing ? problem.groups[role] : 1;
        }
    }

    std::optional<SweepResult> run()
    {
        PerLoop counts{};
        for (const Loop loop : kLoops)
            m_cuts[index(loop)] =
                cutsOf(m_problem.loops.trips[index(loop)], loop, m_constraint.factor[index(loop)], counts[index(loop)]);
        m_effort.enumerated += counts[0] * counts[1] * counts[2] * 36;
        const PerLoop ranks{0, std::int64_t(factorisations<3>(m_problem.loops.trips[1]).size()),
                            std::int64_t(factorisations<3>(m_problem.loops.trips[2]).size())};
        m_ranks = ranks;
        for (const auto& [inputs, inputCuts] : m_cuts[0])
            for (const auto& [outputs, outputCuts] : m_cuts[1])
                for (const auto& [batch, batchCuts] : m_cuts[2])
                    if (words({inputs, outputs, batch}, m_problem.loops.registerWords, nullptr)
                        <= m_problem.registerWords)
                        sweepInBuffer(inputCuts, outputCuts, batchCuts);
        return std::move(m_best);
    }

private:
    /// Words of tensors for these iterations; those that may bypass the buffer only if `sharers` is not given.
    std::int64_t words(const PerLoop& iterations, const PerTensor<std::int64_t>& unit,
                       const PerTensor<std::int64_t>* sharers) const
    {
        std::int64_t sum = 0;
        for (std::size_t role = 0; role < 3; ++role) {
            if (sharers && m_problem.features.mayBypassBuffer.values[role])
                continue;
            std::int64_t one = unit.values[role];
            for (std::size_t loop = 0; loop < 3; ++loop)
                if (m_indexes[role][loop])
                    one *= iterations[loop];
            sum += sharers ? (one + sharers->values[role] - 1) / sharers->values[role] : one;
        }
        return sum;
    }

    void sweepInBuffer(const std::vector<LoopCut>& inputs, const std::vector<LoopCut>& outputs,
                       const std::vector<LoopCut>& batches)
    {
        for (const LoopCut& input : inputs)
            for (const LoopCut& output : outputs) {
                if (words({input.inBuffer, output.inBuffer, 1}, m_problem.loops.bufferWords, &m_sharers)
                    > m_problem.bufferWords)
                    continue;
                for (const LoopCut& batch : batches) {
                    const auto orders = ordersWorthwhile(m_problem.loops.kind,
                                                         input.pattern | output.pattern | batch.pattern, m_constraint);
                    if (orders.empty()
                        || words({input.inBuffer, output.inBuffer, batch.inBuffer}, m_problem.loops.bufferWords,
                                 &m_sharers)
                               > m_problem.bufferWords)
                        continue;
                    for (const std::uint8_t order : orders)
                        consider(input, output, batch, order);
                }
            }
    }

    void consider(const LoopCut& input, const LoopCut& output, const LoopCut& batch, std::uint8_t order)
    {
        ++m_effort.evaluated;
        Blocking blocking;
        for (std::size_t level = 0; level < 3; ++level)
            blocking.factors[level] = {input.factors[level], output.factors[level], batch.factors[level]};
        blocking.position = orderPairs()[order];
        if (!mayWin(m_quickCost(blocking.factors, blocking.position)))
            return;
        const auto counts = count(m_problem, blocking);
        if (!counts)
            return;
        const double cost = accessCost(*counts, m_problem.costs);
        const double cycles = double(counts->cycles());
        const std::int64_t rank = ((input.rank * m_ranks[1] + output.rank) * m_ranks[2] + batch.rank) * 36 + order;
        if (m_best) {
            const double bestCycles = double(m_best->counts.cycles());
            if (better(m_goal, m_best->accessCost, bestCycles, cost, cycles))
                return;
            if (!better(m_goal, cost, cycles, m_best->accessCost, bestCycles) && rank > m_rank)
                return;
        }
        m_best = SweepResult{blocking, *counts, cost};
        m_rank = rank;
    }

    /// Whether a blocking of this cost, up to rounding, may be better than the best one or equal; cycles are at least
    /// those of the passes.
    bool mayWin(double quickCost) const
    {
        if (!m_best || quickCost == kUnlimited)
            return quickCost != kUnlimited;
        const double cost = quickCost * (1 - 1e-12), cycles = double(m_passCycles);
        const double bestCycles = double(m_best->counts.cycles());
        return !better(m_goal, m_best->accessCost, bestCycles, cost, cycles);
    }

    const BlockingProblem& m_problem;
    const QuickCost m_quickCost;
    const std::int64_t m_passCycles;
    const TopConstraint& m_constraint;
    const Goal m_goal;
    SweepEffort& m_effort;
    std::array<std::array<bool, 3>, 3> m_indexes{};
    PerTensor<std::int64_t> m_sharers;
    std::array<CutsByRegister, 3> m_cuts;
    PerLoop m_ranks{};
    std::optional<SweepResult> m_best;
    std::int64_t m_rank = 0;
};

} // namespace

std::optional<SweepResult> sweep(const BlockingProblem& problem, const TopConstraint& constraint, Goal goal,
                                 SweepEffort& effort)
{
    return Sweep(problem, constraint, goal, effort).run();
}

} // namespace nestloom::kapla
