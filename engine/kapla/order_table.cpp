// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/order_table.h"

#include <algorithm>
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
    std::sort(expected.begin(), expected.end(), [&](int a, int b) {
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
    std::sort(loops.begin(), loops.end(), [&](std::size_t a, std::size_t b) { return order[a] > order[b]; });
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

} // namespace nestloom::kapla
