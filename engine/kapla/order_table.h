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

} // namespace nestloom::kapla
