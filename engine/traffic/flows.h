// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"
#include "engine/traffic/flow.h"
#include "engine/traffic/flow_groups.h"

#include <vector>

namespace nestloom::traffic {

/// A flow and what it consists of: each group of PEs exchanges `bytesPerGroup` over the whole layer.
struct GroupedFlow {
    Flow flow;                // `entered`, `left` and `cast` are not set yet
    PeGroups groups;          // empty for Fill and Drain
    double bytesPerGroup = 0; // Fill, Drain: all bytes
};

/// Everything that a valid mapping sends across one mesh, the children of level `mesh` of one used instance. A tensor
/// that bypasses that level comes from outside; what the level itself exchanges with the outside crosses the mesh as
/// well, from port to port. Elements have the width of the level on the outer side, as in the cost model's counts for
/// its port. Flows without bytes are left out. The mapping must have at most cost::kMaxLevels levels.
std::vector<GroupedFlow> findFlows(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                   const mapping::LayerMapping& mapping, std::size_t mesh);

} // namespace nestloom::traffic
