// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"
#include "engine/mapping/layer_mapping.h"

#include <vector>

namespace nestloom::simulation {

/// Mappings that a cost model without time can hardly tell from this one, but a simulation can: two neighbouring loops
/// of one level exchanged, temporal ones outside the PEs (data arrive in another order) or spatial ones over the PEs
/// (other PEs share data). All accepted by mapping::verify, the levels outermost first; `mesh` is the level whose
/// children are the PEs.
std::vector<mapping::LayerMapping> otherOrders(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                               const mapping::LayerMapping& mapping, std::size_t mesh);

} // namespace nestloom::simulation
