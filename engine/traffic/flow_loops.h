// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/traffic/flow.h"
#include "engine/workload/layer.h"

namespace nestloom::traffic {

/// The loops that make a flow as large as it is, outermost first: the temporal loops outside its inner level that
/// multiply what one child exchanges, and the spatial loops between `mesh` and the inner level. The product of the
/// factors is the traffic of one child over the tile that it holds.
std::vector<FlowLoop> responsibleLoops(const workload::Layer& layer, const mapping::LayerMapping& mapping,
                                       const Flow& flow, std::size_t mesh);

} // namespace nestloom::traffic
