// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/quick_cost.h"

#include <algorithm>
#include <limits>

namespace nestloom::kapla {

namespace {

/// Position of the innermost loop of a level that brings other data of a tensor; 3 = none does.
int innermost(const std::array<bool, 3>& indexes, const PerLoop& factors, const std::array<std::uint8_t, 3>& position)
{
    int inner = 3;
    for (std::size_t loop = 0; loop < 3; ++loop)
        if (indexes[loop] && factors[loop] > 1)
            inner = std::min<int>(inner, position[loop]);
    return inner;
}

} // namespace

QuickCost::QuickCost(const BlockingProblem& problem) : m_bufferWords(problem.bufferWords)
{
    const UnitLoops& loops = problem.loops;
    const double nodes = double(problem.nodes);
    for (const TensorRole role : kTensorRoles) {
        Tensor& tensor = m_tensors[index(role)];
        for (const Loop loop : kLoops) {
            tensor.indexes[index(loop)] = kapla::indexes(loops.kind, role, loop);
            // Where two loops do not index it, one of them has a single iteration: channels are one loop then.
            if (!tensor.indexes[index(loop)] && (loops.trips[index(loop)] > 1 || tensor.indexes[tensor.repeats]))
                tensor.repeats = index(loop);
        }
        const Endpoint end = role == TensorRole::Inputs    ? problem.source
                             : role == TensorRole::Outputs ? problem.destination
                                                           : Endpoint::Memory;
        tensor.isMade = role == made(loops.kind);
        tensor.movesOnce = end != Endpoint::Memory;
        tensor.mustStore = !problem.features.mayBypassBuffer[role] || end == Endpoint::OwnNodes;
        tensor.mayBePinned = problem.filtersStay && role == TensorRole::Weights && !tensor.isMade;
        tensor.unitWords = loops.bufferWords[role];
        tensor.sharers = problem.features.bufferSharing ? problem.groups[role] : 1;
        const double outside = (end == Endpoint::Memory ? problem.costs.dram : problem.costs.buffer) * nodes
                               / (problem.features.forwards() ? double(problem.groups[role]) : 1);
        tensor.array = problem.costs.array * loops.accessOnce(Level::Array, role) * nodes;
        tensor.buffer = problem.costs.buffer * loops.accessOnce(Level::Buffer, role) * nodes;
        tensor.throughBuffer = outside * loops.accessOnce(Level::Dram, role);
        tensor.directly = outside * loops.accessOnce(Level::Buffer, role);
        m_registers += problem.costs.registers * loops.access[index(Level::Registers)][role] * double(loops.passes())
                       * (tensor.isMade ? 2 : 1) * nodes;
    }
}

std::int64_t QuickCost::bufferedWords(const Tensor& tensor, const std::array<PerLoop, 3>& factors) const
{
    std::int64_t words = tensor.unitWords;
    for (std::size_t loop = 0; loop < 3; ++loop)
        if (tensor.indexes[loop])
            words *= factors[1][loop] * factors[2][loop];
    return (words + tensor.sharers - 1) / tensor.sharers;
}

double QuickCost::operator()(const std::array<PerLoop, 3>& factors, const OrderPair& position) const
{
    double cost = m_registers;
    std::int64_t buffered = 0;
    for (const Tensor& tensor : m_tensors) {
        const int outer = innermost(tensor.indexes, factors[0], position[0]);
        const int inner = innermost(tensor.indexes, factors[1], position[1]);
        const std::size_t repeats = tensor.repeats;
        std::int64_t outside = outer < 3 && position[0][repeats] > outer ? factors[0][repeats] : 1;
        std::int64_t inside =
            inner == 3 ? outside : factors[0][repeats] * (position[1][repeats] > inner ? factors[1][repeats] : 1);
        if (tensor.isMade) {
            outside = 2 * outside - 1;
            inside = 2 * inside - 1;
        }
        if (tensor.movesOnce && outside > 1)
            return std::numeric_limits<double>::infinity();
        const bool stored = tensor.mustStore || outside < inside;
        if (stored)
            buffered += bufferedWords(tensor, factors);
        if (tensor.mayBePinned && outer == 3)
            outside = 0;
        cost += tensor.array * double(inside)
                + (stored ? tensor.buffer * double(inside) + tensor.throughBuffer * double(outside)
                          : tensor.directly * double(outside));
    }
    return buffered > m_bufferWords ? std::numeric_limits<double>::infinity() : cost;
}

} // namespace nestloom::kapla
