// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/cache_state.h"

#include "engine/base/checked_math.h"

namespace nestloom::kapla {

CacheModel::CacheModel(const BlockingProblem& problem, const PerTensor<double>& hopCost) : m_problem(problem)
{
    const UnitLoops& loops = problem.loops;
    const Costs& costs = problem.costs;
    const double nodes = double(problem.nodes);
    for (const TensorRole role : kTensorRoles) {
        for (const Loop loop : kLoops)
            m_indexes[std::size_t(role)][index(loop)] = indexes(loops.kind, role, loop);
        const bool remote = (role == TensorRole::Inputs && problem.source != Endpoint::Memory)
                            || (role == TensorRole::Outputs && problem.destination != Endpoint::Memory);
        const double sharers = problem.features.forwards() ? double(problem.groups[role]) : 1;
        m_top[role] = (remote ? costs.buffer : costs.dram) * loops.accessOnce(Level::Dram, role) * nodes / sharers + hopCost[role];
        m_near[role] = (costs.buffer * loops.accessOnce(Level::Buffer, role) + costs.array * loops.accessOnce(Level::Array, role)) * nodes;
    }
}

std::int64_t CacheModel::words(TensorRole role, const PerLoop& size, const PerTensor<std::int64_t>& unit) const
{
    std::int64_t words = unit[role];
    for (const Loop loop : kLoops)
        if (indexedBy(role, loop))
            words *= size[index(loop)];
    return words;
}

bool CacheModel::fitsRegisters(const PerLoop& size) const
{
    std::int64_t sum = 0;
    for (const TensorRole role : kTensorRoles)
        sum += words(role, size, m_problem.loops.registerWords);
    return sum <= m_problem.registerWords;
}

bool CacheModel::fitsBuffer(const PerLoop& size) const
{
    std::int64_t sum = 0;
    for (const TensorRole role : kTensorRoles)
        sum += ceilDivide(words(role, size, m_problem.loops.bufferWords), m_problem.features.bufferSharing ? m_problem.groups[role] : 1);
    return sum <= m_problem.bufferWords;
}

double CacheModel::fetches(TensorRole role, const CacheState& state, Loop innermost) const
{
    double times = 1;
    for (const Loop loop : kLoops)
        if (loop != innermost && !indexedBy(role, loop))
            times *= double(state.rounds(loop));
    return role == made(m_problem.loops.kind) ? 2 * times - 1 : times;
}

std::int64_t nextLarger(std::int64_t size, std::int64_t total)
{
    const std::int64_t rest = total / size;
    for (std::int64_t factor = 2; factor * factor <= rest; ++factor)
        if (rest % factor == 0)
            return size * factor;
    return rest > 1 ? total : 0;
}

} // namespace nestloom::kapla
