// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/layer_cost.h"
#include "engine/kapla/network.h"
#include "engine/schedule/kapla/directives.h"

namespace nestloom::kapla {

/// A mapped layer as directives: levels REGF (registers of a PE), GBUF (buffer of a node) and MEM (whole tensors).
/// Tensors are named after the layers that make them, so that layers of a network depend on each other by name; weights
/// after their own layer. Rows and columns of nodes that a division takes are two stacks of it, columns first.
Directives directivesOf(const Machine& machine, const Network& network, std::size_t layer, std::int64_t batch,
                        const LayerMapping& mapping);

} // namespace nestloom::kapla
