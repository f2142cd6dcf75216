// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/formula.h"
#include "engine/traffic/mesh_load.h"

#include <string>

namespace nestloom::traffic {

/// "weights from GlobalBuffer to the PEs"
std::string describe(const Flow& flow, const MeshLoad& load, const hardware::Accelerator& accelerator);

/// How the load of a link comes about: its bytes by flow, the cycles of the layer, and what a link carries in a cycle.
/// Only flows of `tensors` count. The value is MeshLoad::utilization() of these bytes.
cost::Formula explainLoad(const MeshLoad& load, const hardware::Accelerator& accelerator, noc::LinkId link,
                          TensorSet tensors, std::string title);
/// The bytes alone, and the flits that they fill at least.
cost::Formula explainLinkBytes(const MeshLoad& load, const hardware::Accelerator& accelerator, noc::LinkId link,
                               TensorSet tensors);
cost::Formula explainLinkFlits(const MeshLoad& load, const hardware::Accelerator& accelerator, noc::LinkId link,
                               TensorSet tensors);

} // namespace nestloom::traffic
