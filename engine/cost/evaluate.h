// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/cost/layer_cost.h"
#include "engine/mapping/layer_mapping.h"

namespace nestloom::cost {

/// Cost of a valid mapping: the single entry of this room.
/// Fails   InvalidInput when mapping::verify finds a violation (its first message is passed on).
Result<LayerCost> evaluate(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                           const mapping::LayerMapping& mapping, Model model);

} // namespace nestloom::cost
