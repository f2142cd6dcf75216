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
    return Loop(std::find(blocking.position[level].begin(), blocking.position[level].end(), 0) - blocking.position[level].begin());
}

template <typename Each>
void eachMove(const Blocking& blocking, std::size_t from, std::size_t to, const TopConstraint& constraint, const Each& each)
{
    for (std::size_t loop = 0; loop < 3; ++loop)
        if (constraint.factor[loop] == 0 || (from != 0 && to != 0))
            eachPrime(blocking.factors[from][loop], [&](std::int64_t prime) { each(loop, moved(blocking, loop, from, to, prime)); });
}

void addExchanges(const Blocking& blocking, std::size_t outer, const TopConstraint& constraint, std::vector<Blocking>& all)
{
    eachMove(blocking, outer, outer + 1, constraint, [&](std::size_t first, const Blocking& half) {
        eachMove(half, outer + 1, outer, constraint, [&](std::size_t second, const Blocking& whole) {
            if (second != first)
                all.push_back(whole);
        });
    });
}

} // namespace

std::optional<CacheResult> counted(const BlockingProblem& problem, const CacheGuide& guide, const Blocking& blocking, std::int64_t& evaluated)
{
    ++evaluated;
    const auto counts = count(problem, blocking);
    if (!counts)
        return std::nullopt;
    CacheResult result{blocking, *counts, accessCost(*counts, problem.costs) + problem.costs.idle * double(counts->cycles())};
    for (const TensorRole role : kTensorRoles)
        result.cost += guide.hopCost[role] * double(counts->fetches[0][role]);
    return result;
}

bool order(Blocking& blocking, const TopConstraint& constraint, Loop top, Loop near)
{
    const auto wanted = [&](Loop loop) { return constraint.factor[index(loop)] > 1; };
    if (wanted(top))
        for (const Loop loop : kLoops)
            if (!wanted(loop) && blocking.factors[0][index(loop)] > 1)
                return false;
    std::array<Loop, 3> outermostFirst{Loop::Batch, Loop::InputChannels, Loop::OutputChannels};
    std::stable_sort(outermostFirst.begin(), outermostFirst.end(), [&](Loop a, Loop b) {
        const auto rank = [&](Loop loop) { return wanted(loop) ? 0 : loop == top ? 2 : 1; };
        return rank(a) < rank(b);
    });
    std::uint8_t next = 1;
    for (std::size_t i = 0; i < 3; ++i) {
        blocking.position[0][index(outermostFirst[i])] = std::uint8_t(2 - i);
        blocking.position[1][i] = kLoops[i] == near ? 0 : next++;
    }
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
                eachMove(blocking, from, to, constraint, [&](std::size_t, const Blocking& other) { all.push_back(other); });
    addExchanges(blocking, 0, constraint, all);
    addExchanges(blocking, 1, constraint, all);
    for (Blocking& other : all)
        order(other, constraint, top, near);
    for (const Loop otherTop : kLoops)
        for (const Loop otherNear : kLoops)
            if (Blocking other = blocking; order(other, constraint, otherTop, otherNear))
                all.push_back(other);
}

CacheResult polished(const BlockingProblem& problem, const TopConstraint& constraint, const CacheGuide& guide, CacheResult from,
                     std::int64_t& evaluated)
{
    std::vector<Blocking> all;
    for (bool improved = true; improved;) {
        improved = false;
        all.clear();
        neighbours(from.blocking, constraint, all);
        for (const Blocking& blocking : all)
            if (auto next = counted(problem, guide, blocking, evaluated);
                next && better(guide.goal, next->cost, next->cycles(), from.cost, from.cycles())) {
                from = *std::move(next);
                improved = true;
            }
    }
    return from;
}

} // namespace nestloom::kapla
