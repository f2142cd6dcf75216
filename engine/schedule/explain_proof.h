// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/formula.h"
#include "engine/schedule/objective_report.h"

#include <vector>

namespace nestloom::schedule {

/// How far a layer's mapping is from what was proven, made of its figures: the gap of the objective, and for
/// Objective::Latency the gap of the energy to the least of any mapping that is as fast. Empty without a proof.
std::vector<cost::Formula> explainProof(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                        const LayerResult& result, Objective objective, const ObjectiveReport& report);

} // namespace nestloom::schedule
