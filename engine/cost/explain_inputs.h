// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/formula.h"
#include "engine/hardware/accelerator.h"
#include "engine/workload/layer.h"

#include <vector>

namespace nestloom::cost {

/// Figures that follow from a layer alone: MACs as the product of all bounds, weights as that of the bounds of filters
/// and channels.
std::vector<Formula> explainSizes(const workload::Layer& layer);

/// Energy of one access to a level, with what the formula of the accelerator makes it of (hardware::accessEnergy).
Formula explainAccessEnergy(const hardware::Accelerator& accelerator, std::size_t level);

/// Figures that follow from an accelerator alone: peak rate, bytes on chip, ridge point of the outermost level, area,
/// static power, and the energy of an access to every level; without those that it does not say. Nothing of an
/// accelerator without levels.
std::vector<Formula> explainAccelerator(const hardware::Accelerator& accelerator);

} // namespace nestloom::cost
