// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/cache_state.h"

namespace nestloom::kapla {

CacheModel::CacheModel(const BlockingProblem& problem, const PerTensor<double>& hopCost)
    : m_registerWords(problem.registerWords), m_bufferWords(problem.bufferWords)
{
    const UnitLoops& loops = problem.loops;
    const Costs& costs = problem.costs;
    const double nodes = double(problem.nodes);
    for (const TensorRole role : kTensorRoles) {
        Tensor& tensor = m_tensors[index(role)];
        for (const Loop loop : kLoops)
            tensor.indexes[index(loop)] = indexes(loops.kind, role, loop);
        tensor.isMade = role == made(loops.kind);
        tensor.registerWords = loops.registerWords[role];
        tensor.bufferWords = loops.bufferWords[role];
        tensor.sharers = problem.features.bufferSharing ? problem.groups[role] : 1;
        const bool remote = (role == TensorRole::Inputs && problem.source != Endpoint::Memory)
                            || (role == TensorRole::Outputs && problem.destination != Endpoint::Memory);
        const double sharers = problem.features.forwards() ? double(problem.groups[role]) : 1;
        tensor.top = (remote ? costs.buffer : costs.dram) * loops.accessOnce(Level::Dram, role) * nodes / sharers
                     + hopCost[role];
        tensor.near =
            (costs.buffer * loops.accessOnce(Level::Buffer, role) + costs.array * loops.accessOnce(Level::Array, role))
            * nodes;
    }
}

std::int64_t smallestPrime(std::int64_t number)
{
    if (number <= 1)
        return 0;
    for (std::int64_t prime = 2; prime * prime <= number; prime += prime == 2 ? 1 : 2)
        if (number % prime == 0)
            return prime;
    return number;
}

} // namespace nestloom::kapla
