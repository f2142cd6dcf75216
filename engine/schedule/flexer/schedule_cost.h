// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/layer_cost.h"
#include "engine/hardware/accelerator.h"
#include "engine/schedule/flexer/tiled_schedule.h"

namespace nestloom::schedule::flexer {

/// What a verified tiled schedule costs on the accelerator that machineOf() read: cycles are the schedule's latency,
/// DRAM moves what was transferred, and each pass over the array reads inputs (one element for each filter tap, im2col)
/// and weights from the scratchpad once and adds its partial sums there. Levels inside are passed once by what they
/// keep; the innermost one that keeps weights is read by every MAC.
cost::LayerCost costOf(const hardware::Accelerator& accelerator, const TiledSchedule& schedule);

} // namespace nestloom::schedule::flexer
