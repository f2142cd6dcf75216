// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/blocking_sweep.h"
#include "engine/schedule/kapla/layer_engine.h"

namespace nestloom::kapla {

/// Baseline R of KAPLA's study, as Timeloop searches: every partition and every blocking of it is looked at with
/// probability `keep`, the best one stays.
std::unique_ptr<LayerEngine> randomEngine(const Machine& machine, const Layer& layer, std::int64_t batch,
                                          const PartitionRules& rules, Goal goal, double keep, std::uint64_t seed);

} // namespace nestloom::kapla
