// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/cosa/cosa.h"
#include "engine/schedule/layer_outcome.h"

namespace nestloom::schedule::cosa {

/// As solve(), with the way there: when which value was reached, in the objective's figure (cycles for Eq. 12), and the
/// bound on that figure where there is one.
Result<LayerOutcome> solveRecorded(const workload::Layer& layer, const hardware::Accelerator& accelerator,
                                   const CosaParams& params, milp::Solver& solver, const RunControl& control,
                                   std::span<const mapping::LayerMapping> starts = {},
                                   const OnConvergence& onPoint = {});

} // namespace nestloom::schedule::cosa
