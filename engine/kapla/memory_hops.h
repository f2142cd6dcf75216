// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/data_layout.h"
#include "engine/kapla/demand.h"

namespace nestloom::kapla {

/// Words times hops of moving each block of a tensor once between where it lies and the nodes that work with it.
/// With `forwarding`, a block goes to the nearest node only, which passes it on along a shortest tree over the others.

/// Weights lie at every memory node.
std::int64_t weightHops(const Demand& demand, const Layer& layer, std::span<const Node> memory, bool forwarding);

/// Inputs lie where earlier layers have put them.
std::int64_t inputHops(const Demand& demand, const DataLayout& layout, bool forwarding);
std::int64_t inputHops(const Demand& demand, std::span<const HeldBlock> held, const FmapRange& whole, bool forwarding);

/// Outputs of one block are added up by the nodes that share its input channels, and written once. Rounded up for each
/// block, since half of the moves are one-way.
std::int64_t outputHops(const Demand& demand, const DataLayout& layout, bool forwarding);

} // namespace nestloom::kapla
