// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/quick_cost.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace nestloom::kapla {

namespace {

using Order = std::array<std::uint8_t, 3>;

bool isSet(LoopPattern pattern, std::size_t level, std::size_t loop)
{
    return (pattern >> (3 * level + loop) & 1) != 0;
}

/// The loop that runs fastest on a level; -1 when all are trivial.
int innermostLoop(LoopPattern pattern, std::size_t level, const Order& order)
{
    int innermost = -1;
    for (int loop = 0; loop < 3; ++loop)
        if (isSet(pattern, level, std::size_t(loop))
            && (innermost < 0 || order[std::size_t(loop)] < order[std::size_t(innermost)]))
            innermost = loop;
    return innermost;
}

/// Innermost loop first, then those with iterations, then trivial ones, each in order.
bool isCanonical(LoopPattern pattern, std::size_t level, const Order& order, int innermost)
{
    std::array<int, 3> expected{0, 1, 2};
    std::ranges::sort(expected, [&](int a, int b) {
        const auto key = [&](int loop) {
            return std::array{int(loop != innermost), int(!isSet(pattern, level, std::size_t(loop))), loop};
        };
        return key(a) < key(b);
    });
    for (int loop = 0; loop < 3; ++loop)
        if (expected[order[std::size_t(loop)]] != loop)
            return false;
    return true;
}

bool isWorthwhile(LoopPattern pattern, const OrderPair& orders)
{
    int outer = -1; // innermost loop of the closest level outside
    for (std::size_t level = 0; level < 3; ++level) {
        const int innermost = level < 2 ? innermostLoop(pattern, level, orders[level]) : -1;
        if (outer >= 0 && outer != innermost && isSet(pattern, level, std::size_t(outer)))
            return false;
        if (innermost >= 0)
            outer = innermost;
        if (level < 2 && !isCanonical(pattern, level, orders[level], innermost))
            return false;
    }
    return true;
}

/// Whether the loops that the constraint names lie outside the others, the batch first.
bool admits(LoopPattern pattern, const Order& order, bool batch, bool inputs, bool outputs)
{
    std::vector<std::size_t> loops;
    for (std::size_t loop = 0; loop < 3; ++loop)
        if (isSet(pattern, 0, loop))
            loops.push_back(loop);
    std::ranges::sort(loops, [&](std::size_t a, std::size_t b) { return order[a] > order[b]; });
    std::size_t at = 0;
    for (const auto& [wanted, loop] : {std::pair(batch, Loop::Batch), std::pair(inputs, Loop::InputChannels),
                                       std::pair(outputs, Loop::OutputChannels)})
        if (wanted && (at == loops.size() || loops[at++] != index(loop)))
            return false;
    return true;
}

class Table {
public:
    Table()
    {
        for (const LayerKind kind :
             {LayerKind::Convolution, LayerKind::Depthwise, LayerKind::LocalRegion}) // training changes no orders
            for (unsigned wanted = 0; wanted < 8; ++wanted)
                for (LoopPattern pattern = 0; pattern < 512; ++pattern)
                    fill(kind, wanted, pattern);
    }
    std::span<const std::uint8_t> find(LayerKind kind, unsigned wanted, LoopPattern pattern) const
    {
        return m_lists[at(forwardKind(kind), wanted, pattern)];
    }

private:
    static std::size_t at(LayerKind kind, unsigned wanted, LoopPattern pattern)
    {
        return (std::size_t(kind) * 8 + wanted) * 512 + pattern;
    }
    void fill(LayerKind kind, unsigned wanted, LoopPattern pattern)
    {
        std::vector<std::uint8_t>& list = m_lists[at(kind, wanted, pattern)];
        const std::span<const OrderPair> pairs = orderPairs();
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            if (!admits(pattern, pairs[i][0], wanted & 1, wanted & 2, wanted & 4)
                || (kind == LayerKind::Convolution && !isWorthwhile(pattern, pairs[i])))
                continue;
            list.push_back(std::uint8_t(i));
            if (kind == LayerKind::LocalRegion)
                return;
        }
    }
    std::array<std::vector<std::uint8_t>, 3 * 8 * 512> m_lists;
};

} // namespace

std::span<const OrderPair> orderPairs()
{
    static const std::array<OrderPair, 36> pairs = [] {
        constexpr std::array<Order, 6> orders{{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
        std::array<OrderPair, 36> all{};
        for (std::size_t i = 0; i < 36; ++i)
            all[i] = {orders[i / 6], orders[i % 6]};
        return all;
    }();
    return pairs;
}

std::span<const std::uint8_t> ordersWorthwhile(LayerKind kind, LoopPattern pattern, const TopConstraint& constraint)
{
    static const Table table;
    const auto& factor = constraint.factor;
    const unsigned wanted = unsigned(factor[index(Loop::Batch)] > 1)
                            | unsigned(factor[index(Loop::InputChannels)] > 1) << 1
                            | unsigned(factor[index(Loop::OutputChannels)] > 1) << 2;
    return table.find(kind, wanted, pattern);
}

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
