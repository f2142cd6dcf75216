// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/blocking_sweep.h"

#include <span>

namespace nestloom::kapla {

/// Two orders of the loops: position of each loop on the outer two levels.
using OrderPair = std::array<std::array<std::uint8_t, 3>, 2>;

/// All 36 pairs of orders, the second one running fastest.
std::span<const OrderPair> orderPairs();

/// Which loops have more than one iteration: bit 3 * level + loop.
using LoopPattern = unsigned;

/// The orders worth a look depend only on which loops are trivial, so they are listed once for each of the 512
/// patterns. Left out for convolutions: orders that differ in trivial loops or in loops that are not innermost; and
/// those where the innermost loop of an outer level comes again outside the innermost one, as the two could be one loop
/// outside. For local regions all orders fetch the same, so the first one that the constraint admits stands for all.
/// Depthwise layers have all orders.
/// Returns  indices into orderPairs(), ascending.
std::span<const std::uint8_t> ordersWorthwhile(LayerKind kind, LoopPattern pattern, const TopConstraint& constraint);

/// accessCost() of blockings of one problem, up to rounding, without counting anything else: it tells in some
/// nanoseconds which blockings of a sweep are worth a count.
class QuickCost {
public:
    explicit QuickCost(const BlockingProblem& problem);

    /// Infinite when the data would not fit the buffer, or would move twice between nodes. Nothing is said of
    /// registers.
    double operator()(const std::array<PerLoop, 3>& factors, const OrderPair& position) const;

private:
    struct Tensor {
        std::array<bool, 3> indexes{};
        std::size_t repeats = 0; // the loop that brings it again; the only one that does not index it
        bool isMade = false, mustStore = false, movesOnce = false, mayBePinned = false;
        double array = 0, buffer = 0;           // cost of bringing it once from the buffer
        double throughBuffer = 0, directly = 0; // from memory or other nodes
        std::int64_t unitWords = 0, sharers = 1;
    };
    std::int64_t bufferedWords(const Tensor& tensor, const std::array<PerLoop, 3>& factors) const;

    std::array<Tensor, 3> m_tensors;
    double m_registers = 0; // cost, the same for all blockings
    std::int64_t m_bufferWords = 0;
};

} // namespace nestloom::kapla
