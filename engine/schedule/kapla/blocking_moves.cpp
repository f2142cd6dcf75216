// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/blocking_moves.h"

#include <algorithm>
#include <vector>

namespace nestloom::kapla {

namespace {

/// Distinct prime factors of a loop's iterations on one level.
template <typename Each>
void eachPrime(std::int64_t n, const Each& each)
{
    for (std::int64_t prime = 2; prime * prime <= n; ++prime)
        if (n % prime == 0) {
            each(prime);
            while (n % prime == 0)
                n /= prime;
        }
    if (n > 1)
        each(n);
}

Blocking moved(Blocking blocking, std::size_t loop, std::size_t from, std::size_t to, std::int64_t prime)
{
    blocking.factors[from][loop] /= prime;
    blocking.factors[to][loop] *= prime;
    return blocking;
}

/// The loop at position 0.
Loop innermost(const Blocking& blocking, std::size_t level)
{
    return Loop(std::ranges::find(blocking.position[level], 0) - blocking.position[level].begin());
}

template <typename Each>
void eachMove(const Blocking& blocking, std::size_t from, std::size_t to, const TopConstraint& constraint,
              const Each& each)
{
    for (std::size_t loop = 0; loop < 3; ++loop)
        if (constraint.factor[loop] == 0 || (from != 0 && to != 0))
            eachPrime(blocking.factors[from][loop],
                      [&](std::int64_t prime) { each(loop, moved(blocking, loop, from, to, prime)); });
}

void addExchanges(const Blocking& blocking, std::size_t outer, const TopConstraint& constraint,
                  std::vector<Blocking>& all)
{
    eachMove(blocking, outer, outer + 1, constraint, [&](std::size_t first, const Blocking& half) {
        eachMove(half, outer + 1, outer, constraint, [&](std::size_t second, const Blocking& whole) {
            if (second != first)
                all.push_back(whole);
        });
    });
}

} // namespace

std::optional<CacheResult> counted(const BlockingProblem& problem, const CacheGuide& guide, const Blocking& blocking,
                                   std::int64_t& evaluated)
{
    ++evaluated;
    const auto counts = count(problem, blocking);
    if (!counts)
        return std::nullopt;
    CacheResult result{blocking, *counts,
                       accessCost(*counts, problem.costs) + problem.costs.idle * double(counts->cycles())};
    for (const TensorRole role : kTensorRoles)
        result.cost += guide.hopCost[role] * double(counts->fetches[0][role]);
    return result;
}

BlockingCounter::BlockingCounter(const BlockingProblem& problem, const CacheGuide& guide, std::int64_t& evaluated)
    : m_problem(problem), m_guide(guide), m_evaluated(evaluated), m_quick(problem)
{
    // Weights that stay for good are not brought at all.
    for (const TensorRole role : kTensorRoles)
        m_hops += problem.filtersStay && role == TensorRole::Weights ? 0 : guide.hopCost[role];
}

std::optional<CacheResult> BlockingCounter::better(const Blocking& blocking,
                                                   const std::optional<CacheResult>& than) const
{
    constexpr double rounding = 1e-9;
    if (than && m_guide.goal == Goal::Energy
        && m_quick(blocking.factors, blocking.position) + m_hops > than->cost * (1 + rounding))
        return std::nullopt;
    auto result = counted(m_problem, m_guide, blocking, m_evaluated);
    if (result && than && !kapla::better(m_guide.goal, result->cost, result->cycles(), than->cost, than->cycles()))
        return std::nullopt;
    return result;
}

bool order(Blocking& blocking, const TopConstraint& constraint, Loop top, Loop near)
{
    const auto wanted = [&](Loop loop) { return constraint.factor[index(loop)] > 1; };
    if (wanted(top))
        for (const Loop loop : kLoops)
            if (!wanted(loop) && blocking.factors[0][index(loop)] > 1)
                return false;
    constexpr std::array<Loop, 3> outermostFirst{Loop::Batch, Loop::InputChannels, Loop::OutputChannels};
    const auto rank = [&](Loop loop) { return wanted(loop) ? 0 : loop == top ? 2 : 1; };
    std::uint8_t place = 2;
    for (const int wantedRank : {0, 1, 2})
        for (const Loop loop : outermostFirst)
            if (rank(loop) == wantedRank)
                blocking.position[0][index(loop)] = place--;
    std::uint8_t next = 1;
    for (const Loop loop : kLoops)
        blocking.position[1][index(loop)] = loop == near ? 0 : next++;
    return true;
}

bool keeps(const Blocking& blocking, const TopConstraint& constraint)
{
    for (std::size_t loop = 0; loop < 3; ++loop)
        if (constraint.factor[loop] != 0 && blocking.factors[0][loop] != constraint.factor[loop])
            return false;
    return true;
}

void neighbours(const Blocking& blocking, const TopConstraint& constraint, std::vector<Blocking>& all)
{
    const Loop top = innermost(blocking, 0), near = innermost(blocking, 1);
    for (std::size_t from = 0; from < 3; ++from)
        for (std::size_t to = 0; to < 3; ++to)
            if (from != to)
                eachMove(blocking, from, to, constraint,
                         [&](std::size_t, const Blocking& other) { all.push_back(other); });
    addExchanges(blocking, 0, constraint, all);
    addExchanges(blocking, 1, constraint, all);
    for (Blocking& other : all)
        order(other, constraint, top, near);
    for (const Loop otherTop : kLoops)
        for (const Loop otherNear : kLoops)
            if (Blocking other = blocking; order(other, constraint, otherTop, otherNear))
                all.push_back(other);
}

CacheResult polished(const BlockingCounter& counter, const TopConstraint& constraint, CacheResult from)
{
    std::optional<CacheResult> best = std::move(from);
    std::vector<Blocking> all;
    for (bool improved = true; improved;) {
        improved = false;
        all.clear();
        neighbours(best->blocking, constraint, all);
        for (const Blocking& blocking : all)
            if (auto next = counter.better(blocking, best)) {
                best = std::move(next);
                improved = true;
            }
    }
    return *std::move(best);
}

} // namespace nestloom::kapla
