// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/cosma/arena.h"
#include "engine/schedule/cosma/cosma.h"

#include <array>

namespace nestloom::schedule::cosma {

/// A scheme to compare with: a fixed order on an arena as TensorFlow Lite's.
struct BaselineTraffic {
    Order order = Order::Default; // or LeastPeak
    Replacement replacement = Replacement::Belady;
    Bytes traffic{};   // beyond the compulsory
    Bytes relocated{}; // of it: an operator's own tensors were in each other's way
    friend bool operator==(const BaselineTraffic&, const BaselineTraffic&) = default;
};
using Baselines = std::array<BaselineTraffic, 4>;
/// The one with the least traffic, the first of equals.
const BaselineTraffic& bestOf(const Baselines& baselines);

/// {default, least-peak order} x {Belady, greedy}. `leastPeakOrder` as leastPeak() gives it; the budget holds every
/// working set.
Baselines baselines(const GraphIndex& graph, const std::vector<std::uint32_t>& leastPeakOrder, Bytes budget);

} // namespace nestloom::schedule::cosma
